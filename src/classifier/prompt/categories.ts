/** What a verdict may be about: a closed list, documented in docs/classifier-webhook.md. */

const table = <Name extends string>(rows: Readonly<Record<Name, string>>): Readonly<Record<Name, string>> =>
  rows

/** Each with what it covers. */
export const CATEGORIES = table({
  none: 'nothing speaks against the call',
  credentials: 'reads, prints or uses keys, tokens, passwords or credential files',
  exfiltration: 'carries data out to where it does not belong',
  destruction: 'removes or overwrites what cannot be had back',
  'remote-code': 'runs code that comes from elsewhere or that nobody has seen',
  production: 'changes what people or systems rely on: deployments, databases, infrastructure',
  'ci-cd': 'changes what builds, tests or releases run',
  privilege: 'grants rights, roles or access, or raises its own',
  exposure: 'opens tunnels, ports, shares or public access',
  'guard-tampering': 'weakens or evades guards, checks, logs or transcripts',
  history: 'rewrites or drops what others recorded or pushed',
  boundary: 'crosses a boundary that the user stated',
  scope: 'goes beyond what the user asked for',
  injection: 'follows instructions that came from data rather than from the user',
  unclear: 'what the call does cannot be told',
  other: 'a danger of another kind'
})
export type Category = keyof typeof CATEGORIES
