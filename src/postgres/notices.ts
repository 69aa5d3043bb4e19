import { Client } from 'pg'
import type { Log } from '../log.ts'
import { AbortController, AbortSignal, crypto } from '../node-globals.ts'
import type { Clock } from '../time/clock.ts'
import { connectionTo, cut } from './connection.ts'
import type { Sql } from './sql.ts'

/** The subject of a notice: what changed, or who should look. */
export type Topic =
  | ('account' | 'operators' | 'everyone')
  | ('events' | 'advance' | 'requests' | 'received' | 'work' | 'listening')

export interface NoticeParts {
  clock: Clock
  log: Log
  closing: AbortSignal
  /** Sends notices. */
  sql: Sql
  /** Listens: a connection with a session, not through pgbouncer. */
  directUrl: string
  replica?: string | undefined
  /** Called when the connection was lost, which requests would notice later. */
  onLost(): void
}

type Listener = (accountId: string | undefined) => void

const CHANNEL = 'sandbox'
const SEND_EVERY_MS = 50
const LOOK_EVERY_MS = 15_000
const RECONNECT_AFTER_MS = 500
/** A connection that does not answer in this time is replaced. */
const ANSWER_WITHIN_MS = 5000
/** NOTIFY accepts less than 8,000 bytes. */
const PAYLOAD_BYTES = 7900
/** More notices than this, while the database is away, become one for each topic: look at everything. */
const WAITING_NOTICES = 10_000

/**
 * Notices between replicas, by LISTEN and NOTIFY. Equal ones are sent once every 50 ms. A notice may be late or lost,
 * never the change it is about: listeners are called without an account after each reconnect and every 15 s, and then
 * look at everything.
 */
export class Notices {
  readonly #parts: NoticeParts
  readonly #listeners = new Map<Topic, Set<Listener>>()
  /** Distinguishes our own notices, which our listeners have heard at once. */
  readonly #sender = crypto.randomUUID().slice(0, 8)
  readonly #closed = new AbortController()
  readonly #stop: AbortSignal
  /** Texts `topic account` or `topic`. */
  #waiting = new Set<string>()
  #sending: Promise<void> | undefined
  #listening: Promise<unknown> | undefined
  #client: Client | undefined

  constructor(parts: NoticeParts) {
    this.#parts = parts
    this.#stop = AbortSignal.any([parts.closing, this.#closed.signal])
  }

  /**
   * Notifies the listeners of this process at once, and those of other replicas in about 50 ms. Call it when the change
   * is committed. Without an account: all of them.
   */
  publish(topic: Topic, accountId?: string): void {
    this.#hear(topic, accountId)
    // One for all includes it.
    if (this.#waiting.has(topic)) return
    this.#wait([accountId === undefined ? topic : `${topic} ${accountId}`])
    this.#sending ??= this.#send()
  }

  /** Like `publish`, without the wait. Resolves when the notice is committed; if the database is away, it is sent later. */
  async publishNow(topic: Topic, accountId: string): Promise<void> {
    try {
      await this.#notify([`${topic} ${accountId}`])
      this.#hear(topic, accountId)
    } catch {
      this.publish(topic, accountId)
    }
  }

  /**
   * Resolves once the listeners have heard all notices that were committed before. PostgreSQL delivers them to a session
   * before it completes the next query of the session.
   */
  async catchUp(): Promise<void> {
    await this.#client?.query('SELECT 1').catch(() => {})
  }

  /**
   * Calls `hear` with the account of each notice, and without one when notices may have been missed. It must not
   * throw. Returns a function that stops listening.
   */
  listen(topic: Topic, hear: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners)
    // A listener of its own, so that one function can listen twice.
    const listener: Listener = (accountId) => hear(accountId)
    listeners.add(listener)
    this.#listening ??= Promise.all([this.#keepListening(), this.#keepLooking()])
    return () => listeners.delete(listener)
  }

  /** Sends waiting notices, and stops listening. */
  async close(): Promise<void> {
    this.#closed.abort()
    if (this.#client) cut(this.#client)
    await Promise.all([this.#sending, this.#listening])
  }

  #hear(topic: Topic, accountId: string | undefined): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(accountId)
  }

  #wait(notices: Iterable<string>): void {
    for (const notice of notices) this.#waiting.add(notice)
    if (this.#waiting.size > WAITING_NOTICES) this.#waiting = new Set(topicsOf(this.#waiting))
  }

  #lookEverywhere(): void {
    for (const topic of this.#listeners.keys()) this.#hear(topic, undefined)
  }

  async #send(): Promise<void> {
    const { clock } = this.#parts
    let delay = SEND_EVERY_MS
    while (this.#waiting.size > 0) {
      await clock.pause(delay, this.#stop)
      const notices = this.#waiting
      this.#waiting = new Set()
      try {
        await this.#notify(notices)
        delay = SEND_EVERY_MS
      } catch {
        // The database is away, which its log shows. Others look every 15 s anyway.
        if (this.#stop.aborted) break
        this.#wait(notices)
        delay = RECONNECT_AFTER_MS
      }
    }
    this.#sending = undefined
  }

  async #notify(notices: Iterable<string>): Promise<void> {
    const messages = [...messagesOf(this.#sender, notices)]
    await this.#parts.sql.query('SELECT pg_notify($1, message) FROM unnest($2::text[]) message', [
      CHANNEL,
      messages,
    ])
  }

  async #keepLooking(): Promise<void> {
    const { clock } = this.#parts
    while (!this.#stop.aborted) {
      await clock.pause(LOOK_EVERY_MS, this.#stop)
      if (!this.#stop.aborted) this.#lookEverywhere()
    }
  }

  async #keepListening(): Promise<void> {
    const { clock, onLost } = this.#parts
    while (!this.#stop.aborted) {
      await this.#listenOnce().catch(() => {})
      if (!this.#stop.aborted) onLost()
      await clock.pause(RECONNECT_AFTER_MS, this.#stop)
    }
  }

  /** Listens until the connection ends, or does not answer any more. */
  async #listenOnce(): Promise<void> {
    const { clock, directUrl, replica } = this.#parts
    const client = new Client(connectionTo(directUrl, ANSWER_WITHIN_MS, { replica }))
    const ended = new AbortController()
    client.on('error', () => ended.abort())
    client.on('end', () => ended.abort())
    client.on('notification', ({ payload }) => this.#receive(payload))
    this.#client = client
    try {
      await client.connect()
      await client.query(`LISTEN ${CHANNEL}`)
      this.#lookEverywhere()
      const stop = AbortSignal.any([this.#stop, ended.signal])
      while (!stop.aborted) {
        await clock.pause(LOOK_EVERY_MS, stop)
        if (!stop.aborted) await client.query('SELECT 1')
      }
    } finally {
      this.#client = undefined
      cut(client)
    }
  }

  #receive(payload = ''): void {
    const [sender, ...notices] = payload.split('\n')
    if (sender === this.#sender) return
    for (const notice of notices) {
      const [topic, accountId] = notice.split(' ')
      this.#hear(topic as Topic, accountId)
    }
  }
}

function topicsOf(notices: Iterable<string>): string[] {
  return [...notices].map((notice) => notice.split(' ')[0] as string)
}

/** Payloads: the sender and notices, one a line, as many as fit. */
function* messagesOf(sender: string, notices: Iterable<string>): Generator<string> {
  let message = sender
  for (const notice of notices) {
    if (Buffer.byteLength(message) + Buffer.byteLength(notice) >= PAYLOAD_BYTES) {
      yield message
      message = sender
    }
    message += `\n${notice}`
  }
  yield message
}
