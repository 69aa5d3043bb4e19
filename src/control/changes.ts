import type { EventBus } from '../simulation/event-bus.ts'
import type { ControlHandler, StreamMessage } from './operation.ts'

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

/** GET /_sandbox/changes/stream */
export const streamChanges: ControlHandler<'streamChanges'> = async (request, services) => {
  const { id: accountId } = await request.account()
  const { changes, simulation } = services
  const { isOperator, signal } = request
  return { stream: changes.stream({ accountId, isOperator }, simulation.events, signal) }
}
