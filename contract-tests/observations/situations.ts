import type { Evidence } from '../evidence/evidence.ts'
import type { JourneyStep, StepGroup } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { errorCode, isObject } from '../http/reading.ts'

/** Failures of the main key by step or group of steps. */
const BY_STEP: Partial<Record<JourneyStep | StepGroup, string>> = {
  without: 'invalid_input',
  'wrong type': 'invalid_input',
  'malformed:cut off': 'malformed_body',
  'malformed:no JSON': 'malformed_body',
  'malformed:update': 'malformed_body',
  deleted: 'unknown_resource',
  'unknown path': 'unknown_path',
  'wrong method': 'wrong_method',
  'other content type': 'unsupported_media_type',
  'probe:malformed id:getCampaign': 'malformed_id',
  'probe:malformed id:getCampaignAnalytics': 'malformed_id',
}

/** The kind of a failure, as in `x-failures` of the document; undefined if the reason is not clear. */
function situationOf(evidence: Evidence, exchange: Exchange): string | undefined {
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
  const situation = situationOfStep(evidence, exchange)
  // The code for an unknown id is stated (§7); another code is about something else.
  return situation === 'unknown_resource' && code !== 'not_found' ? undefined : situation
}

/** Refusals by kind, if the reason is clear. */
export function bySituation(evidence: Evidence, refusals: Exchange[]): Map<string, Exchange[]> {
  const found = new Map<string, Exchange[]>()
  for (const exchange of refusals) {
    const situation = situationOf(evidence, exchange)
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

function situationOfStep(evidence: Evidence, exchange: Exchange): string | undefined {
  const steps = evidence
    .stepsOf(exchange)
    // A repeated request fails like the first.
    .map((step) => step.replace(/^again:/, '') as JourneyStep)
    .flatMap((step) => [step, step.split(':')[0] as StepGroup])
  return steps.map((step) => BY_STEP[step]).find((situation) => situation !== undefined)
}
