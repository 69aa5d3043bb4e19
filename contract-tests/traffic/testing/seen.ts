import type { Observed } from '../observed.ts'

export const BASE_URL = 'https://staging.example.com/api'

export interface SeenParts {
  /** Sent as JSON; a text is sent as it is. */
  sent?: unknown
  /** `data` of a success. */
  data?: unknown
  /** The code of a failure. */
  code?: string
  status?: number
  /** Milliseconds; it is answered in the same one unless `until` is given. */
  at: number
  until?: number
  key?: string | undefined
  headers?: Record<string, string>
}

/** An exchange as a proxy sees it. */
export function seen(method: string, path: string, parts: SeenParts): Observed {
  const { sent, data = {}, code, at, until = at, headers } = parts
  const key = 'key' in parts ? parts.key : 'svc_test_main'
  const { status = code === undefined ? 200 : 400 } = parts
  const failure = { success: false, error: { code, message: 'No.' } }
  const json = code === undefined ? { success: true, data } : failure
  return {
    id: `req_${at}`,
    source: 'upstream',
    at,
    credential: 'anonymous',
    method,
    url: BASE_URL + path,
    requestHeaders: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(sent !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent !== undefined && {
      requestBody: typeof sent === 'string' ? sent : JSON.stringify(sent),
    }),
    response: { status, headers: { ...headers }, text: JSON.stringify(json), isUtf8: true, json },
    startedAt: at,
    endedAt: until,
  }
}
