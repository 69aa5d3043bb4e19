import { ApiError } from '../errors.ts'
import type { Enforcement } from '../pipeline/upstream.ts'
import type { Finding } from '../schema/traffic.ts'
import { capturedOf, type Passage, type PassingParts } from './passage.ts'

/** Refuses a request with violations, so that it is not forwarded. Throws an ApiError that lists them. */
export async function requireSound(
  passage: Passage,
  enforce: Enforcement,
  parts: PassingParts,
): Promise<void> {
  const captured = capturedOf(passage, parts, {})
  const found = parts.judge.judgeRequest(captured)
  const refused = found.filter(({ kind }) => enforce === 'assumed' || kind === 'contradicts_stated')
  if (refused.length === 0) return
  passage.exchange.source = 'sandbox'
  const verdict = await parts.judge.judge({ ...captured, source: 'sandbox' })
  passage.exchange.violations = verdict.violations
  throw new ApiError('invalid_input', messageOf(refused), {
    details: { violations: refused.map(shown) },
    headers: {
      'X-Sandbox-Source': 'sandbox',
      'X-Sandbox-Violations': `${refused.length}; ${passage.exchange.id}`,
    },
  })
}

function messageOf([first, ...others]: readonly Finding[]): string {
  const { statement, section, expected, actual } = first as Finding
  const more = others.length === 0 ? '' : ` ${others.length} more in details.violations.`
  return `The request was not forwarded. ${statement} (${section}) Expected ${expected}; found ${actual}.${more}`
}

function shown({ kind, fact, section, statement, expected, actual }: Finding) {
  return { kind, fact: fact ?? null, section, statement, expected, actual }
}
