import { Judge } from '../checks/check.ts'
import { sections } from '../checks/sections.ts'
import { Evidence } from '../evidence/evidence.ts'
import { isAuthenticationError } from '../evidence/verification.ts'
import { isCsv } from '../http/csv.ts'
import { quotaOf, resetUnit } from '../http/quota.ts'
import { dataOf, errorCode, hasNoBody, refused, succeeded } from '../http/reading.ts'
import { chanceOf } from '../http/retry-policy.ts'
import type { Settings } from '../http/settings.ts'
import type { Assumptions } from '../observations/assumed.ts'
import { statusAndCode } from '../observations/situations.ts'
import type { Failure } from '../report/result.ts'
import { operations } from '../specification/documents.ts'
import { ALONE } from './alone.ts'
import { prefixOf, sentKey } from './requests.ts'
import type { Observed } from './result.ts'

/** The checks that one exchange decides, with their sections. */
export const CHECKS = [
  ...Object.entries(sections).flatMap(([section, checks]) =>
    checks.flatMap((check) =>
      check.each ? [{ section, title: check.title, each: check.each }] : [],
    ),
  ),
  ...ALONE.map(({ title, facts, each }) => ({ section: facts[0]?.[0] ?? '', title, each })),
]

/** Whether a response says something about the service: not lost, cut off or made by a proxy in between. */
export function isTelling(exchange: Observed): boolean {
  return chanceOf(exchange) === undefined && exchange.broken?.kind !== 'skipped'
}

/** The stated facts that a response contradicts by itself. */
export function contradictions(exchange: Observed, settings: Settings): Failure[] {
  if (!isTelling(exchange)) return []
  const own = { ...settings, tokens: { main: ownToken(exchange) } }
  // Without a body, only the headers can be judged.
  const judged = withoutOperation(exchange)
  const evidence = new Evidence(own, [judged])
  const judge = new Judge(own)
  for (const { each } of CHECKS) each?.(judge, judged, evidence)
  return judge.failures
}

/** The key of a request that it works for: a text that is no key may be repeated. */
function ownToken(exchange: Observed): string {
  const key = sentKey(exchange)
  return key.form === 'bearer' && succeeded(exchange) ? key.token : NO_KEY
}

/** No response contains it. */
const NO_KEY = '\u0000no key'

function withoutOperation(exchange: Observed): Observed {
  if (!hasNoBody(exchange)) return exchange
  const { operation: _, ...rest } = exchange
  return rest
}

/** Why no operation of the document serves a request. */
export type RouteProblem = 'unknown_path' | 'wrong_method' | 'malformed_request'

/** How a response differs from our assumptions. */
export interface Difference {
  statement: string
  expected: string
  actual: string
}

/** The most members that one response is reported for. */
const MOST_MEMBERS = 20

/** The differences between a response and the document's assumptions, where the specification is silent. */
export function differences(
  exchange: Observed,
  assumptions: Assumptions,
  routing?: RouteProblem,
): Difference[] {
  const { operation, response } = exchange
  if (!response || !isTelling(exchange) || hasNoBody(exchange)) return []
  return [
    ...(refused(exchange)
      ? failureDifferences(exchange, assumptions, routing)
      : successDifferences(exchange, assumptions)),
    ...unitDifference(exchange, assumptions),
    ...(operation === undefined || !succeeded(exchange) || isCsv(exchange)
      ? []
      : undeclared(assumptions, operation, dataOf(exchange))),
  ]
}

function successDifferences(exchange: Observed, assumptions: Assumptions): Difference[] {
  const { operation = '', response } = exchange
  const status = assumptions.successStatus(operation)
  if (status !== undefined && response?.status !== status) {
    return [
      {
        statement: `${operation} returns ${status} on success.`,
        expected: `status ${status}`,
        actual: `status ${response?.status}`,
      },
    ]
  }
  return documentDifferences(exchange, assumptions)
}

function failureDifferences(
  exchange: Observed,
  assumptions: Assumptions,
  routing: RouteProblem | undefined,
): Difference[] {
  // The key may be looked at first.
  const isOfRoute = routing !== undefined && !isAuthenticationError(exchange)
  const situation = isOfRoute ? routing : situationOf(exchange)
  const assumed = situation && assumptions.failure(situation, exchange.operation)
  if (!situation || !assumed) return documentDifferences(exchange, assumptions)
  const code = errorCode(exchange) ?? null
  if (assumed.status === exchange.response?.status && assumed.code === code) return []
  const wanted = statusAndCode(assumed)
  return [
    {
      statement: `The failure "${situation.replaceAll('_', ' ')}" returns ${wanted}.`,
      expected: wanted,
      actual: statusAndCode({ status: exchange.response?.status, code }),
    },
  ]
}

function documentDifferences(exchange: Observed, assumptions: Assumptions): Difference[] {
  const { operation, response } = exchange
  const expected = `a response that the document allows for status ${response?.status}`
  const statement = `${operation} matches the document.`
  return assumptions.problems(exchange).map((actual) => ({ statement, expected, actual }))
}

function undeclared(assumptions: Assumptions, operation: string, data: unknown): Difference[] {
  return assumptions
    .undeclared(operation, data)
    .slice(0, MOST_MEMBERS)
    .map((path) => ({
      statement: `${operation} returns the members that the document declares.`,
      expected: 'only members that the document declares',
      actual: `data.${path}`,
    }))
}

function unitDifference(exchange: Observed, assumptions: Assumptions): Difference[] {
  const { reset } = quotaOf(exchange)
  const assumed = assumptions.resetUnit()
  // 0 has no unit.
  if (reset === null || reset === 0 || typeof assumed !== 'string') return []
  const unit = resetUnit(reset)
  if (unit === assumed) return []
  const named = (text: string) => text.replaceAll('_', ' ')
  return [
    {
      statement: `X-RateLimit-Reset is in ${named(assumed)}.`,
      expected: `X-RateLimit-Reset in ${named(assumed)}`,
      actual: named(unit),
    },
  ]
}

/** The kind of a failure, as in `x-failures` of the document, if the code and the request leave no doubt. */
function situationOf(exchange: Observed): string | undefined {
  const { operation, method } = exchange
  const code = errorCode(exchange)
  if (operation === undefined) return undefined
  if (isAuthenticationError(exchange)) {
    // A login may fail for its password.
    if (operation === 'login') return undefined
    const key = sentKey(exchange)
    if (key.form === 'none') return 'missing_credential'
    // A token of another form may be of a session.
    const isKey = key.form === 'bearer' && prefixOf(key.token) === 'stated'
    return isKey ? 'invalid_credential' : undefined
  }
  if (code === 'insufficient_permissions') return 'permission_denied'
  if (code === 'rate_limit_exceeded') return 'quota_exceeded'
  const isOfOne = operations.some(
    (each) => each.operation === operation && each.method === method && each.path.includes('{id}'),
  )
  return code === 'not_found' && isOfOne ? 'unknown_resource' : undefined
}
