/** Sorts the words after a program's name into options and operands, as the program itself would. */
import type { Word } from '../bash/program.ts'
import type { Call } from './call.ts'
import { filesIn } from './files-in.ts'
import type { FormIndex } from './form-index.ts'
import { hasMark, OptionEffects } from './option-effects.ts'
import type { Option } from './table.ts'
import { isGlob, leadingText, mayBeginWithDash, maySplit, operandAfter } from './words.ts'

/** The options and operands of one call. */
export class Arguments extends OptionEffects {
  readonly operands: Word[] = []
  /** How many operands stand before `--`. */
  beforeDashes = Number.POSITIVE_INFINITY
  /** The word with the first option that the tables do not know. */
  unknownAt: number | undefined = undefined

  constructor(
    call: Call,
    private readonly index: FormIndex,
    private readonly words: readonly Word[],
    start: number
  ) {
    super(call, index.form)
    this.read(start)
  }

  private read(start: number): void {
    const { words } = this
    for (let i = start; i < words.length; i++) {
      const word = words[i]
      if (word === undefined) break
      const { value } = word
      if (value !== undefined) i = this.readKnown(word, value, i, i === start)
      else if (!this.readDynamic(word)) i = this.operand(word, i)
    }
  }

  /** Reads one word and gives the place of the last one that belongs to it. */
  private readKnown(word: Word, value: string, i: number, isFirst: boolean): number {
    const { form } = this
    if (value === '--' && form.syntax !== 'words') {
      this.beforeDashes = this.operands.length
      return this.takeRest(i + 1)
    }
    if (form.keyed === true && this.readKeyed(word, value)) return i
    const dash = value === '-' ? this.index.options.get(value) : undefined
    if (dash !== undefined) {
      this.accept(dash, value, undefined)
      return i
    }
    if (form.tokens?.includes(value) === true) {
      if (value !== '(' && value !== ')') this.filters().drop()
      return i
    }
    if (form.bundled === true && isFirst) {
      if (this.isBundle(value)) return this.readCluster(word, `-${value}`, i)
      this.mayHold(value)
    }
    if (value.length < 2 || value.charCodeAt(0) !== DASH || this.isText(value)) return this.operand(word, i)
    if (form.syntax === 'words') return this.readWord(word, value, i)
    if (value.charCodeAt(1) === DASH) return this.readLong(word, value, i)
    if (form.numbers !== true || !NUMBER.test(value)) return this.readCluster(word, value, i)
    this.optionCount++
    return i
  }

  private operand(word: Word, i: number): number {
    this.operands.push(word)
    return this.form.order === 'first' ? this.takeRest(i + 1) : i
  }

  private takeRest(from: number): number {
    for (let i = from; i < this.words.length; i++) {
      const word = this.words[i]
      if (word !== undefined) this.operands.push(word)
    }
    return this.words.length
  }

  /** Letters of which only the last one takes a value. */
  private isBundle(value: string): boolean {
    for (let at = 0; at < value.length; at++) {
      const option = this.index.options.get(`-${value.charAt(at)}`)
      if (option === undefined || (option.value !== 'none' && at < value.length - 1)) return false
    }
    return value !== ''
  }

  /** Values of a bundle may also follow it one by one (`tar xIf PROGRAM FILE`). */
  private mayHold(value: string): void {
    if (!LETTERS.test(value)) return
    for (const letter of value) {
      const option = this.index.options.get(`-${letter}`)
      if (option !== undefined && hasMark(option, 'escape'))
        this.call.escape(`${value} may hold -${letter}, which runs a program`)
    }
  }

  private isText(value: string): boolean {
    if (this.form.otherOptionsAreText !== true) return false
    for (let at = 1; at < value.length; at++) if (!this.index.options.has(`-${value.charAt(at)}`)) return true
    return false
  }

  /** `of=FILE` of dd. */
  private readKeyed(word: Word, lead: string): boolean {
    const name = lead.slice(0, lead.indexOf('=') + 1)
    const option = name === '' ? undefined : this.index.options.get(name)
    if (option !== undefined) this.accept(option, name, operandAfter(word, name.length))
    return option !== undefined
  }

  private readLong(word: Word, value: string, i: number): number {
    const equals = value.indexOf('=')
    const name = equals < 0 ? value : value.slice(0, equals)
    const option = this.index.options.get(name)
    if (option === undefined) {
      this.mayStandFor(name)
      // R60: what follows the `=` may be a file.
      if (equals > 0) this.fileAfter(word, equals + 1)
      return this.unknown(name, i)
    }
    if (equals < 0)
      return option.value === 'required' ? this.readNext(option, name, i) : this.bare(option, name, i)
    if (option.value === 'none') return this.unknown(value, i)
    this.accept(option, name, operandAfter(word, equals + 1))
    return i
  }

  private readWord(word: Word, value: string, i: number): number {
    const option = this.index.options.get(value)
    if (option !== undefined) {
      return option.value === 'required' ? this.readNext(option, value, i) : this.bare(option, value, i)
    }
    const equals = value.indexOf('=')
    const attached = equals < 0 ? undefined : this.index.options.get(value.slice(0, equals))
    if (attached === undefined || attached.value === 'none') return this.unknown(value, i)
    this.accept(attached, value.slice(0, equals), operandAfter(word, equals + 1))
    return i
  }

