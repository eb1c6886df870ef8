/** Moving through text by patterns. */

/** A place in a stretch of text that moves forward. */
export class TextCursor {
  protected at: number

  constructor(
    protected readonly text: string,
    start: number,
    protected readonly end: number
  ) {
    this.at = start
  }

  /** Where it has come to. */
  get place(): number {
    return this.at
  }

  /** Moves over what a sticky pattern matches here. */
  protected match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found === null || pattern.lastIndex > this.end) return undefined
    this.at = pattern.lastIndex
    return found
  }

  /** Moves over exactly this text. */
  protected skip(text: string): boolean {
    if (!this.text.startsWith(text, this.at) || this.at + text.length > this.end) return false
    this.at += text.length
    return true
  }

  /** The character here; empty at the end. */
  protected char(): string {
    return this.at < this.end ? (this.text[this.at] ?? '') : ''
  }
}
