/** Parses the complete part of truncated JSON. */
export function readCutJson(text: string): { value: unknown } | undefined {
  const { end, open } = lastWhole(text)
  if (end === 0) return undefined
  try {
    return { value: JSON.parse(text.slice(0, end) + open.toReversed().join('')) }
  } catch {
    return undefined
  }
}

const STRING = /"(?:[^"\\]|\\.)*"/y
const SCALAR = /[^\s,:{}[\]"]+/y

/** The end of the last complete value, and the brackets to close there. */
function lastWhole(text: string): { end: number; open: string[] } {
  const closers: string[] = []
  let whole = { end: 0, open: [] as string[] }
  let isName = false
  for (let at = 0; at < text.length; ) {
    const character = text[at]
    if (character === '"' || !/[\s,:{}[\]]/.test(character as string)) {
      const end = endOf(character === '"' ? STRING : SCALAR, text, at)
      // A number at the end of the text may be incomplete.
      if (end === undefined || (character !== '"' && end === text.length)) return whole
      at = end
      if (isName) isName = false
      else whole = { end, open: [...closers] }
      continue
    }
    at += 1
    if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']')
      isName = character === '{'
      whole = { end: at, open: [...closers] }
    } else if (character === '}' || character === ']') {
      if (closers.pop() !== character) return whole
      isName = false
      whole = { end: at, open: [...closers] }
    } else if (character === ',') isName = closers.at(-1) === '}'
  }
  return whole
}

function endOf(pattern: RegExp, text: string, at: number) {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}
