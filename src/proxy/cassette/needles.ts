/** A text that is searched for, and what takes its place. `around`: the text up to which the match is extended. */
export interface Needle {
  text: string
  replace: (found: string) => string
  /** Characters that belong to the match, too, before and after the text: with part of them, the secret would still be there. */
  around?: RegExp
  /** Matches whole words only. */
  isWord?: boolean
}

/** Needles with the same first characters. */
interface Bucket {
  /** Their lengths, the longest first. */
  lengths: number[]
  byText: Map<string, Needle>
}

const SHORTEST = 6
const WORD = /[\p{L}\p{N}_]/u

/**
 * Finds any of many texts in one pass. A pattern with thousands of alternatives would have to be compiled again for each new
 * one, and takes time for each at every character.
 */
export class Needles {
  readonly #byStart = new Map<string, Bucket>()
  /** Whether any begins with two characters of these low bytes: most of a text is passed over by it. */
  readonly #pairs = new Uint8Array(1 << 16)

  add(needle: Needle): void {
    const { text } = needle
    if (text.length < SHORTEST) return
    const start = text.slice(0, SHORTEST)
    const bucket: Bucket = this.#byStart.get(start) ?? { lengths: [], byText: new Map() }
    if (bucket.byText.has(text)) return
    bucket.byText.set(text, needle)
    if (!bucket.lengths.includes(text.length)) {
      bucket.lengths.push(text.length)
      bucket.lengths.sort((one, other) => other - one)
    }
    this.#byStart.set(start, bucket)
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
      const bucket = this.#byStart.get(text.slice(start, start + SHORTEST))
      for (const length of bucket?.lengths ?? []) {
        const needle = bucket?.byText.get(text.slice(start, start + length))
        const end = start + length
        if (needle && (!needle.isWord || isWordAt(text, start, end))) return { needle, start, end }
      }
    }
    return undefined
  }
}

function pairAt(text: string, index: number): number {
  return ((text.charCodeAt(index) & 0xff) << 8) | (text.charCodeAt(index + 1) & 0xff)
}

function isWordAt(text: string, start: number, end: number): boolean {
  return !WORD.test(text[start - 1] ?? ' ') && !WORD.test(text[end] ?? ' ')
}
