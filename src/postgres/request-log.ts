import type { Log } from '../log.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { LogLimits, Owners } from '../runtime/account-logs.ts'
import { createTextRedaction, redactedHeaders, redactedIssue } from '../runtime/redaction.ts'
import {
  type KeptBody,
  type LoggedExchange,
  type RequestLog,
  sizeOf,
} from '../runtime/request-log.ts'
import type { Clock } from '../time/clock.ts'
import { yieldToEventLoop } from '../time/pauses.ts'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { EntryLog, type EntryRow, type NewEntry } from './entry-log.ts'

/** Real time between a request and its write. */
const WRITE_EVERY_MS = 200
/** The number of requests that are written at once. */
const BATCH = 500
/** Requests that wait for the database. Further ones push out the oldest. */
export const WAITING_LIMITS = { items: 5000, bytes: 32 * 1024 * 1024 }

/** Limits of the log of all replicas. */
export const LOG_LIMITS: LogLimits = { perAccount: 1000, bytes: 64 * 1024 * 1024 }

interface Parts {
  database: Database
  document: ApiDocument
  clock: Clock
  log: Log
  closing: AbortSignal
}

type Unnumbered = Omit<LoggedExchange, 'sequence'>

/**
 * The requests to all replicas. Requests wait in memory until they are written together, at most about 200 ms later;
 * a database that is slow or away delays none. Secrets are redacted before anything is written.
 */
export class PostgresRequestLog extends EntryLog<LoggedExchange> implements RequestLog {
  readonly #parts: Parts
  readonly #redact: (text: string) => string
  readonly #waitingLimits: typeof WAITING_LIMITS
  /** Oldest first. */
  readonly #waiting = new Set<Unnumbered>()
  #waitingBytes = 0
  /** Requests that will not be written. */
  #lost = 0
  #writing: Promise<void> | undefined
  #flushed: Promise<void> = Promise.resolve()

  constructor(
    parts: Parts,
    {
      waiting = WAITING_LIMITS,
      ...limits
    }: Partial<LogLimits> & { waiting?: typeof WAITING_LIMITS } = {},
  ) {
    super(parts.database, 'requests', { limits: { ...LOG_LIMITS, ...limits }, entryOf })
    this.#parts = parts
    this.#redact = createTextRedaction(parts.document.secretPrefixes)
    this.#waitingLimits = waiting
  }

  add(exchange: Unnumbered): void {
    this.#waiting.add(exchange)
    this.#waitingBytes += sizeOf(exchange)
    const { items, bytes } = this.#waitingLimits
    for (const oldest of this.#waiting) {
      if (this.#waiting.size <= items && this.#waitingBytes <= bytes) break
      this.#remove(oldest)
      this.#lost += 1
    }
    this.#writing ??= this.#writeSoon()
  }

  flush(): Promise<void> {
    this.#flushed = this.#flushed.then(() => this.#writeAll())
    return this.#flushed
  }

  override async clear(owners?: Owners): Promise<number> {
    await this.flush()
    return super.clear(owners)
  }

  async forget(accountId: string): Promise<void> {
    await this.clear(accountId)
  }

  override async remembers(accountId: string): Promise<boolean> {
    await this.flush()
    return super.remembers(accountId)
  }

  async #writeSoon(): Promise<void> {
    const { clock, closing } = this.#parts
    while (this.#waiting.size > 0 && !closing.aborted) {
      await clock.pause(WRITE_EVERY_MS, closing)
      await this.flush()
    }
    this.#writing = undefined
  }

  #remove(exchange: Unnumbered): boolean {
    const isWaiting = this.#waiting.delete(exchange)
    if (isWaiting) this.#waitingBytes -= sizeOf(exchange)
    return isWaiting
  }

  /** Writes what waits now; stops at the first failure. */
  async #writeAll(): Promise<void> {
    const waiting = [...this.#waiting]
    for (let n = 0; n < waiting.length; n += BATCH) {
      if (!(await this.#write(waiting.slice(n, n + BATCH)))) return
    }
    if (this.#lost === 0) return
    const reason = new Error('The database was away, or slower than the requests came.')
    this.#parts.log.failure(`${this.#lost} requests are missing in the request log`, reason)
    this.#lost = 0
  }

  async #write(batch: Unnumbered[]): Promise<boolean> {
    try {
      const entries = await this.#entriesOf(batch)
      if (entries.length > 0) await this.append(entries)
      // Those that were pushed out meanwhile are not lost.
      for (const exchange of batch) if (!this.#remove(exchange)) this.#lost -= 1
      return true
    } catch (error) {
      if (!isUnwritten(error)) {
        for (const exchange of batch) if (this.#remove(exchange)) this.#lost += 1
        this.#parts.log.failure('Requests could not be logged', error)
      }
      return false
    }
  }

  async #entriesOf(batch: readonly Unnumbered[]): Promise<NewEntry[]> {
    const entries: NewEntry[] = []
    for (const exchange of batch) {
      await yieldToEventLoop()
      try {
        entries.push({ accountId: exchange.accountId, text: this.#textOf(exchange) })
      } catch (error) {
        this.#parts.log.failure(`A request could not be logged (${exchange.requestId})`, error)
      }
    }
    return entries
  }

  /** The JSON of a request, without secrets. Keys have hashes, which are not stored. */
  #textOf({ key, issues, accountId: _, ...exchange }: Unnumbered): string {
    const redact = this.#redact
    return JSON.stringify({
      ...exchange,
      key: key && { id: key.id, prefix: key.prefix },
      issues: issues?.map((issue) => redactedIssue(issue, redact)),
      requestHeaders: redactedHeaders(exchange.requestHeaders, redact),
      requestBody: this.#bodyOf(exchange.requestBody),
      responseHeaders: redactedHeaders(exchange.responseHeaders, redact),
      responseBody: this.#bodyOf(exchange.responseBody),
    })
  }

  #bodyOf(body: KeptBody | undefined): StoredBody | undefined {
    return body && { text: this.#redact(body.content.toString()), isCut: body.isCut }
  }
}

/** A body as it is stored. */
interface StoredBody {
  text: string
  isCut: boolean
}

/** Members that are undefined are absent in JSON, which is the same to readers. */
function entryOf({ sequence, account_id, entry }: EntryRow): LoggedExchange {
  const { requestBody, responseBody, ...exchange } = JSON.parse(entry)
  return {
    ...exchange,
    sequence,
    accountId: account_id || undefined,
    requestBody: requestBody && bodyFrom(requestBody),
    responseBody: responseBody && bodyFrom(responseBody),
  }
}

function bodyFrom({ text, isCut }: StoredBody): KeptBody {
  return { content: Buffer.from(text), isCut }
}

/** Whether nothing of a failed batch is in the database. */
function isUnwritten(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  return ['away', 'exhausted', 'cancelled', 'full', 'read-only'].includes(error.problem)
}
