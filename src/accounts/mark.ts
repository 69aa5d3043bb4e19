/** A change of an account's state by the control plane. */
export type MarkKind =
  | 'advance'
  | 'set'
  | 'freeze'
  | 'unfreeze'
  | 'reset'
  | 'restore'
  | 'import'
  | 'fault_created'
  | 'fault_changed'
  | 'fault_deleted'

/** One entry of the account's own history. Times are epoch milliseconds of its clock. */
export interface Mark {
  kind: MarkKind
  at: number
  /** The time that the clock reached; for moves of the clock only. */
  to?: number
  /** Name of the fixture or the snapshot, or of the fault rule. */
  name?: string
  /** Id of the fault rule. */
  fault?: string
  /** Id of the moment that was kept before. */
  moment?: string
  /** Number of the advance, whose `to` changes if it is cancelled. */
  advance?: number
}

/** Marks that an account keeps: of fault rules, and of everything else. The oldest are dropped. */
export const MOST_MARKS = 100

/** Adds a mark to a draft of an account. */
export function addMark(account: { marks?: Mark[] }, mark: Mark): void {
  account.marks = withMark(account.marks, mark)
}

/** The marks of an account with one more. */
export function withMark(marks: readonly Mark[] = [], mark: Mark): Mark[] {
  const isOfFaults = (each: Mark) => each.kind.startsWith('fault_')
  const same = marks.filter((each) => isOfFaults(each) === isOfFaults(mark))
  const dropped = new Set(same.slice(0, Math.max(0, same.length + 1 - MOST_MARKS)))
  return [...marks.filter((each) => !dropped.has(each)), mark]
}
