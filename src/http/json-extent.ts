const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
/** Bytes of a string after which it is long: for each call of native code as many are looked at. */
const LONG = 100
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** What a JSON text may be at most. An empty array or object counts as two values, as if something were in it. */
export interface Extent {
  depth: number
  values: number
}

/**
 * In what a JSON text, in UTF-8, goes beyond `most`: how deep its arrays and objects stand in each other, or how many
 * values they hold. Counts brackets and commas alone, so that it takes a hundredth of what parsing the same takes.
 */
export function excessOf(text: Uint8Array, most: Extent): keyof Extent | undefined {
  let level = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case ARRAY:
      case OBJECT:
        level++
        values++
        if (level > most.depth) return 'depth'
        if (values > most.values) return 'values'
        break
      case COMMA:
        values++
        if (values > most.values) return 'values'
        break
      case ARRAY_END:
      case OBJECT_END:
        level--
    }
  }
  return undefined
}

/** Where the string ends that begins at `at`; the end of the text if nowhere. */
function endOfString(text: Uint8Array, at: number): number {
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === QUOTE) return next
    if (text[next] === BACKSLASH) next++
    // A string that is long and plain until here may well be until its end.
    else if (next === at + LONG) next = endOfPlain(text, next) - 1
  }
  return text.length
}

/** Where what needs no look at each byte ends. */
function endOfPlain(text: Uint8Array, at: number): number {
  const quote = text.indexOf(QUOTE, at)
  const plain = text.subarray(at, quote < 0 ? undefined : quote)
  const backslash = plain.indexOf(BACKSLASH)
  return at + (backslash < 0 ? plain.length : backslash)
}
