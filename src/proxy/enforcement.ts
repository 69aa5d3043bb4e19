import type { Finding } from '../../contract-tests/traffic/violation.ts'
import { type Issue, invalidInput } from '../errors.ts'
import type { Enforcement } from '../pipeline/upstream.ts'
import { capturedOf, type Passage, type PassingParts } from './passage.ts'

/** Refuses a request with violations, so that it is not forwarded. Throws an ApiError that lists them. */
export async function requireSound(
  passage: Passage,
  enforce: Enforcement,
  parts: PassingParts,
): Promise<void> {
  const captured = capturedOf(passage, parts, {})
  const found = await parts.judge.judgeRequest(captured)
  const refused = found.filter(({ kind }) => enforce === 'assumed' || kind === 'contradicts_stated')
  if (refused.length === 0) return
  passage.exchange.source = 'sandbox'
  const verdict = await parts.judge.judge({ ...captured, source: 'sandbox' })
  passage.exchange.violations = verdict?.violations
  const error = invalidInput(refused.map(issueOf))
  Object.assign(error.headers, {
    'X-Sandbox-Source': 'sandbox',
    'X-Sandbox-Violations': `${refused.length}; ${passage.exchange.id}`,
  })
  throw error
}

function issueOf({ section, statement, expected, actual }: Finding): Issue {
  return {
    in: 'body',
    path: '',
    message: `contradicts ${section} (${statement}): expected ${expected}, found ${actual}`,
  }
}
