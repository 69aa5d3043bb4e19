import { type Check, check, type Judge } from './check.ts'
import { isCsv } from './csv.ts'
import { operations } from './documents.ts'
import type { Evidence } from './evidence.ts'
import { errorCode, outcomeOf, succeeded } from './reading.ts'

/** Operations that take no inputs, so that a refusal cannot be about them. */
const WITHOUT_INPUTS = ['listCampaigns', 'getCurrentUser', 'verifyToken']

/** A check that an endpoint exists and serves its purpose. */
export function serves(fact: string, operation: string, title: string): Check {
  return check([fact], title, (judge, evidence) => judgePurpose(judge, evidence, fact, operation))
}

/**
 * Holds where the operation succeeded. Broken by an answer that there is no such path or method, or
 * that the service failed twice in a row; a refusal of our inputs proves nothing, for which it takes
 * is not shown.
 */
export function judgePurpose(
  judge: Judge,
  evidence: Evidence,
  fact: string,
  operation: string,
): void {
  const exchange = evidence.get(STEPS[operation] ?? operation)
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
  const isMissing = code === 'not_found' || [404, 405, 501].includes(status)
  const hasFailed = code === 'server_error' || status >= 500
  const takesNoInput = WITHOUT_INPUTS.includes(operation) && code === 'invalid_request'
  if (isMissing || hasFailed || takesNoInput) {
    judge.fails(fact, {
      expected: `${method} ${path} serves its purpose`,
      actual: outcomeOf(exchange),
      exchange,
    })
    return
  }
  judge.undetermined(`${method} ${path} gave ${outcomeOf(exchange)}; what it takes is not shown`)
}

/** Where the step of an operation has another name. */
const STEPS: Record<string, string> = {
  listCampaigns: 'list:before',
  verifyToken: 'verify',
}
