/** Policies with hooks, calls that meet them, and runners that end with the test. */
import { onTestFinished } from 'vitest'
import type { HookedCall } from '../../src/hooks/hook-runner.ts'
import { type HookRunnerOptions, HttpHookRunner } from '../../src/hooks/http-hook-runner.ts'
import { compilePolicyHooks, type HookedPolicy, type PolicyHooks } from '../../src/hooks/policy-hooks.ts'
import { newEngine } from '../engine-fixture.ts'

/** Everything on this machine, listed by its address. */
export const LOCAL = ['http://127.0.0.1:*']

type Event = keyof PolicyHooks

/** Settings with handlers of one event for every tool; on this machine unless `settings` says otherwise. */
export const settingsWith = (event: Event, handlers: readonly object[], settings: object = {}) => ({
  allowedHttpHookUrls: LOCAL,
  ...settings,
  hooks: { [event]: [{ hooks: handlers.map((handler) => ({ type: 'http', ...handler })) }] }
})

export function compiled(policies: readonly HookedPolicy[]): PolicyHooks | undefined {
  const result = compilePolicyHooks(policies)
  if ('problem' in result) throw new Error(JSON.stringify(result.issues))
  return result.hooks
}

/** The hooks of one policy with these settings. */
export function hooksOf(settings: object): PolicyHooks {
  const hooks = compiled([{ id: 'example', settings }])
  if (hooks === undefined) throw new Error('the policy has no hooks')
  return hooks
}

export function hookRunner(options: HookRunnerOptions = {}): HttpHookRunner {
  const runner = new HttpHookRunner(options)
  onTestFinished(() => runner.close())
  return runner
}

const engine = await newEngine()

/** A call of Bash, unless `request` says otherwise. */
export const callOf = (
  request: Partial<HookedCall['request']> = {},
  others: Partial<Omit<HookedCall, 'request'>> = {}
): HookedCall => ({
  request: { tool: 'Bash', input: { command: 'npm publish' }, cwd: '/home/dev/app', ...request },
  toolUseId: 'toolu_1',
  mode: 'default',
  engine,
  ...others
})
