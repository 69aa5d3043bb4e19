import type { AdvanceState, EndedAdvance } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import type { Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import { type Clock, isoTime } from '../time/clock.ts'
import type { Turns } from '../time/turns.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import type { AccountTime, AdvanceOptions } from './account-time.ts'
import { Advance } from './advance.ts'
import type { Chronology } from './chronology.ts'
import type { Signals } from './signals.ts'
import type { Summary } from './summary.ts'

interface Parts {
  store: Store
  clock: Clock
  dispatcher: Dispatcher
  time: AccountTime
  chronology: Chronology
  turns: Turns
  /** Signals that an advance of an account has begun or ended. */
  changes: Signals
  closing: AbortSignal
}

/** The counts of an advance that are newer than the stored ones. */
type Counts = Pick<AdvanceState, 'runs' | 'events' | 'deliveries'>

/** The advances of clocks: each is stored, so that it survives its caller. */
export interface AdvanceControl {
  /** Signals that an advance of an account has begun or ended. */
  readonly changes: Signals
  /**
   * Advances an account's clock by `target` milliseconds, or up to and including the next run. `started` resolves when the clock is held, and `ended` with a summary when everything due has
   * happened. `ended` rejects with an ApiError if the account is reset or removed, the advance is cancelled, or the sandbox
   * closes. In the last case another replica continues it; without one, it ends where it got to.
   */
  begin(
    accountId: string,
    target: number | 'next_run',
    options?: AdvanceOptions,
  ): { started: Promise<unknown>; ended: Promise<Summary> }
  /** The counts of an advance that this process makes. */
  countsOf(accountId: string): Counts | undefined
  /** Stops the advance of an account where it is. Resolves when it has ended. */
  cancel(accountId: string): Promise<void>
}

/** The advances that this process makes. */
export class Advances implements AdvanceControl {
  readonly changes: Signals
  readonly #parts: Parts
  readonly #advances = new Map<string, Advance>()

  constructor(parts: Parts) {
    this.#parts = parts
    this.changes = parts.changes
  }

  begin(accountId: string, target: number | 'next_run', options?: AdvanceOptions) {
    let start = () => {}
    const isHeld = new Promise<void>((resolve) => {
      start = resolve
    })
    const ended = this.#parts.turns.take(accountId, async () => {
      try {
        await this.#endLeft(accountId)
        const { state } = await this.#parts.time.hold(accountId, target, options)
        return await this.#finish(accountId, state, start)
      } catch (error) {
        throw error instanceof UnknownAccountError ? removed(accountId) : error
      }
    })
    return { started: Promise.race([isHeld, ended]), ended }
  }

  countsOf(accountId: string): Counts | undefined {
    return this.#advances.get(accountId)?.counts
  }

  /** Stops an advance that another replica has cancelled. */
  async stopIfCancelled(accountId: string): Promise<void> {
    const { advancing } = (await this.#parts.store.readHead(accountId)).clock
    if (advancing?.isCancelled) this.#advances.get(accountId)?.cancel()
  }

  async cancel(accountId: string): Promise<void> {
    this.#advances.get(accountId)?.cancel()
    await this.#parts.turns.take(accountId, async () => {
      const { advancing } = (await this.#parts.store.readHead(accountId)).clock
      // The advance of a previous process, which was not ended yet.
      if (advancing) await this.#parts.time.release(accountId, endedBy('cancelled', advancing))
    })
  }

  /** Makes everything in a held advance happen, and stores how it ended. */
  async #finish(accountId: string, state: AdvanceState, onStart = () => {}): Promise<Summary> {
    const { store, clock, dispatcher, closing } = this.#parts
    const shown = clock.of(await store.readHead(accountId))
    const advance = new Advance(state, { accountId, shown, dispatcher })
    if (state.isCancelled) advance.cancel()
    const stop = () => advance.stop()
    if (closing.aborted) stop()
    closing.addEventListener('abort', stop)
    this.#advances.set(accountId, advance)
    this.changes.publish(accountId)
    onStart()
    let error: unknown
    try {
      await this.#parts.chronology.run(accountId, state.to, advance)
      advance.to = clock.of(await store.readHead(accountId))
      if (advance.isCancelled) throw wasCancelled(accountId, advance.to)
      this.#requireOpen(accountId, advance.to)
      return advance
    } catch (reason) {
      error = reason instanceof UnknownAccountError ? removed(accountId) : reason
      throw error
    } finally {
      advance.slow_webhooks = advance.hurry.slow()
      advance.hurry.done()
      closing.removeEventListener('abort', stop)
      this.#advances.delete(accountId)
      // A closing replica leaves the rest to another; without one, the next start ends it.
      if (!closing.aborted) await this.#parts.time.release(accountId, endOf(advance, state, error))
      this.changes.publish(accountId)
    }
  }

  /** Ends the advance of a previous process where it got to, which is stored. */
  async interrupt(accountId: string): Promise<void> {
    await this.#parts.turns.take(accountId, () => this.#endLeft(accountId))
  }

  /** In its turn: an advance that is under way then has no process that makes it. */
  async #endLeft(accountId: string): Promise<void> {
    const account = await this.#parts.store.readHead(accountId)
    const { advancing } = account.clock
    if (!advancing) return
    // Earlier releases did not store where it should end.
    if (advancing.to === undefined) return this.#parts.time.release(accountId)
    const [to, got] = [isoTime(advancing.to), isoTime(this.#parts.clock.of(account))]
    const error = `The sandbox stopped while the clock was being advanced to ${to}. The clock got to ${got}; advance it again to go on.`
    await this.#parts.time.release(accountId, endedBy('interrupted', advancing, error))
  }

  /** Makes the advance that another replica has begun. How it ended is stored. */
  async continue(accountId: string): Promise<void> {
    await this.#parts.turns.take(accountId, async () => {
      const { advancing } = (await this.#parts.store.readHead(accountId)).clock
      if (!advancing) return
      await this.#finish(accountId, advancing).catch((error) => {
        if (!(error instanceof ApiError)) throw error
      })
    })
  }

  #requireOpen(accountId: string, shown: number): void {
    if (!this.#parts.closing.aborted) return
    throw new ApiError(
      'unavailable',
      `The sandbox was closed while the clock of ${accountId} was being advanced. It stays at ${isoTime(shown)}.`,
    )
  }
}

function endOf(advance: Advance, { from, to, number }: AdvanceState, error: unknown): EndedAdvance {
  const { isCancelled, slow_webhooks } = advance
  return {
    number,
    from,
    to,
    ...advance.counts,
    reached: advance.to,
    status: isCancelled ? 'cancelled' : error === undefined ? 'finished' : 'failed',
    error: isCancelled || error === undefined ? null : (error as Error).message,
    slow_webhooks: [...slow_webhooks],
  }
}

function endedBy(
  status: 'cancelled' | 'interrupted',
  { wasFrozen: _, isCancelled: __, ...state }: AdvanceState,
  error: string | null = null,
): EndedAdvance {
  return { ...state, reached: state.from, status, error, slow_webhooks: [] }
}

export function wasCancelled(accountId: string, shown: number): ApiError {
  return new ApiError(
    'invalid_input',
    `The advance of the clock of ${accountId} was cancelled. The clock stays at ${isoTime(shown)}.`,
  )
}

export function removed(accountId: string): ApiError {
  return new ApiError(
    'unknown_resource',
    `Account ${accountId} was removed while its clock was being advanced.`,
  )
}
