/**
 * What of a conversation the model may see: the user's text and the agent's tool calls. Tool results never, for they carry
 * injections; nor what the agent or a system says, nor anything of a shape that is not known.
 */
import { z } from 'zod'
import type { TranscriptEntry } from '../classifier.ts'

/** A turn of a conversation that may be shown. */
export type Turn =
  | { readonly kind: 'user-message'; readonly text: string }
  | { readonly kind: 'agent-call'; readonly call: { readonly tool: string; readonly input: unknown } }

const Text = z.object({ type: z.enum(['text', 'input_text']), text: z.string() })

/** Tool calls inside the content, as the Anthropic interface writes them. */
const ToolUse = z.object({
  type: z.enum(['tool_use', 'server_tool_use', 'mcp_tool_use']),
  name: z.string(),
  input: z.unknown().default(null)
})

/** Tool calls beside the content, as OpenAI-compatible interfaces write them; arguments are JSON text. */
const FunctionCall = z.object({ name: z.string(), arguments: z.unknown().default(null) })
const ToolCall = z.union([
  z.object({ function: FunctionCall }).transform((call) => call.function),
  z
    .object({ custom: z.object({ name: z.string(), input: z.unknown().default(null) }) })
    .transform(({ custom }) => ({ name: custom.name, arguments: custom.input }))
])

const Beside = z.object({
  tool_calls: z.array(z.unknown()).catch([]),
  function_call: FunctionCall.optional().catch(undefined)
})

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
  const texts = typeof content === 'string' ? [content] : blocksOf(content).flatMap(textOf)
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
  return blocksOf(content).flatMap((block) => {
    const { data } = ToolUse.safeParse(block)
    return data === undefined ? [] : [agentCall(data.name, data.input)]
  })
}

function callsBeside(entry: TranscriptEntry): readonly Turn[] {
  const { data } = Beside.safeParse(entry)
  if (data === undefined) return []
  const calls = data.tool_calls.flatMap((call) => ToolCall.safeParse(call).data ?? [])
  const { function_call: older } = data
  return (older === undefined ? calls : [...calls, older]).map((call) => agentCall(call.name, call.arguments))
}

const agentCall = (tool: string, input: unknown): Turn => ({
  kind: 'agent-call',
  call: { tool, input }
})

const blocksOf = (content: unknown): readonly unknown[] => (Array.isArray(content) ? content : [])

const textOf = (block: unknown): readonly string[] => {
  const { data } = Text.safeParse(block)
  return data === undefined ? [] : [data.text]
}
