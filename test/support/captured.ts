import type { Captured } from '../../src/proxy/captured.ts'
import type { HeaderPair } from '../../src/proxy/headers.ts'

interface Given {
  method?: string
  /** Path and query below the root of the API. */
  path?: string
  /** Instead of `path`, for a request outside the API. */
  outside?: string
  headers?: Record<string, string>
  body?: unknown
  status?: number
  answerHeaders?: HeaderPair[]
  answer?: unknown
  at?: number
}

export const UPSTREAM = 'https://staging.example.com/base'

/** An exchange with an upstream whose API has its root at `/base`. Bodies other than texts and bytes are JSON. */
export function captured(given: Given = {}): Captured {
  const {
    method = 'GET',
    path = '/campaigns',
    outside,
    status = 200,
    at = 1_700_000_000_000,
  } = given
  const apiPath = outside === undefined ? path : undefined
  const target = outside ?? `/base${path}`
  const body = bytesOf(given.body)
  const answer = bytesOf(given.answer)
  const type: Record<string, string> =
    given.body === undefined || typeof given.body === 'string' ? {} : JSON_TYPE
  const answerType: Record<string, string> =
    typeof given.answer === 'string' || given.answer === undefined ? {} : JSON_TYPE
  return {
    id: 'req_1',
    source: 'upstream',
    at,
    startedAt: 0,
    endedAt: 12,
    method,
    target,
    apiPath,
    upstreamUrl: new URL(UPSTREAM).origin + target,
    request: {
      headers: Object.entries({ Host: 'localhost:4020', ...type, ...given.headers }),
      body,
      length: body.length,
    },
    response: {
      status,
      statusMessage: 'OK',
      headers: [...Object.entries(answerType), ...(given.answerHeaders ?? [])],
      body: answer,
      length: answer.length,
    },
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' }

function bytesOf(body: unknown): Uint8Array {
  if (body === undefined) return new Uint8Array()
  if (body instanceof Uint8Array) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}
