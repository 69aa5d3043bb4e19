import type { Evidence } from '../evidence/evidence.ts'
import type { JourneyStep, OperationId, Stranger } from '../evidence/steps.ts'
import { isCsv } from '../http/csv.ts'
import type { Exchange } from '../http/exchange.ts'
import { errorCode, outcomeOf, refused, succeeded } from '../http/reading.ts'
import { operations } from '../specification/documents.ts'
import { type Check, check, type Judge } from './check.ts'

/** Operations without inputs, so that a refusal cannot be about inputs. */
export const WITHOUT_INPUTS = ['listCampaigns', 'getCurrentUser', 'verifyToken']

export function serves(fact: string, operation: PurposeOperation, title: string): Check {
  return check([fact], title, (judge, evidence) => judgePurpose(judge, evidence, fact, operation))
}

/** A check that every operation refuses a credential. */
export function refusesStranger(
  facts: string[],
  title: string,
  stranger: Stranger,
  reason: string,
): Check {
  return check(facts, title, (judge, evidence) => {
    judge.parts(operations, ({ operation }) => {
      const exchange = evidence.get(`${stranger}:${operation}`)
      const expected = `a failure, because ${reason}`
      for (const fact of facts) judge.expect(fact, refused(exchange), { expected, exchange })
    })
  })
}

/**
 * Holds if the operation succeeded. Fails if the path or method is missing, or the service failed twice in a row. A
 * refusal of our inputs proves nothing, because the allowed inputs are not shown.
 */
export function judgePurpose(
  judge: Judge,
  evidence: Evidence,
  fact: string,
  operation: PurposeOperation,
): void {
  const exchange = evidence.get(
    operation in STEPS ? STEPS[operation as keyof typeof STEPS] : (operation as JourneyStep),
  )
  const failed = plainFailure(evidence, operation)
  if (failed) {
    judge.fails(fact, { expected: expectedOf(operation), exchange: failed })
    return
  }
  const isEmptyFile = isCsv(exchange) && exchange.response?.text.trim() === ''
  if (isEmptyFile) {
    judge.undetermined('the export is empty')
    return
  }
  if (succeeded(exchange) || isCsv(exchange)) {
    judge.holds(fact)
    return
  }
  const { method, path } = operations.find((each) => each.operation === operation) ?? {}
  const code = errorCode(exchange)
  const status = exchange.response?.status ?? 0
  const { first, second } = evidence.own
  const isNew = [first, second].some(
    (own) => own && exchange.url.includes(encodeURIComponent(own.id)),
  )
  const hasFailed = code === 'server_error' || status >= 500
  if (isNew && !hasFailed) {
    judge.undetermined(
      `a new campaign may have no ${operation === 'generateReport' ? 'report' : 'analytics'} yet`,
    )
    return
  }
  const isMissing = code === 'not_found' || [404, 405, 501].includes(status)
  const asksForMore =
    operation === 'listCampaigns' && ASKS_FOR_A_PARAMETER.test(exchange.response?.text ?? '')
  const takesNoInput =
    !asksForMore && WITHOUT_INPUTS.includes(operation) && code === 'invalid_request'
  if (isMissing || hasFailed || takesNoInput) {
    judge.fails(fact, { expected: expectedOf(operation), exchange })
    return
  }
  judge.undetermined(
    `${method} ${path} returned ${outcomeOf(exchange)}; the specification does not describe its inputs`,
  )
}

function expectedOf(operation: string): string {
  const { method, path } = operations.find((each) => each.operation === operation) ?? {}
  return `${method} ${path} works`
}

/** Which parameters a list of pages needs is not shown (§4). */
const ASKS_FOR_A_PARAMETER = /param|query|required|missing|\b(page|limit|offset|cursor|size)\b/i

/** Inputs of which a request needs no more, so that a failure of the service cannot be about the form of others. */
const PLAIN = ['campaign_id', 'start_date', 'end_date', 'brand', 'format', 'date_range']

/** A failure of the service, at the last of its repetitions, although another request of the operation may succeed. */
function plainFailure(evidence: Evidence, operation: string): Exchange | undefined {
  return evidence
    .of('main')
    .filter(
      (exchange) => exchange.operation === operation && errorCode(exchange) === 'server_error',
    )
    .filter(({ url }) =>
      [...new URL(url).searchParams.keys()].every((name) => PLAIN.includes(name)),
    )
    .find((exchange) => !evidence.stepsOf(exchange).some((step) => step.startsWith('deleted')))
}

/** Steps that are not named after their operation. */
const STEPS = { listCampaigns: 'list:before', verifyToken: 'verify' } as const

type PurposeOperation = keyof typeof STEPS | (JourneyStep & OperationId)
