/** JSON in which a key stands twice: readers disagree on what it says. */
import { visit } from 'jsonc-parser'

/** Whether an object of the text has a key twice. Of text that is JSON. */
export function repeatsKey(text: string): boolean {
  const open: Set<string>[] = []
  let repeats = false
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key) => {
      const keys = open.at(-1)
      if (keys?.has(key) === true) repeats = true
      keys?.add(key)
    }
  })
  return repeats
}
