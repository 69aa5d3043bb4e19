/** Longer texts are no misspelt names; comparing costs the product of the lengths. */
const LONGEST = 60

/** The known name that an unknown one was probably meant to be: the nearest by its letters, if it is near. */
export function similarTo(unknown: string, known: readonly string[]): string | undefined {
  if (unknown.length > LONGEST) return undefined
  const text = unknown.toLowerCase()
  const near = known
    .map((name) => ({ name, away: distance(name.toLowerCase(), text) }))
    .filter(({ name, away }) => away <= mistakesIn(Math.max(name.length, text.length)))
  return near.sort((one, other) => one.away - other.away)[0]?.name
}

/** ` Did you mean listCampaigns?` for the end of a message, or nothing. */
export function didYouMean(unknown: string, known: readonly string[]): string {
  const similar = similarTo(unknown, known)
  return similar === undefined ? '' : ` Did you mean ${similar}?`
}

/** The message for a value that is not one of the `known` names; `what` says in words what they are. */
export function mustBeOneOf(
  known: readonly string[],
  value: string,
  what = `one of ${known.join(', ')}`,
): string {
  const meant = didYouMean(value, known)
  return `must be ${what}; found ${JSON.stringify(value.slice(0, 80))}${meant && `.${meant}`}`
}

/** How many mistakes a misspelt name of so many letters may have: in a short one, more make another word. */
function mistakesIn(letters: number): number {
  if (letters < 3) return 0
  return letters < 5 ? 1 : 2
}

/** The optimal string alignment distance: letters to insert, remove, change, or swap with the next one. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : change
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row.at(-1) ?? 0
}
