import type { IncomingMessage } from 'node:http'
import { isObject } from '../schema/json.ts'
import { bodyOf } from './captured.ts'
import { hasBody } from './headers.ts'
import type { Outcome } from './passage.ts'

/** Statuses by which a server says that it lacks an operation. */
const LACKING: ReadonlySet<number> = new Set([404, 501])

export function mayLack(status: number): boolean {
  return LACKING.has(status)
}

/**
 * The part of the API that the upstream lacks, by its response: with 501 the operation, with 404 its whole path. If the request
 * names a resource, a 404 with the code not_found (§7) comes from an operation that exists.
 */
export function lackOf(
  outcome: Extract<Outcome, { status: number }>,
  namesResource: boolean,
): 'operation' | 'path' | undefined {
  if (outcome.status === 501) return 'operation'
  if (outcome.status !== 404) return undefined
  return namesResource && codeOf(outcome) === 'not_found' ? undefined : 'path'
}

function codeOf({ headers, body }: Extract<Outcome, { status: number }>): unknown {
  try {
    const bytes = bodyOf({ headers: [...headers], body, length: body?.length ?? 0 })
    const value: unknown = JSON.parse(Buffer.from(bytes).toString())
    const { error } = value as { error?: unknown }
    return isObject(error as never) ? (error as { code?: unknown }).code : undefined
  } catch {
    return undefined
  }
}

/** Whether a request may be answered by another server after this one has answered it: it changes nothing. */
export function isRepeatable(req: IncomingMessage): boolean {
  return /^(?:GET|HEAD|OPTIONS)$/.test(req.method ?? '') && !hasBody(req)
}
