import type { Evidence } from '../evidence/evidence.ts'
import type { Situation } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { errorCode, isObject } from '../http/reading.ts'

/** Failures of the main key by what was tried. */
const BY_SITUATION: Partial<Record<Situation, string>> = {
  'invalid input': 'invalid_input',
  'malformed body': 'malformed_body',
  'deleted campaign': 'unknown_resource',
  'unknown path': 'unknown_path',
  'wrong method': 'wrong_method',
  'other content type': 'unsupported_media_type',
  'malformed id': 'malformed_id',
}

/** The kind of a failure, as in `x-failures` of the document; undefined if the reason is not clear. */
function situationOf(exchange: Exchange, tried: Map<Exchange, Situation[]>): string | undefined {
  const { credential } = exchange
  const code = errorCode(exchange)
  if (credential === 'anonymous') return exchange.operation && 'missing_credential'
  if (credential === 'misspelled' || credential === 'revoked') return 'invalid_credential'
  if (credential === 'restricted') {
    return code === 'insufficient_permissions' ? 'permission_denied' : undefined
  }
  if (credential === 'limited') {
    return code === 'rate_limit_exceeded' ? 'quota_exceeded' : undefined
  }
  const situation = (tried.get(exchange) ?? [])
    .map((each) => BY_SITUATION[each])
    .find((each) => each !== undefined)
  // The code for an unknown id is stated (§7); another code is about something else.
  return situation === 'unknown_resource' && code !== 'not_found' ? undefined : situation
}

/** Refusals by kind, if the reason is clear. */
export function bySituation(evidence: Evidence, refusals: Exchange[]): Map<string, Exchange[]> {
  const tried = new Map<Exchange, Situation[]>()
  for (const [situation, exchange] of evidence.situations) {
    tried.set(exchange, [...(tried.get(exchange) ?? []), situation])
  }
  const found = new Map<string, Exchange[]>()
  for (const exchange of refusals) {
    const situation = situationOf(exchange, tried)
    if (situation) found.set(situation, [...(found.get(situation) ?? []), exchange])
  }
  return found
}

/** Status and code of a refusal, as JSON to compare. */
export function answerTo(exchange: Exchange): string {
  return JSON.stringify({ status: exchange.response?.status, code: errorCode(exchange) ?? null })
}

/** The answer of most operations, each counted once; of several, the first by its text. */
export function usualAnswer(exchanges: Exchange[]): string {
  const pairs = new Set(
    exchanges.map((each) => JSON.stringify([answerTo(each), each.operation ?? each.method])),
  )
  const counts = new Map<string, number>()
  for (const pair of pairs) {
    const [answer] = JSON.parse(pair) as [string]
    counts.set(answer, (counts.get(answer) ?? 0) + 1)
  }
  const inOrder = [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
  return inOrder.reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

export function quoted(situation: string): string {
  return `"${situation.replaceAll('_', ' ')}"`
}

export function statusAndCode(answer: unknown): string {
  const { status, code } = isObject(answer) ? answer : {}
  return `${status} ${code ?? 'without a code'}`
}
