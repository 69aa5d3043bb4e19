import { freeze } from 'immer'
import type { Account } from '../../accounts/account.ts'
import type { Campaign, CampaignHistory, LastRun } from '../../accounts/campaign.ts'
import type { Delivery } from '../../accounts/delivery.ts'
import type { Mark } from '../../accounts/mark.ts'
import { structuredClone } from '../../node-globals.ts'
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
  /** Its events and deliveries. Absent in files of earlier versions, and if there are none. */
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
  /** Deliveries of an earlier release; they now have rows of their own. */
  deliveries?: Record<string, Delivery>
}

const FORMAT = 'svc-sandbox/account'
/**
 * Version 1 had no revision, because it had no journal. Version 2 had none of the fields in ADDED_IN_3. Version 3 had its
 * events and deliveries in other files.
 */
const VERSION = 4
const WITH_FIELDS = 3
export const WITH_ROWS = 4
const ADDED_IN_3 = {
  webhooks: {},
  alerts: {},
  faults: {},
  simulated_until: null,
  usage: {},
  origin: null,
}
/** Earlier releases wrote version 3 without these. */
const ADDED_SINCE = { lastRuns: {}, past: {}, changes: 0, history: {} }

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
export function restored({ deliveries: _, ...stored }: StoredAccount): Account {
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
export function soundAccount(
  account: unknown,
  path: string,
  secrets: SecretBox,
  added: object = ADDED_SINCE,
): StoredAccount {
  const held = opened(withDefaults(account, added), secrets)
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

  const { version, revision = 0, events, deliveries, ...held } = content as Partial<AccountFile>
  requireVersion(version, VERSION, path)
  const added = (version as number) < WITH_FIELDS ? { ...ADDED_SINCE, ...ADDED_IN_3 } : ADDED_SINCE
  const account = soundAccount(held.account, path, secrets, added)
  if (!Number.isSafeInteger(revision) || revision < 0) {
    throw refusal(path, `is damaged: revision should be a number, not ${JSON.stringify(revision)}`)
  }
  requireRows({ events, deliveries }, path)

  return {
    ...{ format: FORMAT, version: version as number, revision, account },
    ...(events && { events }),
    ...(deliveries && { deliveries }),
  }
}

/** Throws the refusal of `path` if these are no events and deliveries. */
export function requireRows({ events, deliveries }: RowsChange, path: string): void {
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

/** Adds what is missing to `account` itself, which has just been parsed. */
function withDefaults(account: unknown, added: object): unknown {
  if (typeof account !== 'object' || account === null) return account
  for (const [name, value] of Object.entries(added)) {
    if (!Object.hasOwn(account, name)) Object.assign(account, { [name]: structuredClone(value) })
  }
  return account
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

/** Throws the refusal of `path` if its version is later than `newest`. */
export function requireVersion(version: unknown, newest: number, path: string): void {
  if (typeof version === 'number' && version >= 1 && version <= newest) return

  throw refusal(
    path,
    `has version ${JSON.stringify(version)} of the format, but this release reads versions up to ` +
      `${newest}; a newer release of svc-sandbox may have written it`,
  )
}
