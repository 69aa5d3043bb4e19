import type { Key } from '../accounts/key.ts'
import type { Issue } from '../errors.ts'
import { type BodyText, textOf } from '../text/body-text.ts'

/** The number of bytes of a body that are stored. */
export const KEPT_OF_BODY = 16 * 1024

/** A request to the service and its response, as the log stores them. */
export interface LoggedExchange {
  /** Counts all requests since the start, in the order in which they ended. */
  sequence: number
  requestId: string
  /** Epoch milliseconds of the account's clock; of the server's clock if there is no account. */
  time: number
  /** Undefined without a valid key. */
  accountId: string | undefined
  key: Pick<Key, 'id' | 'prefix'> | undefined
  method: string
  /** Path and query, redacted. */
  url: string
  operationId: string | undefined
  /** Undefined if no response was sent. */
  status: number | undefined
  error: string | undefined
  durationMs: number
  fault: string | undefined
  /** Undefined if the request was refused before validation. */
  isValid: boolean | undefined
  issues: readonly Issue[] | undefined
  /** Without credentials. */
  requestHeaders: Record<string, unknown>
  requestBody: KeptBody<string | Buffer> | undefined
  responseHeaders: Record<string, unknown>
  responseBody: KeptBody | undefined
}

/** The beginning of a body. Secrets are redacted when it is read, or before. */
export interface KeptBody<Content = BodyText | Buffer> {
  content: Content
  /** Approximate size in memory. */
  bytes: number
  /** False for text of records, which is cut when it is read. */
  isCut: boolean
}

/** The beginning of the body as text, and whether there was more. */
export function keptText({ content, isCut }: KeptBody): { text: string; isCut: boolean } {
  if (typeof content === 'string' || Buffer.isBuffer(content)) {
    return { text: content.toString(), isCut }
  }
  const text = textOf(content)
  return { text: text.slice(0, KEPT_OF_BODY), isCut: text.length > KEPT_OF_BODY }
}

/** Approximate size of the fields and headers of a request. */
const FIXED_BYTES = 2000

/** Approximate size of a request in memory, in bytes. */
export function sizeOf({
  url,
  requestBody,
  responseBody,
}: Pick<LoggedExchange, 'url' | 'requestBody' | 'responseBody'>): number {
  const bodies = (requestBody?.bytes ?? 0) + (responseBody?.bytes ?? 0)
  return FIXED_BYTES + url.length + bodies
}
