import type { Response } from 'express'
import type { CheckedResponse } from '../document/response-check.ts'
import type { Services } from '../services.ts'
import { exchangeOf } from './exchange.ts'

/**
 * Throws when an answer is not what the document says: on in every test run (`--validate-responses`),
 * so that the sandbox cannot drift from its own document. What is not part of the service is not held
 * against it.
 */
export function requireConformance(
  res: Response,
  answer: Omit<CheckedResponse, 'operation' | 'headers'>,
  { responseCheck }: Services,
): void {
  const { operation, metered } = exchangeOf(res)
  if (!responseCheck || !metered) return

  const problems = responseCheck.problems({ ...answer, operation, headers: res.getHeaders() })
  if (problems.length > 0) {
    const name = operation?.id ?? 'A response without an operation'
    throw new Error(`${name}, ${answer.status}, breaks the document: ${problems.join('; ')}.`)
  }
}
