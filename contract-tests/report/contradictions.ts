import type { Failure, KnownFailure, ReportedExchange, RunResult } from './result.ts'
import { enumerate } from './wording.ts'

/** The same contradiction, wherever in the run it was met. */
export interface Contradiction {
  fact?: string
  section: string
  statement: string
  expected: string
  actual: string
  known?: KnownFailure
  /** operationIds, in the order in which they were met. */
  operations: string[]
  occurrences: number
  /** Titles of the checks that met it. */
  checks: string[]
  exchange?: ReportedExchange
}

/**
 * A header that is missing is missing from every response: one contradiction with many operations,
 * not one for each check that came past it.
 */
export function contradictionsOf(result: RunResult): Contradiction[] {
  const found = new Map<string, Contradiction>()
  for (const check of result.checks) {
    for (const failure of check.failures) {
      const key = JSON.stringify([
        failure.fact ?? failure.statement,
        failure.expected,
        failure.actual,
        failure.known,
      ])
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
  return { ...failure, operations: operation ? [operation] : [], checks: [check] }
}

function merged(same: Contradiction, failure: Failure, check: string): Contradiction {
  return {
    ...same,
    operations: union(same.operations, failure.operation),
    checks: union(same.checks, check),
    occurrences: same.occurrences + failure.occurrences,
    exchange: same.exchange ?? failure.exchange,
  }
}

function union(names: string[], name: string | undefined): string[] {
  return name === undefined || names.includes(name) ? names : [...names, name]
}

/** A fact that is contradicted in three ways is one fact. */
export function distinct(contradictions: Contradiction[]): number {
  return new Set(contradictions.map(({ fact, statement }) => fact ?? statement)).size
}

/** `37 times, in listCampaigns and verifyToken` */
export function seen({ occurrences, operations }: Contradiction): string {
  const times = occurrences === 1 ? 'once' : `${occurrences} times`
  return operations.length > 0 ? `${times}, in ${enumerate(operations)}` : times
}

/** `accepted by team-gateway until 2026-06-30: API-412` */
export function knownUntil({ owner, expires, reason }: KnownFailure): string {
  return `accepted by ${owner} until ${expires}${reason ? `: ${reason}` : ''}`
}

/** `401 application/json` */
export function answerOf({ status, responseHeaders }: ReportedExchange): string {
  if (status === undefined) return 'no response'
  const type = Object.entries(responseHeaders).find(([name]) => /^content-type$/i.test(name))
  return type ? `${status} ${type[1]}` : String(status)
}
