import type { Account } from '../accounts/account.ts'
import type { RoutedOperation } from '../document/operation.ts'
import type { EventBus } from '../simulation/event-bus.ts'
import type { ControlHandler, ControlRequest, StreamMessage } from './operation.ts'

type Told = () => void

interface Listener {
  accountId: string
  isOperator: boolean
  told: Told
}

/** Tells whoever shows an account that it is another now: somebody wrote to it, steered it, or its campaigns ran. */
export class Changes {
  readonly #listeners = new Set<Listener>()

  /** Something of this account has changed. */
  tell(accountId: string): void {
    this.#tell((listener) => listener.accountId === accountId)
  }

  /** Accounts came or went, which the operator alone sees. */
  tellOperators(): void {
    this.#tell(({ isOperator }) => isOperator)
  }

  /** Everything may be another. */
  tellAll(): void {
    this.#tell(() => true)
  }

  /**
   * A message for what has changed since the one before, however much that was, until `signal` is aborted. The first says
   * that somebody listens.
   */
  async *stream(
    { accountId, isOperator }: Omit<Listener, 'told'>,
    events: EventBus,
    signal: AbortSignal,
  ): AsyncGenerator<StreamMessage, undefined> {
    let hasChanged = false
    let wake = () => {}
    const told = () => {
      hasChanged = true
      wake()
    }
    const listener = { accountId, isOperator, told }
    this.#listeners.add(listener)
    const stop = events.listen(accountId, told)
    const ended = () => wake()
    signal.addEventListener('abort', ended)
    try {
      yield { event: 'ready', data: { account: accountId } }
      while (!signal.aborted) {
        if (hasChanged) {
          hasChanged = false
          yield { event: 'changed', data: { account: accountId } }
          continue
        }
        await new Promise<void>((resolve) => {
          wake = resolve
          if (signal.aborted || hasChanged) resolve()
        })
      }
    } finally {
      signal.removeEventListener('abort', ended)
      stop()
      this.#listeners.delete(listener)
    }
  }

  #tell(concerns: (listener: Listener) => boolean): void {
    for (const listener of this.#listeners) if (concerns(listener)) listener.told()
  }
}

type FindAccount = ControlRequest<'getClock'>['account']

/** What one control request is about: noted while it is carried out, told when it has succeeded. */
export class Touched {
  readonly #accounts = new Set<string>()

  /** `find`, noting which account it found. */
  noting(find: FindAccount): FindAccount {
    return async (named): Promise<Readonly<Account>> => {
      const account = await find(named)
      this.#accounts.add(account.id)
      return account
    }
  }

  tell(changes: Changes, { id, method }: Pick<RoutedOperation, 'id' | 'method'>): void {
    if (method === 'GET') return
    for (const account of this.#accounts) changes.tell(account)
    if (this.#accounts.size > 0) return
    if (id === 'resetSandbox') changes.tellAll()
    else changes.tellOperators()
  }
}

/** GET /_sandbox/changes/stream */
export const streamChanges: ControlHandler<'streamChanges'> = async (request, services) => {
  const { id: accountId } = await request.account()
  const { changes, simulation } = services
  const { isOperator, signal } = request
  return { stream: changes.stream({ accountId, isOperator }, simulation.events, signal) }
}