  private readCluster(word: Word, value: string, i: number): number {
    const whole = value.length > 2 ? this.index.options.get(value) : undefined
    if (whole !== undefined)
      return whole.value === 'required' ? this.readNext(whole, value, i) : this.bare(whole, value, i)
    for (let at = 1; at < value.length; at++) {
      const name = `-${value.charAt(at)}`
      const option = this.index.options.get(name)
      if (option === undefined) return this.unknown(name, i)
      if (option.value === 'none') this.accept(option, name, undefined)
      else if (at + 1 < value.length && option.value !== 'command') {
        this.accept(option, name, operandAfter(word, at + 1))
        return i
      } else return option.value === 'required' ? this.readNext(option, name, i) : this.bare(option, name, i)
    }
    return i
  }

  private bare(option: Option, name: string, i: number): number {
    if (option.value === 'pair') return this.readNext(option, name, i + 1)
    if (option.value !== 'command') {
      this.accept(option, name, undefined)
      return i
    }
    let end = i + 1
    while (end < this.words.length && !isTerminator(this.words, end, i + 1)) end++
    this.accept(option, name, undefined)
    this.commands ??= []
    this.commands.push({ option, words: this.words.slice(i + 1, end) })
    return end
  }

  private readNext(option: Option, name: string, i: number): number {
    const next = this.words[i + 1]
    if (next === undefined) {
      this.call.doubt(`${name} lacks its value`)
      return i
    }
    if (next.value === undefined && (maySplit(next, this.call.isPlain) || isGlob(next))) {
      if (this.form.everyOptionHarmless === true) this.operands.push(next)
      else this.doubtWord(`${next.text} may be more than the value of ${name}`)
    }
    this.accept(option, name, next)
    return i + 1
  }

  /** A word that is not fully known. False: it is an operand, as far as it can be one. */
  private readDynamic(word: Word): boolean {
    const { call, form } = this
    const lead = leadingText(word)
    const splits = maySplit(word, call.isPlain)
    if (form.keyed === true && !splits && this.readKeyed(word, lead)) return true
    if (lead.length > 1 && lead.charCodeAt(0) === DASH && !splits && this.readAttached(word, lead))
      return true
    if (lead.charCodeAt(0) === DASH && form.numbers !== true && form.otherOptionsAreText !== true) {
      call.doubt(`${word.text} may be an option that the tables do not know`)
      return false
    }
    if ((splits || mayBeginWithDash(word, call.isPlain)) && form.everyOptionHarmless !== true) {
      const why = `${word.text} may be an option`
      // No name of a file holds a path to elsewhere.
      if (form.edits === true && form.script === undefined && isNamesOnly(word)) call.edits(why)
      else this.doubtWord(why)
    }
    return false
  }

  /** Where an option may hold a script, a word that may be one leaves nothing known. */
  private doubtWord(why: string): void {
    if (this.form.script === undefined) this.call.harm(why)
    else this.call.doubt(why)
  }

  /** `--name=$x` and `-n$x`. */
  private readAttached(word: Word, lead: string): boolean {
    const equals = lead.indexOf('=')
    if (lead.charCodeAt(1) === DASH || this.form.syntax === 'words') {
      const option = equals < 0 ? undefined : this.index.options.get(lead.slice(0, equals))
      if (option === undefined || option.value === 'none' || option.value === 'command') return false
      this.accept(option, lead.slice(0, equals), operandAfter(word, equals + 1))
      return true
    }
    for (let at = 1; at < lead.length; at++) {
      const option = this.index.options.get(`-${lead.charAt(at)}`)
      if (option === undefined || option.value === 'command') return false
      if (option.value === 'none') continue
      for (let before = 1; before < at; before++) {
        const flag = this.index.options.get(`-${lead.charAt(before)}`)
        if (flag !== undefined) this.accept(flag, `-${lead.charAt(before)}`, undefined)
      }
      this.accept(option, `-${lead.charAt(at)}`, operandAfter(word, at + 1))
      return true
    }
    return false
  }

  /** Programs take the beginning of a long option for the whole. */
  private mayStandFor(name: string): void {
    for (const [full, option] of this.index.options) {
      if (!full.startsWith(name) || !(hasMark(option, 'escape') || option.role === 'script')) continue
      this.call.escape(`${name} may stand for ${full}, which may run a program`)
      return
    }
  }

  private fileAfter(word: Word, skip: number): void {
    for (const file of filesIn(operandAfter(word, skip), 'argument'))
      this.call.use(file, 'read', false, undefined)
  }

  private unknown(name: string, i: number): number {
    this.unknownAt ??= i
    this.call.doubt(`${name} is an option that the tables do not know`)
    return i
  }
}

const isNamesOnly = (word: Word): boolean =>
  word.pieces.every((piece) => piece.kind === 'text' || piece.kind === 'glob')

const DASH = 45
const NUMBER = /^-\d+$/
const LETTERS = /^[A-Za-z]+$/

function isTerminator(words: readonly Word[], at: number, start: number): boolean {
  const value = words[at]?.value
  return value === ';' || (value === '+' && at > start && words[at - 1]?.value === '{}')
}
