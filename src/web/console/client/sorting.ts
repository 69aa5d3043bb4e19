/** The order of a table by one of its columns, as in the address: `position` or `-position` for descending. */
export interface Sorting<Name extends string = string> {
  by: Name
  descending: boolean
}

/** Reads the order from the address; `fallback` if it names no column. */
export function sortingIn<Name extends string>(
  text: string,
  names: readonly Name[],
  fallback: Sorting<Name>,
): Sorting<Name> {
  const descending = text.startsWith('-')
  const by = names.find((name) => name === text.slice(descending ? 1 : 0))
  return by === undefined ? fallback : { by, descending }
}

export const sortingText = ({ by, descending }: Sorting) => `${descending ? '-' : ''}${by}`

/** The order after a press on a column: the other direction if it is sorted by it, otherwise ascending. */
export function nextSorting<Name extends string>(now: Sorting<Name>, by: Name): Sorting<Name> {
  return { by, descending: now.by === by && !now.descending }
}

type Value = string | number | boolean | null | undefined

const WORDS = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The rows in order. Rows without a value are last in both directions, and equal rows keep their order. */
export function sorted<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => Value,
  descending = false,
): Row[] {
  const sign = descending ? -1 : 1
  return rows
    .map((row) => ({ row, value: keyOf(row) ?? null }))
    .toSorted((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null)
      return sign * compared(a.value, b.value)
    })
    .map(({ row }) => row)
}

function compared(a: NonNullable<Value>, b: NonNullable<Value>): number {
  if (typeof a === 'string' && typeof b === 'string') return WORDS.compare(a, b)
  return Number(a) - Number(b)
}

/** The rows with every word of `search` in one of their texts, ignoring case and accents. */
export function found<Row>(
  rows: readonly Row[],
  search: string,
  textsOf: (row: Row) => readonly string[],
): Row[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...rows]
  return rows.filter((row) => {
    const texts = textsOf(row).map(plain)
    return words.every((word) => texts.some((text) => text.includes(word)))
  })
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
