import type { Account } from '../../accounts/account.ts'
import type { Campaign, CampaignHistory, LastRun } from '../../accounts/campaign.ts'
import { ConfigError } from '../../config.ts'
import type { StoredAccount } from '../../store/file/account-file.ts'

/** The first line of an export. */
export const HEADER = { format: 'svc-sandbox/export', version: 1 } as const

/** An account without its campaigns and what belongs to them. */
export type ExportedHead = Omit<StoredAccount, 'campaigns' | 'lastRuns' | 'past' | 'deliveries'>

/** The line that a snapshot begins with. Times are in epoch milliseconds. */
export interface SnapshotLine {
  snapshot: { name: string; saved_at: number; shows: number; account: ExportedHead }
}

/**
 * A line of an export. An account begins with `account` and ends with `end`; in between are its campaigns and deliveries,
 * then its snapshots, each followed by its own campaigns and deliveries. Order is kept.
 */
export type Line =
  | typeof HEADER
  | { account: ExportedHead }
  | SnapshotLine
  | { campaign: Campaign; last_run?: LastRun; past?: CampaignHistory }
  /** A campaign that was deleted. */
  | { deleted: string; past: CampaignHistory }
  /** The runs of a campaign that is no more. */
  | { ran: string; last_run: LastRun }
  /** A delivery with its event, as `EventLog.save` writes it. */
  | { delivery: object }
  | { end: string; lines: number }
  | { complete: true; accounts: number }

/** The lines of an account, or of a snapshot, without its deliveries. */
export function* linesOf(account: Readonly<Account>): Generator<Line> {
  const { campaigns, lastRuns, past } = account
  for (const [id, campaign] of campaigns) {
    const [last_run, history] = [lastRuns.get(id), past.get(id)]
    yield { campaign, ...(last_run && { last_run }), ...(history && { past: history }) }
  }
  for (const [deleted, history] of past) {
    if (!campaigns.has(deleted)) yield { deleted, past: history }
  }
  for (const [ran, last_run] of lastRuns) if (!campaigns.has(ran)) yield { ran, last_run }
}

export function headOf({
  campaigns: _,
  lastRuns: __,
  past: ___,
  history,
  ...head
}: Readonly<Account>): ExportedHead {
  return { ...head, history: Object.fromEntries(history) }
}

/** The line `text` of an export, number `at` of its file. Throws ConfigError. */
export function parseLine(text: string, at: number): Line {
  let line: unknown
  try {
    line = JSON.parse(text)
  } catch {
    throw notAnExport(at, 'is not JSON')
  }
  if (typeof line !== 'object' || line === null) throw notAnExport(at, 'is not an object')
  if (at > 1) return line as Line
  const { format, version } = line as Partial<typeof HEADER>
  if (format !== HEADER.format) throw notAnExport(at, `does not name the format ${HEADER.format}`)
  if (version !== HEADER.version) {
    throw new ConfigError(
      `The export has version ${JSON.stringify(version)} of the format, but this release reads version ` +
        `${HEADER.version}. Import it with the release that wrote it, or a newer one.`,
    )
  }
  return line as Line
}

/** The error for a line that an export does not have. */
export function notAnExport(at: number, problem: string): ConfigError {
  return new ConfigError(
    `Line ${at} ${problem}, so the file is damaged or no export of svc-sandbox. Export again.`,
  )
}
