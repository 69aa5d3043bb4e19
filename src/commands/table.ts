/** What a cell shows where there is nothing. */
const NONE = '–'

/**
 * Rows as lines of aligned columns below their titles; numbers go to the right. Long texts are not cut, so that
 * they can be copied.
 */
export function table(
  titles: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const texts = [titles, ...rows.map((row) => row.map((cell) => String(cell ?? NONE)))]
  const widths = titles.map((_, column) =>
    Math.max(...texts.map((row) => lengthOf(row[column] as string))),
  )
  const isNumeric = titles.map((_, column) =>
    rows.every((row) => typeof row[column] === 'number' || row[column] === null),
  )
  return texts
    .map((row) =>
      row
        .map((text, column) => {
          const blanks = ' '.repeat((widths[column] as number) - lengthOf(text))
          return isNumeric[column] ? blanks + text : text + blanks
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `2026-01-15 09:30` of an ISO 8601 time in UTC; null stays null. */
export function minuteOf(time: string | null): string | null {
  return time === null ? null : time.slice(0, 16).replace('T', ' ')
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function printJson(data: unknown): void {
  print(JSON.stringify(data, null, 2))
}

// Characters, not UTF-16 units: names may hold any.
function lengthOf(text: string): number {
  return [...text].length
}
