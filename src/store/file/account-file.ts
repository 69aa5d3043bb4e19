import { freeze } from 'immer'
import type { Account } from '../../accounts/account.ts'
import type { Campaign, CampaignHistory, LastRun } from '../../accounts/campaign.ts'
import type { Mark } from '../../accounts/mark.ts'
import { accountShapeProblem } from '../account-shape.ts'
import type { RowsChange } from '../events/held-rows.ts'
import { PLAIN, type SecretBox } from '../secret-box.ts'
import { StoreError } from '../store-error.ts'
import { isRowsChange } from './row-shape.ts'

/** The content of `accounts/<id>.json`. */
export interface AccountFile {
  format: typeof FORMAT
  /** Of the release that wrote it. */
  version: number
  /** The number of writes of the account. Entries of its journal up to this one are in this file. */
  revision: number
  account: StoredAccount
  /** Its events and deliveries; absent if there are none. */
  events?: RowsChange['events']
  deliveries?: RowsChange['deliveries']
}

type MapMember = 'campaigns' | 'lastRuns' | 'past' | 'history'

/** An account in JSON. */
export interface StoredAccount extends Omit<Account, MapMember> {
  history: Record<string, Mark>
  campaigns: Record<string, Campaign>
  lastRuns: Record<string, LastRun>
  past: Record<string, CampaignHistory>
}

const FORMAT = 'svc-sandbox/account'
const VERSION = 4

const WAY_OUT =
  'Nothing was changed. Move the file away, or start with --data on another folder or with ' +
  '--ephemeral.'

/** The written data: an account with its revision, or a snapshot with other members. */
export type Saved = { account: Account } & Record<string, unknown>

/** Characters of a part of a file. Another part is made once it is written, so that requests do not wait. */
const PART = 64 * 1024

/**
 * The text of a file in parts; its secrets are encrypted if there is a key.
 */
export function* accountFileText(
  { account, ...others }: Saved,
  secrets = PLAIN,
  rows: Pick<RowsChange, 'events' | 'deliveries'> = {},
): Generator<string, undefined> {
  const file = { format: FORMAT, version: VERSION, ...others }
  yield `${JSON.stringify(file).slice(0, -1)},"account":`
  yield* accountText(account, secrets)
  for (const [name, list] of Object.entries(rows) as [string, readonly object[]][]) {
    let part = `,"${name}":[`
    for (const [index, row] of list.entries()) {
      part += `${index === 0 ? '' : ','}${JSON.stringify(row)}`
      if (part.length < PART) continue
      yield part
      part = ''
    }
    yield `${part}]`
  }
  yield '}'
}

/** An account in JSON, in parts. */
export function* accountText(account: Account, secrets = PLAIN): Generator<string, undefined> {
  const { campaigns, lastRuns, past, history, ...head } = account
  const sealed = secrets.sealed(account.id, head)
  let part = JSON.stringify(sealed).slice(0, -1)
  for (const [name, records] of Object.entries({ campaigns, lastRuns, past, history })) {
    part += `,"${name}":{`
    let separator = ''
    for (const [id, record] of records) {
      part += `${separator}${JSON.stringify(id)}:${JSON.stringify(record)}`
      separator = ','
      if (part.length < PART) continue
      yield part
      part = ''
    }
    part += '}'
  }
  yield `${part}}`
}

/** An account as JSON has it. */
export function stored(account: Readonly<Account>): StoredAccount {
  const { campaigns, lastRuns, past, history, ...head } = account
  return {
    ...head,
    campaigns: Object.fromEntries(campaigns),
    lastRuns: Object.fromEntries(lastRuns),
    past: Object.fromEntries(past),
    history: Object.fromEntries(history),
  }
}

/** The account that was stored. It takes over the records, which must belong to nobody else. */
export function restored(stored: StoredAccount): Account {
  return {
    ...stored,
    campaigns: frozen(stored.campaigns),
    lastRuns: frozen(stored.lastRuns),
    past: frozen(stored.past),
    history: frozen(stored.history),
  }
}

function frozen<V>(record: Record<string, V>): Map<string, V> {
  return freeze(new Map(Object.entries(record)), true)
}

/** The account in a line of a journal or a file, with its secrets. Throws a StoreError that names `path` if it is invalid. */
export function soundAccount(account: unknown, path: string, secrets: SecretBox): StoredAccount {
  const held = opened(account, secrets)
  requireShape(held, path)
  return held as StoredAccount
}

/** Parses the content of a file. Throws a StoreError that names `path` if it is invalid. */
export function parseAccountFile(text: string, path: string, secrets = PLAIN): AccountFile {
  if (text.trim() === '') throw refusal(path, 'is empty')
  return soundAccountFile(parseJson(text, path), path, secrets)
}

/** Like `parseAccountFile`, for parsed JSON. */
export function soundAccountFile(content: unknown, path: string, secrets = PLAIN): AccountFile {
  requireFormat(content, { format: FORMAT, holds: 'an account', path })

  const { version, revision, events, deliveries, ...held } = content as Partial<AccountFile>
  requireVersion(version, VERSION, path)
  const account = soundAccount(held.account, path, secrets)
  if (!Number.isSafeInteger(revision) || (revision as number) < 0) {
    throw refusal(path, `is damaged: revision should be a number, not ${JSON.stringify(revision)}`)
  }
  requireRows({ events, deliveries }, path)

  return {
    ...{ format: FORMAT, version: VERSION, revision: revision as number, account },
    ...(events && { events }),
    ...(deliveries && { deliveries }),
  }
}

/** Throws the refusal of `path` if these are no events and deliveries. */
function requireRows({ events, deliveries }: RowsChange, path: string): void {
  for (const [name, list] of Object.entries({ events, deliveries })) {
    if (isRowsChange({ [name]: list })) continue
    const what = `objects with an id and the other members of ${name}`
    throw refusal(path, `is damaged: ${name} should be a list of ${what}`)
  }
}

function opened(account: unknown, secrets: SecretBox): unknown {
  const { id } = (account ?? {}) as Partial<StoredAccount>
  return typeof id === 'string' ? secrets.opened(id, account) : account
}

/** Throws the refusal of `path` if `account` is not an account. */
export function requireShape(account: unknown, path: string): void {
  const problem = accountShapeProblem(account)
  if (problem) throw refusal(path, `is damaged: ${problem}`)
}

/** The StoreError for a file that cannot be used. */
export function refusal(path: string, problem: string, cause?: unknown): StoreError {
  return new StoreError(`${path} ${problem}. ${WAY_OUT}`, { cause })
}

/** As JSON.parse; throws the refusal of `path` for invalid JSON. */
export function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw refusal(path, `is incomplete or not JSON (${(error as Error).message})`, error)
  }
}

/** Throws the refusal of `path` if the content has another format. */
export function requireFormat(
  content: unknown,
  { format, holds, path }: { format: string; holds: string; path: string },
): void {
  const isOurs =
    typeof content === 'object' &&
    content !== null &&
    'format' in content &&
    content.format === format
  if (!isOurs) throw refusal(path, `is not ${holds} of svc-sandbox (no ${format})`)
}

/** Throws the refusal of `path` if it has another version of its format than `known`. */
export function requireVersion(version: unknown, known: number, path: string): void {
  if (version === known) return

  throw refusal(
    path,
    `has version ${JSON.stringify(version)} of the format, but this release reads version ${known}; ` +
      'another release of svc-sandbox wrote it',
  )
}
