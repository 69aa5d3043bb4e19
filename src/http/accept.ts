/**
 * Whether an Accept header (RFC 9110 §12.5.1) ranks media type `type` above `usual`, which is what is sent
 * otherwise: without the header, to a caller that takes neither, and where both rank alike, since the order
 * of the ranges says nothing. Of two with the same weight the one that is named ranks above one that only a
 * wildcard covers.
 */
export function prefersTo(accept: string | undefined, type: string, usual: string): boolean {
  if (accept === undefined) return false
  const ranges = accept.split(',').map(readRange)
  const [wanted, other] = [rankOf(ranges, type), rankOf(ranges, usual)]
  if (wanted.weight === 0) return false
  if (wanted.weight !== other.weight) return wanted.weight > other.weight
  return wanted.precision > other.precision
}

interface Range {
  /** In lower case, without parameters; stars where any will do. */
  name: string
  /** 0–1, and 0 for what the caller does not take. */
  weight: number
}

function readRange(text: string): Range {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((part) => part.startsWith('q='))?.slice(2)
  const number = weight === undefined ? 1 : Number(weight)
  return { name, weight: number >= 0 && number <= 1 ? number : 1 }
}

/** The weight that the most precise range gives a type, and how precise that range is. */
function rankOf(ranges: readonly Range[], type: string): { weight: number; precision: number } {
  const names = ['*/*', type.replace(/\/.*/, '/*'), type]
  for (let precision = names.length - 1; precision >= 0; precision--) {
    const range = ranges.find(({ name }) => name === names[precision])
    if (range) return { weight: range.weight, precision }
  }
  return { weight: 0, precision: -1 }
}
