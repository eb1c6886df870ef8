/** Sorts the words after a program's name into options and operands, as the program itself would. */
import type { Word } from '../bash/program.ts'
import type { Call } from './call.ts'
import type { NameFilter, Operand } from './facts.ts'
import type { FormIndex } from './form-index.ts'
import type { Form, Mark, Option } from './table.ts'
import {
  isGlob,
  leadingText,
  literalOperand,
  mayBeginWithDash,
  maySplit,
  operandAfter,
  operandValue
} from './words.ts'

/** A command that stands among the options (`find -exec CMD ;`). */
export interface CommandOption {
  readonly option: Option
  readonly words: readonly Word[]
}

const NO_GLOBS: readonly string[] = []

export class Arguments {
  readonly operands: Word[] = []
  /** How many operands stand before `--`. */
  beforeDashes = Number.POSITIVE_INFINITY
  optionCount = 0
  /** The word with the first option that the tables do not know. */
  unknownAt: number | undefined = undefined
  destination: Operand | undefined = undefined
  commands: CommandOption[] | undefined = undefined
  directories: Operand[] | undefined = undefined
  /** What stands for the added operand (`xargs -I`). */
  replaced: string | undefined = undefined
  private marks: Mark[] | undefined = undefined
  private includes: string[] | undefined = undefined
  private excludes: string[] | undefined = undefined
  private unfiltered = false
  private readonly form: Form

  constructor(
    private readonly call: Call,
    private readonly index: FormIndex,
    private readonly words: readonly Word[],
    start: number
  ) {
    this.form = index.form
    this.read(start)
  }

  has(mark: Mark): boolean {
    return this.marks?.includes(mark) === true
  }

  get recursive(): boolean {
    return this.form.recursive === true || this.has('recursive')
  }

  /** The names that a recursive use is limited to. */
  get filter(): NameFilter | undefined {
    const skipsHidden = this.form.skipsHidden === true && !this.has('hidden')
    const includes = this.unfiltered ? undefined : this.includes
    const excludes = this.unfiltered ? undefined : this.excludes
    if (includes === undefined && excludes === undefined && !skipsHidden) return undefined
    return { includes: includes ?? NO_GLOBS, excludes: excludes ?? NO_GLOBS, skipsHidden }
  }

  private read(start: number): void {
    const { words, form } = this
    const ordered = form.order === 'first'
    for (let i = start; i < words.length; i++) {
      const word = words[i]
      if (word === undefined) break
      const { value } = word
      if (value === undefined) {
        if (!this.readDynamic(word)) this.operands.push(word)
        else continue
        if (ordered) {
          this.takeRest(i + 1)
          return
        }
      } else if (value === '--' && form.syntax !== 'words') {
        this.beforeDashes = this.operands.length
        this.takeRest(i + 1)
        return
      } else if (form.keyed === true && this.readKeyed(word, value)) {
      } else if (form.tokens?.includes(value) === true) {
        if (value !== '(' && value !== ')') this.unfiltered = true
      } else if (form.bundled === true && i === start && this.isBundle(value)) {
        i = this.readCluster(word, `-${value}`, i)
      } else if (value.length < 2 || value.charCodeAt(0) !== DASH || this.isText(value)) {
        this.operands.push(word)
        if (ordered) {
          this.takeRest(i + 1)
          return
        }
      } else if (form.syntax === 'words') {
        i = this.readWord(word, value, i)
      } else if (value.charCodeAt(1) === DASH) {
        i = this.readLong(word, value, i)
      } else if (form.numbers === true && NUMBER.test(value)) {
        this.optionCount++
      } else {
        i = this.readCluster(word, value, i)
      }
    }
  }

