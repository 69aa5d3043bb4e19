import { CodingError, withoutCoding } from '../../contract-tests/http/content-coding.ts'
import type { Broken, Response } from '../../contract-tests/http/exchange.ts'
import { responseOf, textOf } from '../../contract-tests/http/response.ts'
import type { Observed } from '../../contract-tests/traffic/observed.ts'
import type { Captured, CapturedMessage, HeaderPair } from './captured.ts'

/** Bytes of a decoded body; a small compressed one could otherwise fill the memory. */
export const MOST_BYTES = 10_000_000

/** A captured exchange in the form of the suite's own. `unjudged` says why it cannot be read. */
export type Decoded = { observed: Observed } | { unjudged: string }

/**
 * Decodes a captured exchange. The response of one that a client broke off, or that is larger than the limits, is
 * unjudged.
 */
export function decoded(captured: Captured, operation: string | undefined, url: string): Decoded {
  const { id, source, at, method, startedAt, endedAt, request, response, failure } = captured
  if (failure?.kind === 'client_gone') return { unjudged: 'the client went away' }
  try {
    const sent = bodyOf(request)
    const answer = response && !failure ? answerOf(response) : undefined
    const requestBody = textOf(sent)
    return {
      observed: {
        id,
        source,
        at,
        credential: 'main',
        ...(operation !== undefined && { operation }),
        method,
        url,
        requestHeaders: headersOf(request.headers),
        ...(requestBody !== '' && { requestBody }),
        ...(failure ? { broken: brokenBy(failure) } : answer),
        startedAt,
        endedAt,
      },
    }
  } catch (error) {
    if (!(error instanceof CodingError)) throw error
    return { unjudged: error.message }
  }
}

function answerOf(message: CapturedMessage & { status: number }): {
  response?: Response
  broken?: Broken
} {
  try {
    return { response: responseOf(message.status, headersOf(message.headers), bodyOf(message)) }
  } catch (error) {
    if (!(error instanceof CodingError && error.kind === 'wrong')) throw error
    return { broken: { kind: 'undecodable', message: error.message } }
  }
}

/** The bytes of a body without its content codings. Throws a CodingError. */
export function bodyOf({ headers, body, length }: CapturedMessage): Uint8Array {
  if (body === undefined) throw new CodingError('too_large', `a body of ${length} bytes`)
  return withoutCoding(body, headersOf(headers), MOST_BYTES)
}

/** By lower-case name; values of a repeated header are joined by `, `. */
function headersOf(pairs: readonly HeaderPair[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of pairs) {
    const key = name.toLowerCase()
    headers[key] = Object.hasOwn(headers, key) ? `${headers[key]}, ${value}` : value
  }
  return headers
}

function brokenBy({ kind, message }: NonNullable<Captured['failure']>): Broken {
  switch (kind) {
    case 'timeout':
      return { kind: 'timeout', message }
    case 'invalid':
      return { kind: 'invalid', message: `a response that is no HTTP (${message})` }
    case 'reset':
      return { kind: 'truncated', message }
    default:
      return { kind: 'no_answer', message }
  }
}
