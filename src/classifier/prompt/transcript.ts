/**
 * What of a conversation the model may see: the user's text and the agent's tool calls. Tool results never, for they carry
 * injections; nor what the agent or a system says, nor anything of a shape that is not known.
 */
import type { TranscriptEntry } from '../classifier.ts'

/** A turn of a conversation that may be shown. */
export type Turn =
  | { readonly kind: 'user-message'; readonly text: string }
  | { readonly kind: 'agent-call'; readonly call: { readonly tool: string; readonly input: unknown } }

const TEXTS: readonly unknown[] = ['text', 'input_text']

/** Tool calls inside the content, as the Anthropic interface writes them. */
const CALLS: readonly unknown[] = ['tool_use', 'server_tool_use', 'mcp_tool_use']

/** Tags of passages that runtimes put into messages of the role `user`, and that are not the user's words. */
const RUNTIME_TAG =
  /\s*<(system-reminder|task-notification|local-command-stdout|local-command-stderr|bash-stdout|bash-stderr|tool_result|function_results)>/y

/** In the order of the transcript. */
export function turnsOf(transcript: readonly TranscriptEntry[]): readonly Turn[] {
  return transcript.flatMap((entry) => {
    if (entry.role === 'user') return userTexts(entry.content)
    return entry.role === 'assistant' ? [...callsWithin(entry.content), ...callsBeside(entry)] : []
  })
}

function userTexts(content: unknown): readonly Turn[] {
  const texts = typeof content === 'string' ? [content] : listOf(content).flatMap(textOf)
  return texts
    .map(ownWords)
    .filter((text) => text.trim() !== '')
    .map((text) => ({ kind: 'user-message', text }))
}

/** Without the passages of a runtime that it begins with. */
function ownWords(text: string): string {
  let start = 0
  for (;;) {
    RUNTIME_TAG.lastIndex = start
    const tag = RUNTIME_TAG.exec(text)?.[1]
    if (tag === undefined) return text.slice(start)
    const end = text.indexOf(`</${tag}>`, RUNTIME_TAG.lastIndex)
    if (end === -1) return text.slice(start)
    start = end + tag.length + 3
  }
}

function callsWithin(content: unknown): readonly Turn[] {
  return listOf(content).flatMap((block) => {
    const { type, name, input } = fieldsOf(block)
    return CALLS.includes(type) ? agentCall(name, input) : []
  })
}

/** As OpenAI-compatible interfaces write them: arguments are JSON text, `function_call` is the older form. */
function callsBeside(entry: TranscriptEntry): readonly Turn[] {
  const { tool_calls: calls, function_call: older } = fieldsOf(entry)
  return [
    ...listOf(calls).flatMap((call) => {
      const { function: ordinary, custom } = fieldsOf(call)
      return [...functionCall(ordinary), ...customCall(custom)]
    }),
    ...functionCall(older)
  ]
}

const functionCall = (call: unknown): readonly Turn[] => {
  const { name, arguments: input } = fieldsOf(call)
  return agentCall(name, input)
}

const customCall = (call: unknown): readonly Turn[] => {
  const { name, input } = fieldsOf(call)
  return agentCall(name, input)
}

const agentCall = (tool: unknown, input: unknown): readonly Turn[] =>
  typeof tool === 'string' ? [{ kind: 'agent-call', call: { tool, input: input ?? null } }] : []

const textOf = (block: unknown): readonly string[] => {
  const { type, text } = fieldsOf(block)
  return TEXTS.includes(type) && typeof text === 'string' ? [text] : []
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Of anything but an object: none. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
