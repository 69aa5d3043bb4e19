import type { Key } from '../accounts/key.ts'
import type { Issue } from '../invalid-input.ts'
import { AccountLogs, type LogLimits } from './account-logs.ts'

/** Bytes that are kept of a body; the rest is not. */
export const KEPT_OF_BODY = 16 * 1024

/** A request to the service and how it was answered, as it is kept until somebody asks for it. */
export interface LoggedExchange {
  /** Counts all requests since the start, in the order in which they ended. */
  sequence: number
  requestId: string
  /** Epoch milliseconds of the account's clock; of the server's where there is no account. */
  time: number
  /** Undefined without a valid key. */
  accountId: string | undefined
  key: Pick<Key, 'id' | 'prefix'> | undefined
  method: string
  /** Path and query, redacted. */
  url: string
  operationId: string | undefined
  /** Undefined where no answer was sent. */
  status: number | undefined
  error: string | undefined
  durationMs: number
  fault: string | undefined
  /** Undefined where the request was refused before that was looked at. */
  isValid: boolean | undefined
  issues: readonly Issue[] | undefined
  /** Without credentials. */
  requestHeaders: Record<string, unknown>
  requestBody: KeptBody | undefined
  responseHeaders: Record<string, unknown>
  responseBody: KeptBody | undefined
}

/** The beginning of a body. What is secret in it is struck out at the latest when it is read. */
export interface KeptBody {
  content: string | Buffer | (() => string)
  /** What it takes of memory, about. */
  bytes: number
  /** False for what `content` makes: it is cut off where that is read. */
  isCut: boolean
}

/** The beginning of the body as text, and whether there was more of it. */
export function keptText({ content, isCut }: KeptBody): { text: string; isCut: boolean } {
  if (typeof content !== 'function') return { text: content.toString(), isCut }
  const text = content()
  return { text: text.slice(0, KEPT_OF_BODY), isCut: text.length > KEPT_OF_BODY }
}

/** The last requests of each account, in memory. */
export class RequestLog extends AccountLogs<LoggedExchange> {
  readonly #waiting = new Set<() => void>()

  constructor({ perAccount = 1000, bytes = 64 * 1024 * 1024 }: Partial<LogLimits> = {}) {
    super({ perAccount, bytes }, sizeOf)
  }

  override add(exchange: Omit<LoggedExchange, 'sequence'>): LoggedExchange {
    const entry = super.add(exchange)
    if (this.#waiting.size > 0) this.#wake()
    return entry
  }

  /** Resolves with the next request of any account, or when `signal` is aborted. */
  changed(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const finish = () => {
        signal.removeEventListener('abort', finish)
        this.#waiting.delete(finish)
        resolve()
      }
      this.#waiting.add(finish)
      signal.addEventListener('abort', finish)
    })
  }

  #wake(): void {
    for (const finish of [...this.#waiting]) finish()
  }
}

/** What the fields and headers of one request take, about. */
const FIXED_BYTES = 2000

function sizeOf({ url, requestBody, responseBody }: LoggedExchange): number {
  const bodies = (requestBody?.bytes ?? 0) + (responseBody?.bytes ?? 0)
  return FIXED_BYTES + url.length + bodies
}
