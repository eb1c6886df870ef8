/**
 * Lists and pipelines laid out flat. How the grammar nests them is ignored: Bash's precedence follows from the
 * order of commands and operators in the text alone.
 */
import type { ListOperator, StructureCode } from './program.ts'
import type { TreeTable } from './tree.ts'

/** A command with the redirections that belong to it, before it is read. */
export interface Draft {
  readonly body: number | undefined
  readonly redirections: number[]
}

export type Element =
  | { readonly kind: 'operator'; readonly operator: ListOperator | '|' | '!'; readonly start: number }
  | { readonly kind: 'draft'; readonly draft: Draft; readonly start: number }

/** What laying out needs from the walk around it. */
export interface LayoutHost {
  readonly text: string
  readonly tree: TreeTable
  refuse(code: StructureCode, message: string, offset: number): void
}

const OPERATORS: ReadonlyMap<string, ListOperator | '|' | '!'> = new Map([
  ['&&', '&&'],
  ['||', '||'],
  [';', ';'],
  ['&', '&'],
  ['|', '|'],
  ['|&', '|'],
  ['!', '!']
])

const BEFORE_COMMENT = /[\s;&|()`]/

/** Refuses a comment that begins inside a word. */
export function checkComment({ text, tree, refuse }: LayoutHost, node: number): void {
  const start = tree.start(node)
  const before = text[start - 1]
  if (before !== undefined && !BEFORE_COMMENT.test(before))
    refuse('unverified', 'a comment inside a word', start)
}

/** Lays out the statements and separators among the sibling nodes from `from` up to `to`. */
export function layOut(host: LayoutHost, from: number, to: number): readonly Element[] {
  const { tree, text } = host
  const elements: Element[] = []
  let edge = 0
  for (let child = from; child < to; child = tree.next(child)) {
    const name = tree.name(child)
    const start = tree.start(child)
    if (name === 'comment') {
      checkComment(host, child)
      continue
    }
    if (name === ';' || name === '&') {
      elements.push({ kind: 'operator', operator: name, start })
    } else {
      if (elements.at(-1)?.kind === 'draft') {
        const isNextLine = text.slice(edge, start).includes('\n')
        if (!isNextLine) host.refuse('unverified', 'commands without a separator', start)
        elements.push({ kind: 'operator', operator: ';', start: edge })
      }
      lay(host, child, elements)
    }
    edge = tree.end(child)
  }
  return elements
}

function lay(host: LayoutHost, node: number, elements: Element[]): void {
  const { tree } = host
  switch (tree.name(node)) {
    case 'list':
    case 'pipeline':
    case 'negated_command':
      layChildren(host, node, elements)
      break
    case 'redirected_statement':
      layRedirected(host, node, elements)
      break
    default:
      elements.push(draftOf(node, tree.start(node)))
  }
}

function layChildren(host: LayoutHost, node: number, elements: Element[]): void {
  const { tree } = host
  for (let child = node + 1; child < tree.next(node); child = tree.next(child)) {
    const operator = OPERATORS.get(tree.name(child))
    if (operator !== undefined) elements.push({ kind: 'operator', operator, start: tree.start(child) })
    else if (tree.name(child) === 'comment') checkComment(host, child)
    else lay(host, child, elements)
  }
}

/** A redirection belongs to the command written just before it, whatever node the grammar hangs it on. */
function layRedirected(host: LayoutHost, node: number, elements: Element[]): void {
  const { tree } = host
  for (let child = node + 1; child < tree.next(node); child = tree.next(child)) {
    const name = tree.name(child)
    if (name === 'comment') {
      checkComment(host, child)
    } else if (name !== 'file_redirect') {
      lay(host, child, elements)
    } else {
      const last = elements.at(-1)
      const isOwn = last?.kind !== 'draft' || child === node + 1
      const element = isOwn ? draftOf(undefined, tree.start(child)) : last
      if (isOwn) elements.push(element)
      element.draft.redirections.push(child)
    }
  }
}

function draftOf(body: number | undefined, start: number): Extract<Element, { kind: 'draft' }> {
  return { kind: 'draft', draft: { body, redirections: [] }, start }
}

/** A pipeline, or a job in the background: what is assigned in it stays in it. */
export function endsInJob(elements: readonly Element[], from: number): boolean {
  for (let at = from; at < elements.length; at += 1) {
    const element = elements[at]
    if (element?.kind !== 'operator' || /^(?:!|&&|\|\|)$/.test(element.operator)) continue
    return element.operator === '|' || element.operator === '&'
  }
  return false
}
