import type { Response } from 'express'
import type { CheckedResponse } from '../document/response-check.ts'
import type { Services } from '../services.ts'
import { exchangeOf } from './exchange.ts'

/**
 * Throws when an answer is not what the document says: on in every test run (`--validate-responses`),
 * so that the sandbox cannot drift from its own documents. What neither of them describes is not checked.
 */
export function requireConformance(
  res: Response,
  answer: Omit<CheckedResponse, 'operation' | 'headers'>,
  { responseChecks }: Services,
): void {
  const { operation, part } = exchangeOf(res)
  if (!responseChecks || part === 'page') return

  const problems = responseChecks[part].problems({
    ...answer,
    operation,
    headers: res.getHeaders(),
  })
  if (problems.length > 0) {
    const name = operation?.id ?? 'A response without an operation'
    throw new Error(`${name}, ${answer.status}, breaks the document: ${problems.join('; ')}.`)
  }
}
