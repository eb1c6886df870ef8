/** Forms with their names, options and subcommands in maps, built once when the tables are loaded. */
import type { Form, Option } from './table.ts'

export interface FormIndex {
  readonly form: Form
  readonly options: ReadonlyMap<string, Option>
  readonly subcommands: ReadonlyMap<string, FormIndex> | undefined
}

function indexForm(form: Form): FormIndex {
  const options = new Map<string, Option>()
  for (const option of form.options ?? []) {
    for (const name of option.names) options.set(name, option)
  }
  return { form, options, subcommands: form.subcommands && indexForms(form.subcommands) }
}

export function indexForms(forms: readonly Form[]): Map<string, FormIndex> {
  const index = new Map<string, FormIndex>()
  for (const form of forms) {
    const entry = indexForm(form)
    for (const name of form.names) index.set(name, entry)
  }
  return index
}