  /** Letters of which only the last one takes a value. */
  private isBundle(value: string): boolean {
    for (let at = 0; at < value.length; at++) {
      const option = this.index.options.get(`-${value.charAt(at)}`)
      if (option === undefined || (option.value !== 'none' && at < value.length - 1)) return false
    }
    return value !== ''
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

  private takeRest(from: number): void {
    for (let i = from; i < this.words.length; i++) {
      const word = this.words[i]
      if (word !== undefined) this.operands.push(word)
    }
  }

  private readLong(word: Word, value: string, i: number): number {
    const equals = value.indexOf('=')
    const name = equals < 0 ? value : value.slice(0, equals)
    const option = this.index.options.get(name)
    if (option === undefined) return this.unknown(name, i)
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
    if ((splits || mayBeginWithDash(word, call.isPlain)) && form.everyOptionHarmless !== true) {
      this.doubtWord(`${word.text} may be an option`)
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

  private unknown(name: string, i: number): number {
    this.unknownAt ??= i
    this.call.doubt(`${name} is an option that the tables do not know`)
    return i
  }

  private accept(option: Option, name: string, value: Operand | undefined): void {
    const { call } = this
    this.optionCount++
    if (option.harm !== undefined) call.harm(`${name} ${option.harm}`)
    if (option.destructive === true) call.destructive = true
    if (option.mark !== undefined) this.note(option.mark, value)
    for (const mark of option.also ?? []) this.note(mark, value)
    if (option.only !== undefined && !option.only.test((value && operandValue(value)) ?? '')) {
      call.harm(`${name} may do more than name a file`)
    }
    if (value === undefined || option.role === 'text') return
    if (option.role === 'script') readScript(call, this.form, value)
    else if (option.role === 'revision') call.use(afterColon(value), 'read', false, undefined)
    else if (option.mark === 'destination') this.destination = value
    else if (option.role !== 'read' || operandValue(value) !== '-')
      call.use(value, option.role, false, undefined)
  }

  private note(mark: Mark, value: Operand | undefined): void {
    this.marks ??= []
    this.marks.push(mark)
    switch (mark) {
      case 'include':
      case 'exclude':
        this.noteFilter(mark, value && operandValue(value))
        return
      case 'unfiltered':
        this.unfiltered = true
        return
      case 'directory':
        if (value !== undefined) {
          this.directories ??= []
          this.directories.push(value)
        }
        return
      case 'replaces':
        this.replaced = (value && operandValue(value)) ?? '{}'
        return
      case 'shell':
        if (value !== undefined) this.call.script(value.text, operandValue(value))
        return
      case 'alias': {
        const alias = value && ALIAS.exec(operandValue(value) ?? '')
        if (alias?.[1] !== undefined) this.call.script(alias[1], alias[1])
        return
      }
      default:
    }
  }

  private noteFilter(mark: 'include' | 'exclude', glob: string | undefined): void {
    if (this.form.syntax === 'words') {
      // Tests of find are joined by "and": any one of them bounds the names, but only for the actions after it.
      const acted = this.commands !== undefined || this.has('deletes')
      if (mark === 'include' && this.includes === undefined && glob !== undefined && !acted)
        this.includes = [glob]
      return
    }
    const negated = glob?.startsWith('!') === true
    const pattern = negated ? glob?.slice(1) : glob
    if (mark === 'exclude' || negated) {
      if (pattern === undefined || pattern.includes('/')) return
      this.excludes ??= []
      this.excludes.push(pattern)
      return
    }
    // An include may bring back what an exclude or the rule on hidden names left out.
    this.excludes = undefined
    this.marks?.push('hidden')
    if (pattern === undefined || pattern.includes('/')) this.unfiltered = true
    else {
      this.includes ??= []
      this.includes.push(pattern)
    }
  }
}

/** Judges a program in a small language that is given as an operand or an option's value. */
export function readScript(call: Call, form: Form, operand: Operand): void {
  const text = operandValue(operand)
  if (text === undefined || form.script === undefined) {
    call.harm('runs a script that is not known until it runs')
    return
  }
  const facts = form.script(text)
  for (const path of facts.reads) call.use(literalOperand(path), 'read', false, undefined)
  for (const path of facts.writes) call.use(literalOperand(path), 'write', false, undefined)
  if (facts.harm !== undefined) call.harm(facts.harm)
}

const DASH = 45
const NUMBER = /^-\d+$/
const ALIAS = /^alias\.[^=]+=!(.*)$/s

/** The file of `-L 1,5:FILE`. */
function afterColon(operand: Operand): Operand {
  const text = operandValue(operand)
  return text === undefined ? operand : literalOperand(text.slice(text.lastIndexOf(':') + 1))
}

function isTerminator(words: readonly Word[], at: number, start: number): boolean {
  const value = words[at]?.value
  return value === ';' || (value === '+' && at > start && words[at - 1]?.value === '{}')
}
