import {
  type ClientRequest,
  request as http,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as https } from 'node:https'

/** Bytes of the answer's body that are kept. */
export const KEPT_BODY_BYTES = 2048
/** Bytes after which the rest of an answer is not waited for. */
const MAX_BODY_BYTES = 1024 * 1024

/** What came back; its status stands although the body was cut off at its limit. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** The beginning of the body. */
  body: string
}

export interface Exchange {
  answer: Promise<Answer>
  /** Breaks it off; the answer is then rejected with `reason`. */
  cancel(reason: Error): void
  /** Whether it went out on a connection that had been used before, which may have been closed meanwhile. */
  reusedConnection(): boolean
}

/** An answer that broke off; what there is of it. */
export class TruncatedAnswer extends Error {
  override name = 'TruncatedAnswer'
  readonly answer: Answer

  constructor(answer: Answer, cause: unknown) {
    super('The answer broke off.', { cause })
    this.answer = answer
  }
}

/** POSTs `body`. Follows no redirect, keeps the beginning of the answer and lets go of the rest. */
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
    // Of an answer that breaks off both hear, but only the reader knows what there was of it.
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

/** As UTF-8, without a character that was cut in two. */
function textOf(chunks: Buffer[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true })
}
