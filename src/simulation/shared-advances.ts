import type { Account, AdvanceState, EndedAdvance } from '../accounts/account.ts'
import { ApiError } from '../errors.ts'
import { AbortController } from '../node-globals.ts'
import type { Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import type { Clock } from '../time/clock.ts'
import type { AccountTime, AdvanceOptions } from './account-time.ts'
import { type AdvanceControl, type Advances, removed, wasCancelled } from './advances.ts'
import type { SharedWork } from './shared-work.ts'
import type { Signals } from './signals.ts'
import { Summary } from './summary.ts'

/** Real milliseconds after which an advance is looked at, although nothing was signalled. */
const LOOK_MS = 250

interface Parts {
  store: Store
  clock: Clock
  time: AccountTime
  work: SharedWork
  /** The advances that this replica makes. */
  local: Advances
  changes: Signals
  closing: AbortSignal
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

  begin(accountId: string, target: number | 'next_run', options?: AdvanceOptions) {
    const started = this.#hold(accountId, target, options).catch((error) => {
      throw error instanceof UnknownAccountError ? removed(accountId) : error
    })
    return { started, ended: started.then((state) => this.#end(accountId, state)) }
  }

  countsOf(accountId: string) {
    return this.#parts.local.countsOf(accountId)
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
    await this.#until(accountId, async () => !isUnderWay(await this.#clockOf(accountId), cancelled))
  }

  /** Begins an advance as soon as no other is under way. */
  async #hold(
    accountId: string,
    target: number | 'next_run',
    options: AdvanceOptions | undefined,
  ): Promise<AdvanceState> {
    for (;;) {
      const { state, isNew } = await this.#parts.time.hold(accountId, target, options)
      if (isNew) {
        await this.#parts.work.wake(accountId)
        this.changes.publish(accountId)
        return state
      }
      await this.#until(accountId, async () => !isUnderWay(await this.#clockOf(accountId), state))
    }
  }

  /** Resolves with the summary of an advance when it has ended, on any replica. */
  async #end(accountId: string, state: AdvanceState): Promise<Summary> {
    await this.#until(accountId, async () => !isUnderWay(await this.#clockOf(accountId), state))
    const { lastAdvance } = await this.#clockOf(accountId)
    if (lastAdvance?.number === state.number)
      return summaryOf(lastAdvance as EndedAdvance, accountId)
    throw new ApiError(
      'invalid_input',
      `The clock of ${accountId} was changed, reset or advanced again before this advance was reported. ` +
        'GET /_sandbox/clock shows its time.',
    )
  }

  async #clockOf(accountId: string) {
    try {
      return (await this.#parts.store.readHead(accountId)).clock
    } catch (error) {
      throw error instanceof UnknownAccountError ? removed(accountId) : error
    }
  }

  /** Looks again with each signal, and now and then, in case that one was lost. */
  async #until(accountId: string, isReached: () => Promise<boolean>): Promise<void> {
    const { clock, closing } = this.#parts
    while (!(await isReached())) {
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
}

function isUnderWay({ advancing }: { advancing?: AdvanceState }, { number }: AdvanceState) {
  return advancing !== undefined && advancing.number === number
}

function summaryOf(ended: EndedAdvance, accountId: string): Summary {
  const { from, reached, runs, events, deliveries, slow_webhooks, status, error } = ended
  if (status === 'cancelled') throw wasCancelled(accountId, reached)
  if (status === 'failed') throw new ApiError('unavailable', error ?? 'The advance failed.')
  const summary = new Summary(from, reached)
  Object.assign(summary.events, events)
  return Object.assign(summary, { runs, deliveries, slow_webhooks })
}

function closedMeanwhile(accountId: string): ApiError {
  return new ApiError(
    'unavailable',
    `This replica was closed while the clock of ${accountId} was being advanced. Another one continues: ` +
      'GET /_sandbox/clock shows the progress.',
  )
}
