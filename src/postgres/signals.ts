import { LocalSignals, type Signals } from '../simulation/signals.ts'
import type { Clock } from '../time/clock.ts'
import type { Notices, Topic } from './notices.ts'

/** Real milliseconds between two notices that a replica has listeners of an account. */
const REPEAT_MS = 10_000
/** Listeners of which nothing was heard for so long are gone. */
const GONE_MS = 25_000

/** Signals that listeners on every replica get. */
export class SharedSignals implements Signals {
  readonly #notices: Notices
  readonly #topic: Topic
  readonly #local = new LocalSignals()
  readonly #listening: Listening | undefined

  /** With `listening`, replicas know of each other's listeners, so that `hasListeners` holds for all of them. */
  constructor(notices: Notices, topic: Topic, listening?: Listening) {
    this.#notices = notices
    this.#topic = topic
    this.#listening = listening
    notices.listen(topic, (accountId) => this.#local.publish(accountId))
  }

  hasListeners(accountId: string): boolean {
    return this.#local.hasListeners(accountId) || (this.#listening?.has(accountId) ?? false)
  }

  publish(accountId: string): void {
    this.#notices.publish(this.#topic, accountId)
  }

  async announce(accountId: string): Promise<void> {
    if (this.#listening) await this.#notices.publishNow('listening', accountId)
  }

  async catchUp(): Promise<void> {
    if (this.#listening) await this.#notices.catchUp()
  }

  listen(accountId: string, listener: () => void): () => void {
    const stop = this.#local.listen(accountId, listener)
    const stopShowing = this.#listening?.show(accountId)
    return () => {
      stop()
      stopShowing?.()
    }
  }
}

/** The accounts that any replica has listeners of. */
export class Listening {
  readonly #notices: Notices
  readonly #clock: Clock
  readonly #closing: AbortSignal
  /** `Clock.elapsed()` at which listeners of an account were heard of last. */
  readonly #heard = new Map<string, number>()
  readonly #shown = new Map<string, number>()
  #repeating: Promise<void> | undefined

  constructor({
    notices,
    clock,
    closing,
  }: { notices: Notices; clock: Clock; closing: AbortSignal }) {
    this.#notices = notices
    this.#clock = clock
    this.#closing = closing
    notices.listen('listening', (accountId) => {
      if (accountId !== undefined) this.#heard.set(accountId, clock.elapsed())
    })
  }

  has(accountId: string): boolean {
    const heard = this.#heard.get(accountId)
    if (heard === undefined) return false
    const isGone = this.#clock.elapsed() - heard > GONE_MS
    if (isGone) this.#heard.delete(accountId)
    return !isGone
  }

  /** Lets all replicas know of a listener until the returned function is called. */
  show(accountId: string): () => void {
    this.#shown.set(accountId, (this.#shown.get(accountId) ?? 0) + 1)
    this.#notices.publish('listening', accountId)
    this.#repeating ??= this.#repeat()
    return () => {
      const left = (this.#shown.get(accountId) ?? 1) - 1
      if (left > 0) this.#shown.set(accountId, left)
      else this.#shown.delete(accountId)
    }
  }

  async #repeat(): Promise<void> {
    while (this.#shown.size > 0 && !this.#closing.aborted) {
      await this.#clock.pause(REPEAT_MS, this.#closing)
      for (const accountId of this.#shown.keys()) this.#notices.publish('listening', accountId)
    }
    this.#repeating = undefined
  }
}
