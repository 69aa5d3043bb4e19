/** The name that an unknown one was probably meant to be, by its letters. */
export function similarTo(unknown: string, known: readonly string[]): string | undefined {
  return known.find((name) => distance(name.toLowerCase(), unknown.toLowerCase()) <= 2)
}

/** The Levenshtein distance: the number of letters to insert, remove or change. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)

  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const change = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(change, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }

  return row.at(-1) ?? 0
}
