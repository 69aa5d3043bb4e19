import { RequestFailed } from '../../client/http.ts'
import { type AnswerKind, fileNameOf, kindOf } from './answer.ts'
import type { ApiRequest } from './request.ts'

/** An answer of the API as the explorer shows it. */
export interface ShownAnswer {
  ok: boolean
  status: number
  statusText: string
  /** Milliseconds until the whole body was there. */
  ms: number
  headers: Record<string, string>
  kind: AnswerKind
  /** Bytes of the body. */
  size: number
  content: Blob
  /** The text of JSON, CSV and plain text. */
  text: string | undefined
  /** The parsed JSON; undefined for other bodies. */
  body: unknown
  /** The name of the file, if the server gives one. */
  fileName: string | undefined
}

/** Sends a request to this server through the real API. Rejects with RequestFailed without an answer. */
export async function sendToApi({ method, url, headers, body }: ApiRequest): Promise<ShownAnswer> {
  const started = performance.now()
  let response: Response
  let content: Blob
  try {
    response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      credentials: 'omit',
      cache: 'no-store',
    })
    content = await response.blob()
  } catch {
    throw new RequestFailed(
      'There is no answer: the connection was closed. A fault rule may do that, or the sandbox is not running.',
      { status: 0, code: 'unreachable' },
    )
  }
  const ms = performance.now() - started
  const type = response.headers.get('Content-Type') ?? undefined
  const kind = kindOf(type, content.size)
  const text = ['json', 'csv', 'text'].includes(kind) ? await content.text() : undefined
  return {
    ok: response.ok,
    status: response.status,
    statusText: response.statusText,
    ms,
    headers: Object.fromEntries(response.headers),
    kind,
    size: content.size,
    content,
    text,
    body: kind === 'json' ? parsed(text) : undefined,
    fileName: fileNameOf(response.headers.get('Content-Disposition') ?? undefined),
  }
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A fault rule may cut it off.
    return undefined
  }
}
