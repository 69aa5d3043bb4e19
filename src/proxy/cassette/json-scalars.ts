/** Names of the members around a value, the outermost first; `''` for an element of a list and for the whole text. */
type Place = readonly string[]

/** What stands in place of a text or a number; the same to keep it. */
type Change = (value: string, place: Place, isNumber: boolean) => string

const TOKEN = /["{}[\]]|-?\d[\d.eE+-]*/g
const COLON = /\s*:/y

/**
 * Replaces values in JSON, and leaves all else as it is written: white space, escapes and long numbers. A replacement is a
 * text. The JSON may be cut off, be several documents, or only a part of the text, as in events of a stream or the script of a
 * page. Takes linear time for any text.
 */
export function mapScalars(text: string, change: Change): string {
  const place = ['']
  let result = ''
  let done = 0
  const token = new RegExp(TOKEN)
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [symbol] = found
    const start = found.index
    if (symbol === '{' || symbol === '[') {
      place.push('')
    } else if (symbol === '}' || symbol === ']') {
      if (place.length > 1) place.pop()
    } else {
      const isNumber = symbol !== '"'
      const end = isNumber ? token.lastIndex : endOfText(text, start + 1)
      token.lastIndex = end
      const value = isNumber ? symbol : unquoted(text.slice(start, end))
      COLON.lastIndex = end
      if (!isNumber && COLON.test(text)) {
        place[place.length - 1] = value
        continue
      }
      const changed = change(value, place, isNumber)
      if (changed === value) continue
      result += text.slice(done, start) + JSON.stringify(changed)
      done = end
    }
  }
  return result + text.slice(done)
}

/** The index after the quote that ends a text which began before `start`. */
function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let escapes = quote
    while (escapes > start && text[escapes - 1] === '\\') escapes -= 1
    if ((quote - escapes) % 2 === 0) return quote + 1
  }
  return text.length
}

function unquoted(literal: string): string {
  if (!literal.includes('\\'))
    return literal.endsWith('"') ? literal.slice(1, -1) : literal.slice(1)
  try {
    return JSON.parse(literal) as string
  } catch {
    // Cut off, or not JSON.
    return literal.replace(/^"|"$/g, '')
  }
}
