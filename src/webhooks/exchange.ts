import {
  type ClientRequest,
  request as http,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as https } from 'node:https'

/** Bytes kept of the answer's body. */
export const KEPT_BODY_BYTES = 2048
/** Bytes after which the rest of an answer is ignored. */
const MAX_BODY_BYTES = 1024 * 1024

/** An answer; its status counts even if the body exceeded its limit. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** The beginning of the body. */
  body: string
}

export interface Exchange {
  answer: Promise<Answer>
  /** Aborts the request; the answer then rejects with `reason`. */
  cancel(reason: Error): void
  /** Whether it used a kept-alive connection, which the receiver may have closed meanwhile. */
  reusedConnection(): boolean
}

/** An answer that ended early, with the part that arrived. */
export class TruncatedAnswer extends Error {
  override name = 'TruncatedAnswer'
  readonly answer: Answer

  constructor(answer: Answer, cause: unknown) {
    super('The answer broke off.', { cause })
    this.answer = answer
  }
}

/** POSTs `body`. Follows no redirect, and keeps only the beginning of the answer. */
export function post(url: URL, options: RequestOptions, body: string): Exchange {
  const request = (url.protocol === 'https:' ? https : http)(url, { ...options, method: 'POST' })
  let cancelled: Error | undefined
  let isAnswered = false
  const answer = new Promise<Answer>((resolve, reject) => {
    request.once('response', (response) => {
      isAnswered = true
      read(response, request).then(resolve, ({ answer, cause }: TruncatedAnswer) =>
        reject(new TruncatedAnswer(answer, cancelled ?? cause)),
      )
    })
    // Both the request and the reader report an answer that ends early, but only the reader has its beginning.
    request.on('error', (error) => {
      if (!isAnswered) reject(error)
    })
  })
  request.end(body)
  return {
    answer,
    cancel(reason) {
      cancelled = reason
      request.destroy(reason)
    },
    reusedConnection: () => request.reusedSocket,
  }
}

function read(response: IncomingMessage, request: ClientRequest): Promise<Answer> {
  const kept: Buffer[] = []
  let bytes = 0
  const answer = (): Answer => ({
    status: response.statusCode as number,
    headers: headersOf(response),
    body: textOf(kept),
  })
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => {
      if (bytes < KEPT_BODY_BYTES) kept.push(chunk.subarray(0, KEPT_BODY_BYTES - bytes))
      bytes += chunk.length
      if (bytes <= MAX_BODY_BYTES) return

      resolve(answer())
      request.destroy()
    })
    response.once('end', () => resolve(answer()))
    response.on('error', (error) => reject(new TruncatedAnswer(answer(), error)))
  })
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )
}

/** As UTF-8, without a partial character at the end. */
function textOf(chunks: Buffer[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true })
}
