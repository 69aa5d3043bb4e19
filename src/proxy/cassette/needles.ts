/** A text that is searched for, and what takes its place. `around`: the text up to which the match is extended. */
export interface Needle {
  text: string
  replace: (found: string) => string
  /** Characters that belong to the match, too, before and after the text: with part of them, the secret would still be there. */
  around?: RegExp
  /** Matches whole words only. */
  isWord?: boolean
}

const SHORTEST = 6
const WORD = /[\p{L}\p{N}_]/u

/**
 * Finds any of many texts in one pass. A pattern with thousands of alternatives would have to be compiled again for each new
 * one, and takes time for each at every character.
 */
export class Needles {
  /** By their first characters, the longest first. */
  readonly #byStart = new Map<string, Needle[]>()
  /** Whether any begins with two characters of these low bytes: most of a text is passed over by it. */
  readonly #pairs = new Uint8Array(1 << 16)

  add(needle: Needle): void {
    const { text } = needle
    if (text.length < SHORTEST) return
    const start = text.slice(0, SHORTEST)
    const same = this.#byStart.get(start) ?? []
    if (same.some((each) => each.text === text)) return
    same.push(needle)
    same.sort((one, other) => other.text.length - one.text.length)
    this.#byStart.set(start, same)
    this.#pairs[pairAt(text, 0)] = 1
  }

  get isEmpty(): boolean {
    return this.#byStart.size === 0
  }

  isIn(text: string): boolean {
    return this.#next(text, 0) !== undefined
  }

  /** `replace` is used for all, if it is given. */
  replaceIn(text: string, replace?: Needle['replace']): string {
    let result = ''
    let done = 0
    for (let hit = this.#next(text, 0); hit; hit = this.#next(text, done)) {
      const { needle } = hit
      let { start, end } = hit
      if (needle.around) {
        while (start > done && needle.around.test(text[start - 1] as string)) start -= 1
        while (end < text.length && needle.around.test(text[end] as string)) end += 1
      }
      result += text.slice(done, start) + (replace ?? needle.replace)(text.slice(start, end))
      done = end
    }
    return done === 0 ? text : result + text.slice(done)
  }

  #next(text: string, from: number): { needle: Needle; start: number; end: number } | undefined {
    if (this.isEmpty) return undefined
    for (let start = from; start <= text.length - SHORTEST; start += 1) {
      if (this.#pairs[pairAt(text, start)] === 0) continue
      const candidates = this.#byStart.get(text.slice(start, start + SHORTEST))
      const needle = candidates?.find((each) => isAt(text, start, each))
      if (needle) return { needle, start, end: start + needle.text.length }
    }
    return undefined
  }
}

function pairAt(text: string, index: number): number {
  return ((text.charCodeAt(index) & 0xff) << 8) | (text.charCodeAt(index + 1) & 0xff)
}

function isAt(text: string, start: number, needle: Needle): boolean {
  if (!text.startsWith(needle.text, start)) return false
  if (!needle.isWord) return true
  const before = text[start - 1] ?? ' '
  const after = text[start + needle.text.length] ?? ' '
  return !WORD.test(before) && !WORD.test(after)
}
