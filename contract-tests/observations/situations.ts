import type { Evidence } from '../support/evidence.ts'
import type { Exchange } from '../support/exchange.ts'
import { errorCode } from '../support/reading.ts'

/** What was wrong with a request of the main key, by the group of its step. */
const BY_STEP: Record<string, string> = {
  without: 'invalid_input',
  'wrong type': 'invalid_input',
  'malformed:cut off': 'malformed_body',
  'malformed:no JSON': 'malformed_body',
  'malformed:update': 'malformed_body',
  deleted: 'unknown_resource',
  'unknown path': 'unknown_path',
  'wrong method': 'wrong_method',
  'other content type': 'unsupported_media_type',
}

/**
 * The situation that a refused request was in, by its name in the `x-failures` of the document.
 * Undefined where it is not plain what the server refused.
 */
export function situationOf(evidence: Evidence, exchange: Exchange): string | undefined {
  const { credential } = exchange
  const code = errorCode(exchange)
  if (credential === 'anonymous') return 'missing_credential'
  if (credential === 'misspelled' || credential === 'revoked') return 'invalid_credential'
  if (credential === 'restricted') {
    return code === 'insufficient_permissions' ? 'permission_denied' : undefined
  }
  if (credential === 'limited') {
    return code === 'rate_limit_exceeded' ? 'quota_exceeded' : undefined
  }
  const steps = evidence.stepsOf(exchange).flatMap((step) => [step, step.split(':')[0] as string])
  return steps.map((step) => BY_STEP[step]).find((situation) => situation !== undefined)
}
