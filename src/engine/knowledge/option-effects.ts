/** What the options of one call come to. */
import type { Operand, Word } from '../bash/program.ts'
import { type Call, SINKS } from './call.ts'
import type { NameFilter } from './facts.ts'
import { filesIn } from './files-in.ts'
import { commandInSetting, mayRunBySetting } from './git-settings.ts'
import type { Mark } from './mark.ts'
import { NameFilters } from './name-filters.ts'
import { readScript } from './small-script.ts'
import type { Form, Option } from './table.ts'
import { literalOperand, operandValue } from './words.ts'

/** A command that stands among the options (`find -exec CMD ;`). */
export interface CommandOption {
  readonly option: Option
  readonly words: readonly Word[]
}

const OWN = { own: true } as const

/** The options that were given, and what they change. */
export class OptionEffects {
  optionCount = 0
  destination: Operand | undefined = undefined
  archive: Operand | undefined = undefined
  /** The end of the name under which a written file is kept. */
  backup: Operand | undefined = undefined
  commands: CommandOption[] | undefined = undefined
  directories: Operand[] | undefined = undefined
  /** What stands for the added operand (`xargs -I`). */
  replaced: string | undefined = undefined
  private marks: Mark[] | undefined = undefined
  private names: NameFilters | undefined = undefined

  constructor(
    protected readonly call: Call,
    protected readonly form: Form
  ) {}

  has(mark: Mark): boolean {
    return this.marks?.includes(mark) === true
  }

  get recursive(): boolean {
    return this.form.recursive === true || this.has('recursive')
  }

  get copies(): boolean {
    return this.form.copies === true && this.recursive
  }

  /** The names that a recursive use is limited to. */
  get filter(): NameFilter | undefined {
    const skipsHidden = this.form.skipsHidden === true && !this.has('hidden')
    if (this.names === undefined && !skipsHidden) return undefined
    return this.filters().filter(skipsHidden)
  }

  protected filters(): NameFilters {
    this.names ??= new NameFilters()
    return this.names
  }

  protected accept(option: Option, name: string, value: Operand | undefined): void {
    const { call } = this
    this.optionCount++
    if (option.harm !== undefined) {
      const why = `${name} ${option.harm}`
      if (option.mark === 'writes') call.edits(why)
      else call.harm(why, option.risk)
    }
    if (option.risk !== undefined && (option.harm === undefined || option.mark === 'writes')) {
      if (option.role !== 'write' || !isSink(value)) call.risk(option.risk)
    }
    if (option.spares !== undefined) call.spare(option.spares)
    if (this.form.keepsNames?.test(name) === false) this.note('unlists', undefined)
    if (option.meaning !== undefined) call.unclear(option.meaning)
    if (!isExempt(option, value)) {
      if (option.mark !== undefined) this.note(option.mark, value)
      for (const mark of option.also ?? []) this.note(mark, value)
    }
    if (isEscape(option, value)) this.escape(option, name, value)
    if (option.only !== undefined && value !== undefined) {
      const text = operandValue(value)
      if (text === undefined || !option.only.test(text))
        call.harm(`${name} ${option.otherwise ?? 'may do more than name a file'}`)
    }
    if (value !== undefined) this.take(option, value)
  }

  private take({ role, mark }: Option, value: Operand): void {
    const { call } = this
    switch (role) {
      case 'text':
      case 'shell':
      case 'setting':
      case 'checkout':
        return
      case 'script':
        readScript(call, this.form, value)
        return
      case 'revision':
        call.use(afterColon(value), 'read', false, undefined)
        return
      case 'sent':
      case 'argument':
        for (const file of filesIn(value, role)) call.use(file, 'read', false, undefined)
        return
      case 'archive':
        this.archive = value
        return
      case 'output':
        call.use(value, 'write', false, undefined)
        return
      default:
        if (mark === 'destination') this.destination = value
        else if (role !== 'read' || operandValue(value) !== '-')
          call.use(value, role, false, undefined, mark === 'own' ? OWN : undefined)
    }
  }

  private note(mark: Mark, value: Operand | undefined): void {
    this.marks ??= []
    this.marks.push(mark)
    switch (mark) {
      case 'include':
        this.include(value && operandValue(value))
        return
      case 'exclude':
        this.filters().exclude(value && operandValue(value))
        return
      case 'unfiltered':
        this.filters().drop()
        return
      case 'directory':
        if (value !== undefined) {
          this.directories ??= []
          this.directories.push(value)
        }
        return
      case 'replaces':
        this.replaced = value === undefined ? '{}' : operandValue(value)
        if (this.replaced === undefined) this.call.doubt('replaces text that is not known')
        return
      case 'backup':
        this.backup = value
        return
      case 'shell':
        if (value !== undefined) this.call.script(value.text, operandValue(value))
        return
      case 'alias': {
        const command = value && commandInSetting(operandValue(value) ?? '')
        if (command !== undefined) this.call.script(command, command)
        return
      }
      default:
    }
  }

  private escape({ command, otherwise }: Option, name: string, value: Operand | undefined): void {
    this.call.escape(`${name} ${otherwise ?? 'runs a program'}`)
    const text = value && operandValue(value)
    const run = text === undefined ? undefined : command?.exec(text)?.[1]
    if (run !== undefined) this.call.script(run, run)
  }

  private include(glob: string | undefined): void {
    if (this.form.syntax !== 'words') this.filters().include(glob)
    // A test of find bounds only the actions after it.
    else if (this.commands === undefined && !this.has('deletes')) this.filters().require(glob)
  }
}

/** Output that is shown, or thrown away. */
function isSink(value: Operand | undefined): boolean {
  const name = value && operandValue(value)
  return name === '-' || (name !== undefined && SINKS.has(name))
}

/** Whether the option takes the mark. */
export const hasMark = (option: Option, mark: Mark): boolean =>
  option.mark === mark || option.also?.includes(mark) === true

/** A value that is not known may be any. */
function isEscape(option: Option, value: Operand | undefined): boolean {
  if (!hasMark(option, 'escape')) return false
  if (option.mark === 'alias') return value === undefined || mayRunBySetting(value)
  const text = value && operandValue(value)
  return text === undefined || option.unless?.test(text) !== true
}

function isExempt({ unless }: Option, value: Operand | undefined): boolean {
  return unless !== undefined && value !== undefined && unless.test(operandValue(value) ?? '')
}

/** The file of `-L 1,5:FILE`. */
function afterColon(operand: Operand): Operand {
  const text = operandValue(operand)
  return text === undefined ? operand : literalOperand(text.slice(text.lastIndexOf(':') + 1))
}
