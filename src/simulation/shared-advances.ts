import type { Account, AdvanceState, EndedAdvance } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import { AbortController } from '../node-globals.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { WantedAdvance } from './account-time.ts'
import {
  type AdvanceControl,
  type AdvanceParts,
  type Advances,
  removed,
  wasCancelled,
} from './advances.ts'
import type { SharedWork } from './scheduler.ts'
import type { Signals } from './signals.ts'

/** Real milliseconds after which an advance is looked at, although nothing was signalled. */
const LOOK_MS = 250

interface Parts extends AdvanceParts {
  work: SharedWork
  /** The advances that this replica makes. */
  local: Advances
}

/**
 * Advances that any replica may ask for. Whoever holds the account makes them; the others read what it stores: the
 * advance while it is under way, and how it ended.
 */
export class SharedAdvances implements AdvanceControl {
  readonly changes: Signals
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    this.changes = parts.changes
  }

  begin(accountId: string, wanted: WantedAdvance) {
    const started = this.#hold(accountId, wanted).catch((error) => {
      throw error instanceof UnknownAccountError ? removed(accountId) : error
    })
    return { started, ended: started.then((state) => this.#end(accountId, state)) }
  }

  underWay(accountId: string) {
    return this.#parts.local.underWay(accountId)
  }

  async cancel(accountId: string): Promise<void> {
    const { store, work } = this.#parts
    const change = ({ clock }: Account) => {
      if (clock.advancing) clock.advancing.isCancelled = true
      return clock.advancing
    }
    const cancelled = await store.update(accountId, change)
    if (!cancelled) return
    await work.wake(accountId)
    await this.#over(accountId, cancelled)
  }

  /** Begins an advance as soon as no other is under way. */
  async #hold(accountId: string, wanted: WantedAdvance): Promise<AdvanceState> {
    for (;;) {
      const { state, isNew } = await this.#parts.time.hold(accountId, wanted)
      if (isNew) {
        await this.#parts.work.wake(accountId)
        this.changes.publish(accountId)
        return state
      }
      await this.#over(accountId, state)
    }
  }

  /** Resolves with the result of an advance when it has ended, on any replica. */
  async #end(accountId: string, state: AdvanceState): Promise<EndedAdvance> {
    const { lastAdvance: ended } = await this.#over(accountId, state)
    if (ended?.number !== state.number || !ended) {
      throw new ApiError(
        'invalid_input',
        `The clock of ${accountId} was changed, reset or advanced again before this advance was reported. ` +
          'GET /_sandbox/clock shows its time.',
      )
    }
    const { status, error, reached } = ended
    if (status === 'cancelled') throw wasCancelled(accountId, reached)
    if (status === 'failed') throw new ApiError('unavailable', error ?? 'The advance failed.')
    return ended
  }

  /**
   * Resolves with the clock when an advance is not under way any more. Looks again with each signal, and now and then, in case
   * that one was lost.
   */
  async #over(accountId: string, { number }: AdvanceState) {
    const { clock, closing } = this.#parts
    for (;;) {
      const shown = await this.#clockOf(accountId)
      if (!shown.advancing || shown.advancing.number !== number) return shown
      if (closing.aborted) throw closedMeanwhile(accountId)
      const signalled = new AbortController()
      const end = () => signalled.abort()
      const stop = this.changes.listen(accountId, end)
      closing.addEventListener('abort', end)
      await clock.wait(LOOK_MS, signalled.signal)
      closing.removeEventListener('abort', end)
      stop()
    }
  }

  async #clockOf(accountId: string) {
    try {
      return (await this.#parts.store.readHead(accountId)).clock
    } catch (error) {
      throw error instanceof UnknownAccountError ? removed(accountId) : error
    }
  }
}

function closedMeanwhile(accountId: string): ApiError {
  return new ApiError(
    'unavailable',
    `This replica was closed while the clock of ${accountId} was being advanced. Another one continues: ` +
      'GET /_sandbox/clock shows the progress.',
  )
}
