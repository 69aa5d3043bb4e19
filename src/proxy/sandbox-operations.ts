import { didYouMean } from '../schema/similar.ts'

const ALL = 'all'

/**
 * The operations of `--sandbox`: operationIds, also several in one text with commas, or `all`. `refuse` makes the error
 * for another name.
 */
export function readOperations(
  given: readonly string[],
  known: readonly string[],
  refuse: (message: string) => Error,
): string[] {
  const names = given
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const unknown = names.find((name) => name !== ALL && !known.includes(name))
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, [...known, ALL])
    throw refuse(
      `must be operations such as getRankings, or ${ALL}; found ${JSON.stringify(unknown)}.${hint}`,
    )
  }
  return names.includes(ALL) ? [...known] : [...new Set(names)]
}
