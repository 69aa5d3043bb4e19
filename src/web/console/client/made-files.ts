import type { operations } from '../../../../spec/generated/api.ts'
import { ofServer, ofTab } from './storage.ts'

/** A report or an export that was made in this tab. */
export interface MadeFile {
  kind: 'report' | 'export'
  /** The subject, in a few words. */
  title: string
  filename: string
  /** Opens without a key until `expires_at`, on the account's clock. */
  download_url: string
  generated_at: string
  expires_at: string
  /** The query of a report, to create it in another format. */
  query?: ReportQuery
}

export type ReportQuery = operations['generateReport']['parameters']['query']

const MOST = 50

const placeOf = (account: string) => ofServer(`svc-files ${account}`)

/** The files of an account, the newest first. */
export function madeFiles(account: string): MadeFile[] {
  try {
    return JSON.parse(ofTab.get(placeOf(account)) ?? '[]')
  } catch {
    return []
  }
}

/** Adds a file on top; the oldest ones are dropped. */
export function keepMadeFile(account: string, file: MadeFile): MadeFile[] {
  const files = [file, ...madeFiles(account)].slice(0, MOST)
  ofTab.set(placeOf(account), JSON.stringify(files))
  return files
}
