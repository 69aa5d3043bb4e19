import { Judge, type Judged } from '../checks/check.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { Exchange } from '../http/exchange.ts'
import { outcomeOf } from '../http/reading.ts'
import { factOf, operations } from '../specification/documents.ts'
import type { Observed } from './observed.ts'
import { presented } from './presented.ts'
import { suspicionsIn } from './suspicions.ts'
import type { Finding } from './violation.ts'

const TITLE = 'shows what it was asked to do, in the requests of apps'

/**
 * Facts that exchanges contradict together: writes and what reads show of them, keys and what they may do. The exchanges
 * must be without a gap. A read may be late: what a write did is judged from the second answer on that shows it wrong.
 */
export function judgeSequences(observed: readonly Observed[], evidence: Evidence): Judged {
  const began = performance.now()
  const { settings } = evidence
  const copies = new Map(evidence.exchanges.map((each) => [placeOf(each), each]))
  const suspicions = suspicionsIn(observed, settings.baseUrl)
  const judge = new Judge(settings)
  for (const found of suspicions) {
    const copy = copies.get(placeOf(found.exchange))
    judge.fails(found.fact, { ...found, exchange: copy ?? presented(found.exchange, settings) })
  }
  const { failures, held, seen } = judge
  const result = {
    section: '4',
    title: TITLE,
    facts: [...new Set(failures.flatMap(({ fact }) => fact ?? []))],
    verdict: failures.length > 0 ? ('fail' as const) : ('undetermined' as const),
    ...(failures.length === 0 && {
      reason: 'nothing in the traffic contradicts another part of it',
    }),
    failures,
    durationMs: performance.now() - began,
  }
  return { result, held, seen }
}

/** The same as violations, each with the exchange that completed it. Keys are not masked. */
export function relatedFindings(
  observed: readonly Observed[],
  baseUrl: string,
): { finding: Finding; exchange: Observed }[] {
  return suspicionsIn(observed, baseUrl).map(({ fact, expected, actual, exchange }) => {
    const { section, statement } = factOf(fact)
    const { method, operation } = exchange
    const template = operations.find((each) => each.operation === operation)?.path
    const finding = {
      kind: 'contradicts_stated' as const,
      direction: 'response' as const,
      ...(operation !== undefined && { operation }),
      fact,
      section,
      statement,
      method,
      path: template ?? new URL(exchange.url).pathname,
      expected,
      actual: actual ?? outcomeOf(exchange),
    }
    return { finding, exchange }
  })
}

/** Finds the copy of an exchange in the evidence. */
function placeOf({ startedAt, method, url }: Exchange): string {
  return `${startedAt} ${method} ${url}`
}
