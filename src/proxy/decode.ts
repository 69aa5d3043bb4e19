import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import type { Broken, Response } from '../../contract-tests/http/exchange.ts'
import { responseOf, textOf } from '../../contract-tests/http/response.ts'
import type { Observed } from '../../contract-tests/traffic/observed.ts'
import type { Captured, CapturedMessage, HeaderPair } from './captured.ts'

/** Bytes of a decoded body; a small compressed one could otherwise fill the memory. */
export const MOST_BYTES = 10_000_000

/** The content codings of a body that are undone here (RFC 9110 §8.4.1). */
const DECODERS: Record<string, (bytes: Uint8Array) => Uint8Array> = {
  gzip: (bytes) => gunzipSync(bytes, LIMITS),
  'x-gzip': (bytes) => gunzipSync(bytes, LIMITS),
  deflate: inflated,
  br: (bytes) => brotliDecompressSync(bytes, LIMITS),
  identity: (bytes) => bytes,
}

const LIMITS = { maxOutputLength: MOST_BYTES }

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
    if (!(error instanceof TooLarge)) throw error
    return { unjudged: error.message }
  }
}

class TooLarge extends Error {
  override name = 'TooLarge'
}

function answerOf(message: CapturedMessage & { status: number }): {
  response?: Response
  broken?: Broken
} {
  try {
    return { response: responseOf(message.status, headersOf(message.headers), bodyOf(message)) }
  } catch (error) {
    if (error instanceof TooLarge) throw error
    return {
      broken: { kind: 'truncated', message: 'a body that its Content-Encoding does not fit' },
    }
  }
}

/** The bytes of a body without its content codings. Throws for a body that is too large, or is not what the headers say. */
export function bodyOf({ headers, body, length }: CapturedMessage): Uint8Array {
  if (body === undefined) throw new TooLarge(`a body of ${length} bytes`)
  const codings = (headersOf(headers)['content-encoding'] ?? '')
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '')
  if (body.length === 0) return body
  return codings.reduceRight((bytes, coding) => decodedBy(coding, bytes), body)
}

function decodedBy(coding: string, bytes: Uint8Array): Uint8Array {
  const decode = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
  if (!decode) throw new TooLarge(`the content coding ${coding.slice(0, 30)} is unknown`)
  try {
    return decode(bytes)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') throw error
    throw new TooLarge(`a body of more than ${MOST_BYTES / 1e6} MB`)
  }
}

/** Some servers send deflate without the header of zlib. */
function inflated(bytes: Uint8Array): Uint8Array {
  const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8
  return hasHeader ? inflateSync(bytes, LIMITS) : inflateRawSync(bytes, LIMITS)
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
