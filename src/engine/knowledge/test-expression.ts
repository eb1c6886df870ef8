/** `test` and `[`: comparisons run nothing, except that `-v` evaluates subscripts. */
import type { Word } from '../bash/program.ts'
import type { Call } from './call.ts'
import type { FormIndex } from './form-index.ts'
import { maySplit } from './words.ts'

/** Reads the words of `test` or `[`. */
export function readTest(call: Call, _index: FormIndex, words: readonly Word[], start: number): void {
  for (let i = start; i < words.length; i++) {
    const word = words[i]
    if (word === undefined) continue
    const next = words[i + 1]
    if (word.value === undefined) {
      const operator = next?.value
      const known = operator === undefined ? next === undefined : BINARY.test(operator)
      if (maySplit(word, call.isPlain) || !(known || isTested(words, i)))
        call.harm(`${word.text} may be an operator`, 'runs-code')
    } else if (EVALUATES.test(word.value) && !NAME.test(next?.value ?? '')) {
      call.harm(`${word.value} evaluates subscripts`, 'runs-code')
    } else if (FILE.test(word.value) && next?.value !== undefined && next.value !== ']') {
      call.use(next, 'list', false, undefined)
    }
  }
}

/** Whether an operator before the word says that it is an operand. */
function isTested(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.value
  return before !== undefined && (UNARY.test(before) || BINARY.test(before))
}

const NAME = /^[A-Za-z_]\w*$/
const EVALUATES = /^-[vR]$/
const FILE = /^-(?:[abcdefghkprsuwxGLNOS]|nt|ot|ef)$/
const UNARY = /^-[abcdefghknoprstuwxzGLNOS]$/
const BINARY = /^(?:=|==|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef|a|o)|\])$/
