import type { Key } from '../accounts/key.ts'
import type { Issue } from '../invalid-input.ts'

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
  content: string | Buffer
  isCut: boolean
}

export interface RequestLogLimits {
  /** Requests of one account, and of all without one. */
  perAccount?: number
  /** About what all of them may take. */
  bytes?: number
}

interface AccountLog {
  entries: LoggedExchange[]
  bytes: number
  /** Sequence of the newest that was dropped to make room. */
  dropped: number
}

/**
 * The last requests of each account, in memory. Accounts do not push out each other's: when all of them take
 * too much, the oldest of the one that takes most go.
 */
export class RequestLog {
  readonly #perAccount: number
  readonly #maxBytes: number
  readonly #logs = new Map<string | undefined, AccountLog>()
  readonly #waiting = new Set<() => void>()
  #sequence = 0
  #bytes = 0

  constructor({ perAccount = 1000, bytes = 64 * 1024 * 1024 }: RequestLogLimits = {}) {
    this.#perAccount = perAccount
    this.#maxBytes = bytes
  }

  /** Sequence of the newest request; 0 when there was none yet. */
  get newest(): number {
    return this.#sequence
  }

  add(exchange: Omit<LoggedExchange, 'sequence'>): void {
    const entry = exchange as LoggedExchange
    entry.sequence = ++this.#sequence
    let log = this.#logs.get(entry.accountId)
    if (log === undefined) {
      log = { entries: [], bytes: 0, dropped: 0 }
      this.#logs.set(entry.accountId, log)
    }
    log.entries.push(entry)
    const size = sizeOf(entry)
    log.bytes += size
    this.#bytes += size
    if (log.entries.length > this.#perAccount) this.#drop(log, 1)
    while (this.#bytes > this.#maxBytes) this.#dropFromLargest()
    if (this.#waiting.size > 0) this.#wake()
  }

  /** Those after `sequence`, the oldest first: of one account, or of all and of nobody. */
  after(sequence: number, accountId: string | undefined): LoggedExchange[] {
    const found = this.#of(accountId).flatMap(({ entries }) => {
      // Those who follow the log ask for its very end.
      let at = entries.length
      while (at > 0 && (entries[at - 1] as LoggedExchange).sequence > sequence) at--
      return entries.slice(at)
    })
    return accountId === undefined ? found.sort((a, b) => a.sequence - b.sequence) : found
  }

  /** Sequence of the newest request that was dropped to make room; 0 when there is none. */
  dropped(accountId: string | undefined): number {
    return Math.max(0, ...this.#of(accountId).map(({ dropped }) => dropped))
  }

  /** Forgets the requests of an account, or of all and of nobody; tells how many there were. */
  clear(accountId?: string): number {
    const logs = this.#of(accountId)
    const count = logs.reduce((sum, { entries }) => sum + entries.length, 0)
    for (const { bytes } of logs) this.#bytes -= bytes
    if (accountId === undefined) this.#logs.clear()
    else this.#logs.delete(accountId)
    return count
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

  #of(accountId: string | undefined): AccountLog[] {
    if (accountId === undefined) return [...this.#logs.values()]
    const log = this.#logs.get(accountId)
    return log === undefined ? [] : [log]
  }

  #dropFromLargest(): void {
    const logs = [...this.#logs.values()]
    const largest = logs.reduce((most, log) => (log.bytes > most.bytes ? log : most))
    // Several at once, so that a full log does not look for the largest with every request.
    this.#drop(largest, Math.ceil(largest.entries.length / 10))
  }

  #drop(log: AccountLog, count: number): void {
    for (let left = count; left > 0; left--) {
      // A full log does so with every request, and splice moves all that is behind, which takes 20 µs.
      const entry = log.entries.shift() as LoggedExchange
      const size = sizeOf(entry)
      log.bytes -= size
      this.#bytes -= size
      log.dropped = entry.sequence
    }
  }

  #wake(): void {
    for (const finish of [...this.#waiting]) finish()
  }
}

/** What the fields and headers of one request take, about. */
const FIXED_BYTES = 2000

function sizeOf({ url, requestBody, responseBody }: LoggedExchange): number {
  const bodies = (requestBody?.content.length ?? 0) + (responseBody?.content.length ?? 0)
  return FIXED_BYTES + url.length + bodies
}
