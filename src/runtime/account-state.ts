import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import { UnknownAccountError } from '../store/store-error.ts'

/** A promise, unless the embedded engine answers at once. */
export type Answer<T> = T | Promise<T>

/** State of accounts outside of the store. */
export interface AccountState {
  forget(accountId: string): Answer<void>
  /** Whether there is any state of the account. */
  remembers(accountId: string): Answer<boolean>
}

const STATES = [
  ...(['quotas', 'usage', 'requests', 'receivers', 'deliveries'] as const),
  ...(['snapshots', 'moments'] as const),
]

/** All state of accounts outside of the store. */
export type AccountStates = Record<(typeof STATES)[number], AccountState>

/** The state that survives when an account is replaced. Everything else is forgotten. */
const SURVIVORS = {
  /** Created from its fixture again. */
  reset: ['snapshots', 'moments'],
  /** Like `reset`, but with its old keys, so their usage continues. */
  resetWithOwnKeys: ['snapshots', 'moments', 'usage'],
  /** Restored from a snapshot; the logged requests still happened. */
  restore: ['snapshots', 'moments', 'usage', 'requests'],
  remove: [],
} as const satisfies Record<string, readonly (keyof AccountStates)[]>

type Occasion = keyof typeof SURVIVORS

/** Knows all state of accounts outside of the store, and forgets it. */
export class AccountStateRegistry {
  readonly #store: Pick<Store, 'remove'>
  readonly #states: AccountStates

  constructor(store: Pick<Store, 'remove'>, states: AccountStates) {
    this.#store = store
    this.#states = states
  }

  async forget(accountId: string, occasion: Occasion): Promise<void> {
    const survivors: readonly string[] = SURVIVORS[occasion]
    const forgotten = STATES.filter((name) => !survivors.includes(name))
    await Promise.all(forgotten.map((name) => this.#states[name].forget(accountId)))
  }

  /** Removes an account and all its state. Rejects as `Store.remove`. */
  async remove(accountId: string): Promise<void> {
    await this.#store.remove(accountId)
    await this.forget(accountId, 'remove')
  }
}

/**
 * Runs work that no caller waits for; resolves with whether it succeeded. Never rejects, because an uncaught
 * rejection would end the process: a failure is logged, and the next round tries again. Failures are not logged
 * if the sandbox is closing or the account was removed meanwhile.
 */
export async function inBackground(
  failure: string,
  work: () => Promise<unknown>,
  { log, closing }: { log: Log; closing: AbortSignal },
): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    const isExpected = closing.aborted || error instanceof UnknownAccountError
    if (!isExpected) log.failure(failure, error)
    return false
  }
}
