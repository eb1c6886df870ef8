/** `time` before a command. */
import type { SimpleCommand, Word } from '../bash/program.ts'

const TIME: Word = {
  text: 'time',
  span: [0, 0],
  pieces: [{ kind: 'text', value: 'time', quoted: false }],
  value: 'time'
}

/** The keyword `time` is no word of the command, but rules know it as the wrapper it looks like. */
export const withKeyword = ({ text, words }: SimpleCommand): readonly Word[] =>
  KEYWORD.test(text) && words.length > 0 && words[0]?.text !== 'time' ? [TIME, ...words] : words

const KEYWORD = /^time[ \t]/
