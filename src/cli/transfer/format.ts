import type { StoredAccount } from '../../store/file/account-file.ts'

/** The first line of an export. */
export const HEADER = { format: 'svc-sandbox/export', version: 2 } as const

/** A state of an account: the present one, or the one of a snapshot. */
export interface StateLine {
  /** As in the file of a data folder. */
  account: StoredAccount
  /** Its deliveries with their events, as `EventLog.save` writes them. */
  deliveries: object[]
}

/** A line of an export: the header, then each account, followed by its snapshots, and at the end the number of lines. */
export type Line =
  | typeof HEADER
  | StateLine
  /** Times are in epoch milliseconds. */
  | (StateLine & { snapshot: { name: string; saved_at: number; shows: number } })
  | { complete: true; lines: number }
