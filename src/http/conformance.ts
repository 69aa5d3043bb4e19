import type { Response } from 'express'
import type { Services } from '../services.ts'
import { exchangeOf } from './exchange.ts'

/**
 * Throws when an answer is not what the document says: on in every test run (`--validate-responses`),
 * so that the sandbox cannot drift from its own document. What is not part of the service is not held
 * against it.
 */
export function requireConformance(
  res: Response,
  status: number,
  body: unknown,
  { responseCheck }: Services,
): void {
  const { operation, metered } = exchangeOf(res)
  if (!responseCheck || !metered) return

  const problems = responseCheck.problems(operation, status, res.getHeaders(), body)
  if (problems.length > 0) {
    const name = operation?.id ?? 'A response without an operation'
    throw new Error(`${name}, ${status}, breaks the document: ${problems.join('; ')}.`)
  }
}
