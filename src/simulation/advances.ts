import type { AdvanceState, EndedAdvance } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import { isoTime } from '../time/clock.ts'
import type { Turns } from '../time/turns.ts'
import type { WantedAdvance } from './account-time.ts'
import { Advance } from './advance.ts'
import { Chronology, type ChronologyParts } from './chronology.ts'
import type { Signals } from './signals.ts'

export interface AdvanceParts extends ChronologyParts {
  /** One task at a time moves an account on. */
  turns: Turns
  /** Signals that an advance of an account has begun or ended. */
  changes: Signals
}

/** The advances of clocks: each is stored, so that it survives its caller. */
export interface AdvanceControl {
  /** Signals that an advance of an account has begun or ended. */
  readonly changes: Signals
  /**
   * Advances an account's clock. `started` resolves when the clock is held, and `ended` with the result when everything due has
   * happened. `ended` rejects with an ApiError if the account is reset or removed, the advance is cancelled, or the sandbox
   * closes. In the last case another replica continues it; without one, it ends where it got to.
   */
  begin(
    accountId: string,
    wanted: WantedAdvance,
  ): { started: Promise<unknown>; ended: Promise<EndedAdvance> }
  /** The advance of an account that this process makes, with what it has done so far. */
  underWay(accountId: string): AdvanceState | undefined
  /** Stops the advance of an account where it is. Resolves when it has ended. */
  cancel(accountId: string): Promise<void>
}

/** The advances that this process makes. */
export class Advances implements AdvanceControl {
  readonly changes: Signals
  readonly #parts: AdvanceParts
  readonly #advances = new Map<string, Advance>()

  constructor(parts: AdvanceParts) {
    this.#parts = parts
    this.changes = parts.changes
  }

  begin(accountId: string, wanted: WantedAdvance) {
    let start = () => {}
    const isHeld = new Promise<void>((resolve) => {
      start = resolve
    })
    const ended = this.#parts.turns.take(accountId, async () => {
      try {
        await this.#endLeft(accountId)
        const { state } = await this.#parts.time.hold(accountId, wanted)
        return await this.#make(accountId, state, start)
      } catch (error) {
        throw error instanceof UnknownAccountError ? removed(accountId) : error
      }
    })
    return { started: Promise.race([isHeld, ended]), ended }
  }

  underWay(accountId: string): AdvanceState | undefined {
    return this.#advances.get(accountId)?.state
  }

  async cancel(accountId: string): Promise<void> {
    this.#advances.get(accountId)?.cancel()
    await this.#parts.turns.take(accountId, async () => {
      const { advancing } = (await this.#parts.store.readHead(accountId)).clock
      // The advance of a previous process, which was not ended yet.
      if (advancing) await this.#parts.time.release(accountId, endOf(advancing, 'cancelled'))
    })
  }

  /** Stops an advance that another replica has cancelled. */
  async stopIfCancelled(accountId: string): Promise<void> {
    const { advancing } = (await this.#parts.store.readHead(accountId)).clock
    if (advancing?.isCancelled) this.#advances.get(accountId)?.cancel()
  }

  /** Ends the advance of a previous process where it got to, which is stored. */
  async interrupt(accountId: string): Promise<void> {
    await this.#parts.turns.take(accountId, () => this.#endLeft(accountId))
  }

  /** Makes the advance that another replica has begun. How it ended is stored. */
  async continue(accountId: string): Promise<void> {
    await this.#parts.turns.take(accountId, async () => {
      const { advancing } = (await this.#parts.store.readHead(accountId)).clock
      if (!advancing) return
      await this.#make(accountId, advancing).catch((error) => {
        if (!(error instanceof ApiError)) throw error
      })
    })
  }

  /** Makes everything in a held advance happen, and stores how it ended. */
  async #make(accountId: string, state: AdvanceState, onStart = () => {}): Promise<EndedAdvance> {
    const { store, clock, dispatcher, time, closing } = this.#parts
    const shown = clock.of(await store.readHead(accountId))
    const advance = new Advance(state, { accountId, shown, dispatcher })
    const stop = () => advance.stop()
    if (closing.aborted) stop()
    closing.addEventListener('abort', stop)
    this.#advances.set(accountId, advance)
    this.changes.publish(accountId)
    onStart()
    let failure: Error | undefined
    try {
      await new Chronology({ accountId, to: state.to, advance }, this.#parts).run()
      if (closing.aborted) failure = closed(accountId, clock.of(await store.readHead(accountId)))
    } catch (error) {
      failure = error instanceof UnknownAccountError ? removed(accountId) : (error as Error)
    }
    dispatcher.calm(advance.queue)
    closing.removeEventListener('abort', stop)
    this.#advances.delete(accountId)
    const status = advance.isCancelled ? 'cancelled' : failure ? 'failed' : 'finished'
    const reason = status === 'failed' ? failure?.message : undefined
    const done = endOf(advance.state, status, reason)
    const result = { ...done, slow_webhooks: advance.slow.ids }
    try {
      // A closing replica leaves the rest to another; without one, the next start ends it.
      const ended = closing.aborted ? undefined : await time.release(accountId, result)
      if (failure || !ended) throw failure ?? removed(accountId)
      if (advance.isCancelled) throw wasCancelled(accountId, ended.reached)
      return ended
    } finally {
      this.changes.publish(accountId)
    }
  }

  /** In its turn: an advance that is under way then has no process that makes it. */
  async #endLeft(accountId: string): Promise<void> {
    const account = await this.#parts.store.readHead(accountId)
    const { advancing } = account.clock
    if (!advancing) return
    const [to, got] = [advancing.to ?? 0, this.#parts.clock.of(account)].map(isoTime)
    const error = `The sandbox stopped while the clock was being advanced to ${to}. The clock got to ${got}; advance it again to go on.`
    await this.#parts.time.release(accountId, endOf(advancing, 'interrupted', error))
  }
}

function endOf(
  { wasFrozen: _, isCancelled: __, ...state }: AdvanceState,
  status: EndedAdvance['status'],
  error?: string,
): Omit<EndedAdvance, 'reached'> {
  return { ...state, status, error: error ?? null, slow_webhooks: [] }
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

function closed(accountId: string, shown: number): ApiError {
  return new ApiError(
    'unavailable',
    `The sandbox was closed while the clock of ${accountId} was being advanced. It stays at ${isoTime(shown)}.`,
  )
}
