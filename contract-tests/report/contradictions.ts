import type { Failure, ReportedExchange, RunResult } from './result.ts'

/** A contradiction, with everything in the run that showed it. */
export interface Contradiction extends Omit<Failure, 'operation'> {
  /** Id of the fact, or `assumption`. */
  name: string
  mark: 'fail' | 'known'
  /** The statement, and whose it is: `§8 says: …`. */
  claim: string
  /** operationIds in the order of the run. */
  operations: string[]
  /** Titles of the checks that found it. */
  checks: string[]
}

/** A missing header is missing from every response: one contradiction with many operations, not one for each check. */
export function contradictionsOf(result: RunResult): Contradiction[] {
  const found = new Map<string, Contradiction>()
  for (const check of result.checks) {
    for (const failure of check.failures) {
      const { fact, statement, expected, actual, known, by } = failure
      const key = JSON.stringify([fact ?? statement, expected, actual, known, by])
      const same = found.get(key)
      found.set(key, same ? merged(same, failure, check.title) : first(failure, check.title))
    }
  }
  const ledger = new Map(result.facts.map(({ id }, index) => [id, index]))
  const place = ({ fact }: Contradiction) => ledger.get(fact ?? '') ?? ledger.size
  return [...found.values()].sort(
    (a, b) => Number(a.known !== undefined) - Number(b.known !== undefined) || place(a) - place(b),
  )
}

function first({ operation, ...failure }: Failure, check: string): Contradiction {
  const { fact, section, statement, known } = failure
  return {
    ...failure,
    name: fact ?? 'assumption',
    mark: known ? 'known' : 'fail',
    claim: `${fact ? `${section} says` : 'our assumption'}: ${statement}`,
    operations: operation ? [operation] : [],
    checks: [check],
  }
}

function merged(same: Contradiction, failure: Failure, check: string): Contradiction {
  return {
    ...same,
    operations: union(same.operations, failure.operation),
    checks: union(same.checks, check),
    occurrences: same.occurrences + failure.occurrences,
    requests: [...new Set([...(same.requests ?? []), ...(failure.requests ?? [])])].toSorted(
      (one, other) => one - other,
    ),
    exchange: smaller(same.exchange, failure.exchange),
  }
}

/** The exchange that takes fewer requests to repeat. */
function smaller(
  one: ReportedExchange | undefined,
  other: ReportedExchange | undefined,
): ReportedExchange | undefined {
  const weight = ({ script }: ReportedExchange) => script?.split('\n').length ?? 0
  return one && other && weight(other) < weight(one) ? other : (one ?? other)
}

function union(names: string[], name: string | undefined): string[] {
  return name === undefined || names.includes(name) ? names : [...names, name]
}

/** Counts a fact that is contradicted in several ways once. */
export function distinct(contradictions: Contradiction[]): number {
  return new Set(contradictions.map(({ fact, statement }) => fact ?? statement)).size
}
