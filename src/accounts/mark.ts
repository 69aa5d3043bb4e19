/** Where a change came from. `sandbox`: from the sandbox itself, as a timed reset. Callers name it, so it proves nothing. */
export type ChangeSource = 'api' | 'console' | 'cli' | 'sdk' | 'sandbox'

/** The source that a client names in `X-Sandbox-Client`. */
export function changeSourceOf(client: string | undefined): ChangeSource {
  return client === 'console' || client === 'cli' || client === 'sdk' ? client : 'api'
}

/** Who made a change. */
export interface Cause {
  /** The operation by its operationId, or a move of the clock such as `advanceClock`. */
  operation: string
  source: ChangeSource
  /** The key of the request. */
  key?: { id: string; name: string } | undefined
  /** Real time, epoch milliseconds. */
  madeAt: number
  /** Id of the moment that was kept before. */
  moment?: string | undefined
}

/** The subject of a change. */
export interface About {
  /** Such as `campaign`. */
  type: string
  id: string
  name?: string
}

/** An entry in the history of an account: a change of it. */
export interface Mark extends Cause {
  /** Epoch milliseconds of the account's clock before the change. */
  at: number
  /** What the clock showed afterwards, if the change moved it. */
  to?: number
  about?: About
  /** Number of the advance, whose `to` changes if it does not get there. */
  advance?: number
}

/** By number, from 1, in the order of the changes. */
export type History = ReadonlyMap<string, Mark>

/** Changes that an account keeps; the oldest are dropped. */
export const MOST_MARKS = 200

/**
 * Adds an entry to a draft of an account, by the next number, and removes the oldest one of a full history. The others keep
 * their numbers, so that only these two are written to the data folder, and not the whole history.
 */
export function addMark({ history }: { history: Map<string, Mark> }, mark: Mark): void {
  const numbers = [...history.keys()]
  const number = Number(numbers.at(-1) ?? 0) + 1
  history.set(String(number), mark)
  for (let old = Number(numbers[0]); old <= number - MOST_MARKS; old++) history.delete(String(old))
}

/** A history with one more entry. */
export function withMark(history: History, mark: Mark): Map<string, Mark> {
  const longer = new Map(history)
  addMark({ history: longer }, mark)
  return longer
}

/** Whether an operation replaces the whole state of an account by another. */
export function isReplacement(operation: string): boolean {
  return /^(reset|restore|undo|import)/.test(operation)
}
