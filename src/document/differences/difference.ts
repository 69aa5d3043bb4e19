/** What a difference means to a client that was written for the first document. */
export type Severity = 'breaking' | 'may_break' | 'compatible'

/** Something in which two documents differ, in the words of the API. */
export interface Difference {
  severity: Severity
  /** Such as `success status 201 → 200`. */
  text: string
  /** Operations that it concerns, such as `POST /campaigns` or `webhook ranking.changed`; none: the whole API. */
  operations: string[]
}

/** All differences of two documents. */
export interface Differences {
  list: Difference[]
  /** Operations that both documents have; a difference that concerns each of these is one of every operation. */
  shared: string[]
}

/** Who writes a value decides what it means to a client that more or fewer values are allowed. */
export type Writer = 'client' | 'server'

/** What is allowed now is a part of what was. */
export function narrower(writer: Writer): Severity {
  return writer === 'client' ? 'breaking' : 'compatible'
}

/** What is allowed now includes what was. Not every client minds (`soft`): a value in a list, a bound. */
export function wider(writer: Writer, soft = false): Severity {
  if (writer === 'client') return 'compatible'
  return soft ? 'may_break' : 'breaking'
}
