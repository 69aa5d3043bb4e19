import type { Key } from '../accounts/key.ts'
import type { Issue } from '../errors.ts'
import { type FollowableLog, LocalEntryLog, type LogLimits, type Owners } from './account-logs.ts'
import type { AccountState, Answer } from './account-state.ts'

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
  requestBody: KeptBody | undefined
  responseHeaders: Record<string, unknown>
  responseBody: KeptBody | undefined
}

/** The beginning of a body. */
export interface KeptBody {
  content: Buffer
  /** Whether there was more. */
  isCut: boolean
}

/** The beginning of `body`; `isCut` if that is only a part of a body itself. */
export function keptBody(body: Buffer, isCut = false): KeptBody {
  if (body.length <= KEPT_OF_BODY) return { content: body, isCut }
  // A part would keep the whole body in memory.
  return { content: Buffer.from(body.subarray(0, KEPT_OF_BODY)), isCut: true }
}

/** Approximate size of the fields and headers of a request. */
const FIXED_BYTES = 2000

/** Approximate size of a request in memory, in bytes. */
export function sizeOf({
  url,
  requestBody,
  responseBody,
}: Pick<LoggedExchange, 'url' | 'requestBody' | 'responseBody'>): number {
  const bodies = (requestBody?.content.length ?? 0) + (responseBody?.content.length ?? 0)
  return FIXED_BYTES + url.length + bodies
}

/** The last requests of each account and of callers without one. */
export interface RequestLog extends AccountState, FollowableLog<LoggedExchange> {
  /** Adds a request. Returns at once and never throws; a log that is not in memory writes it soon afterwards. */
  add(exchange: Omit<LoggedExchange, 'sequence'>): void
  /** Resolves when all requests to this process are in the log, so that its own readers see them. Never rejects. */
  flush(): Answer<void>
  /** Removes requests, by default all; resolves with their number. */
  clear(owners?: Owners): Answer<number>
}

/** The requests to this process, in memory. */
export class LocalRequestLog extends LocalEntryLog<LoggedExchange> implements RequestLog {
  constructor({ perAccount = 1000, bytes = 64 * 1024 * 1024 }: Partial<LogLimits> = {}) {
    super({ perAccount, bytes }, sizeOf)
  }

  flush(): void {}
}
