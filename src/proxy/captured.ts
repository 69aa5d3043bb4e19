import type { IncomingMessage } from 'node:http'
import type { Broken, Response } from '../../contract-tests/http/exchange.ts'
import {
  CodingError,
  responseOf,
  textOf,
  withoutCoding,
} from '../../contract-tests/http/response.ts'
import type { Observed } from '../../contract-tests/traffic/result.ts'
import type { Source } from '../schema/traffic.ts'
import { type HeaderPair, headersByName, pairsOf } from './headers.ts'

/** The bytes of a message, with its content coding, without its transfer coding. */
export interface CapturedMessage {
  headers: HeaderPair[]
  /** Undefined if it is larger than 1 MB. */
  body: Uint8Array | undefined
  /** Bytes of the whole body. */
  length: number
  trailers?: HeaderPair[]
}

/** Why there is no answer. The message is for the caller of the proxy. */
export interface Failure {
  kind: 'refused' | 'reset' | 'timeout' | 'invalid' | 'client_gone'
  message: string
}

/** A request that an app made through the proxy, and what came back. */
export interface Captured {
  /** As in `X-Sandbox-Violations` and the request log. */
  id: string
  source: Source
  /** Epoch milliseconds. */
  at: number
  /** Monotonic milliseconds. */
  startedAt: number
  endedAt: number
  method: string
  /** Path and query as received. */
  target: string
  /** Path and query below the API root; undefined outside. */
  apiPath: string | undefined
  upstreamUrl: string
  request: CapturedMessage
  response?: CapturedMessage & { status: number; statusMessage: string }
  failure?: Failure
}

/** Larger bodies pass, but are neither kept nor judged. */
export const KEPT_BYTES = 1024 * 1024

/** Keeps a copy of a body that passes, up to 1 MB. */
export class BodyCapture {
  #chunks: Buffer[] = []
  length = 0

  add(chunk: Buffer): void {
    this.length += chunk.length
    if (this.isTooLong) this.#chunks = []
    else this.#chunks.push(chunk)
  }

  get isTooLong(): boolean {
    return this.length > KEPT_BYTES
  }

  /** Undefined if it is larger than 1 MB. */
  get body(): Buffer | undefined {
    if (this.isTooLong) return undefined
    return this.#chunks.length === 1 ? this.#chunks[0] : Buffer.concat(this.#chunks)
  }
}

export function capturedMessage(message: IncomingMessage, capture: BodyCapture): CapturedMessage {
  const { rawHeaders, rawTrailers } = message
  return {
    headers: pairsOf(rawHeaders),
    body: capture.body,
    length: capture.length,
    ...(rawTrailers.length > 0 && { trailers: pairsOf(rawTrailers) }),
  }
}

/**
 * The whole body of a request, which stays readable for others; undefined if it is larger than 1 MB, or the client
 * hung up.
 */
export async function peekBody(req: IncomingMessage): Promise<Buffer | undefined> {
  const capture = new BodyCapture()
  const chunks: Buffer[] = []
  while (!req.destroyed) {
    const length = req.readableLength
    if (length > 0) {
      // With its exact length, or the stream would end here.
      const chunk = req.read(length) as Buffer
      chunks.push(chunk)
      capture.add(chunk)
    }
    if (req.complete || capture.isTooLong) break
    await moreOf(req)
  }
  if (req.destroyed) return undefined
  if (chunks.length > 0) req.unshift(Buffer.concat(chunks))
  return capture.body
}

/** Resolves when something has arrived, or nothing more will. */
function moreOf(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const event of EVENTS) req.off(event, done)
      resolve()
    }
    for (const event of EVENTS) req.once(event, done)
    // Asks for more.
    req.read(0)
  })
}

const EVENTS = ['readable', 'end', 'close', 'error']

/** Bytes of a decoded body; a small compressed one could otherwise fill the memory. */
const MOST_BYTES = 10_000_000
/** The same for a body that is judged: judging a larger one would keep other requests waiting. */
export const JUDGED_BYTES = 1_000_000

/**
 * A captured exchange in the form of the suite's own. Throws an error that says why it cannot be judged: a client broke it
 * off, or a body is too large.
 */
export function observedOf(
  captured: Captured,
  operation: string | undefined,
  url: string,
): Observed {
  const { id, source, at, method, startedAt, endedAt, request, response, failure } = captured
  if (failure?.kind === 'client_gone') throw new Error('the client went away')
  const requestBody = textOf(bodyOf(request, JUDGED_BYTES))
  const answer = response && !failure ? answerOf(response) : undefined
  return {
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
  }
}

function answerOf(message: CapturedMessage & { status: number }): {
  response?: Response
  broken?: Broken
} {
  try {
    const bytes = bodyOf(message, JUDGED_BYTES)
    return { response: responseOf(message.status, headersOf(message.headers), bytes) }
  } catch (error) {
    if (!(error instanceof CodingError && error.kind === 'wrong')) throw error
    return { broken: { kind: 'undecodable', message: error.message } }
  }
}

/** The bytes of a body without its content codings. Throws a CodingError. */
export function bodyOf(
  { headers, body, length }: CapturedMessage,
  mostBytes = MOST_BYTES,
): Uint8Array {
  if (body === undefined) throw new CodingError('too_large', `a body of ${length} bytes`)
  return withoutCoding(body, headersOf(headers), mostBytes)
}

/** By lower-case name; values of a repeated header are joined by `, `. */
function headersOf(pairs: readonly HeaderPair[]): Record<string, string> {
  const headers = Object.entries(headersByName(pairs.flat()))
  return Object.fromEntries(headers.map(([name, value]) => [name, [value].flat().join(', ')]))
}

const BROKEN: Record<Failure['kind'], Broken['kind']> = {
  timeout: 'timeout',
  invalid: 'invalid',
  reset: 'truncated',
  refused: 'no_answer',
  client_gone: 'no_answer',
}

function brokenBy({ kind, message }: Failure): Broken {
  const shown = kind === 'invalid' ? `a response that is no HTTP (${message})` : message
  return { kind: BROKEN[kind], message: shown }
}
