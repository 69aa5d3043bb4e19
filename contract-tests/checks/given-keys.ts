import type { Evidence } from '../evidence/evidence.ts'
import type { JourneyStep } from '../evidence/steps.ts'
import { heldBy, isAuthenticationError } from '../evidence/verification.ts'
import { quotaOf } from '../http/quota.ts'
import { errorCode, outcomeOf, refused, succeeded } from '../http/reading.ts'
import { MOST_LIMITED } from '../journey/other-keys.ts'

/** Keys that are not what their option needs. Without these lines, a misspelt secret would be a quieter pass. */
export function keyWarnings(evidence: Evidence): string[] {
  return [restricted(evidence), limited(evidence), revoked(evidence)].flat()
}

function restricted(evidence: Evidence): string[] {
  const useless = uselessAt(evidence, 'restricted:verify', '--restricted-token')
  if (useless.length > 0) return useless
  const verify = evidence.find('restricted:verify')
  const writes = (verify && heldBy(verify))?.filter((each) => !each.endsWith(':read')) ?? []
  if (writes.length === 0) return []
  return [
    `--restricted-token may do more than read (${writes.join(', ')}), so the run did not try to write with it. Give a key that has only permissions to read.`,
  ]
}

function limited(evidence: Evidence): string[] {
  const useless = uselessAt(evidence, 'limited:first', '--limited-token')
  if (useless.length > 0) return useless
  const first = evidence.find('limited:first')
  const limit = first && quotaOf(first).limit
  if (!limit || limit <= MOST_LIMITED) return []
  return [
    `--limited-token has a limit of ${limit}, which is too many requests to use up. Give a key with a limit of ${MOST_LIMITED} or less.`,
  ]
}

function revoked(evidence: Evidence): string[] {
  const verify = evidence.find('revoked:verifyToken')
  if (!verify || !succeeded(verify)) return []
  return [
    '--revoked-token works: GET /auth/verify accepts it. If it was never deleted, give one that was; 3.2.1, 3.3.2 and 5.7.3 fail because of it.',
  ]
}

/** A key that cannot be used at all: refused, or without requests left. */
function uselessAt(evidence: Evidence, step: JourneyStep, flag: string): string[] {
  const exchange = evidence.find(step)
  if (!exchange || !refused(exchange)) return []
  if (isAuthenticationError(exchange)) {
    return [
      `${flag} is refused: GET /auth/verify returned ${outcomeOf(exchange)}. Is it misspelt, deleted or expired?`,
    ]
  }
  // The limited key may have been used up by the run before.
  const isUsedUp = errorCode(exchange) === 'rate_limit_exceeded' && flag !== '--limited-token'
  return isUsedUp ? [`${flag} has no requests left. Repeat when its quota is reset.`] : []
}
