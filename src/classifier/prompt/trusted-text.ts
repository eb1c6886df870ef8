/** Text that the model may take for ours. Nothing that a caller or an agent wrote can become one. */
import { encodeJson } from './encoding.ts'

/** Of the entries of settings, which hold 4,096 bytes at most, none is longer. */
const MAX_LINE = 32_768

/** Made of literals of this code, numbers, other such texts, and the organisation's lines. */
export class TrustedText {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  /** As a template tag: what is interpolated must be trusted itself. */
  static of(literals: TemplateStringsArray, ...values: readonly (TrustedText | number)[]): TrustedText {
    return new TrustedText(
      literals.map((literal, index) => `${literal}${values[index]?.toString() ?? ''}`).join('')
    )
  }

  /** A line of the trusted layers of settings, in one line whatever is in it. Undefined: it is too long. */
  static ofOrganisation(line: string): TrustedText | undefined {
    const json = encodeJson(line, MAX_LINE)
    return json === undefined ? undefined : new TrustedText(json)
  }

  static joined(texts: readonly TrustedText[], separator: '\n' | '\n\n'): TrustedText {
    return new TrustedText(texts.join(separator))
  }

  get length(): number {
    return this.#text.length
  }

  toString(): string {
    return this.#text
  }
}

export const trusted = TrustedText.of
