import { freeze } from 'immer'
import type { Account, AccountHead } from '../../accounts/account.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { searchedTexts } from '../../accounts/campaign-list.ts'
import type { SecretBox } from '../../store/secret-box.ts'
import { isSliceUsedUp, yieldToEventLoop } from '../../time/pauses.ts'
import { joined, restored, storable } from './storable-text.ts'

type MapMember = {
  [Name in keyof Account]-?: Account[Name] extends Map<string, unknown> ? Name : never
}[keyof Account]

/** The collections of an account that grow with its campaigns: what a head does not have. */
export const CAMPAIGN_COLLECTIONS = ['campaigns', 'lastRuns', 'past'] as const satisfies MapMember[]
const MAPS: readonly string[] = CAMPAIGN_COLLECTIONS satisfies readonly MapMember[]

/** The other collections with a row for each entry. */
export const HEAD_COLLECTIONS: readonly string[] = [
  'users',
  'keys',
  'sessions',
  'webhooks',
  'alerts',
  'faults',
  'usage',
  'history',
] satisfies (keyof AccountHead)[]

export type Collection = ReadonlyMap<string, object> | Readonly<Record<string, object>>

/** An entry of a collection as it is stored. */
export interface StoredEntry {
  collection: string
  id: string
  place: number
  value: string
}

export function isMap(collection: string): boolean {
  return MAPS.includes(collection)
}

export function hasRows(member: string): boolean {
  return isMap(member) || HEAD_COLLECTIONS.includes(member)
}

/** A collection of an account; undefined for one that a head does not have. */
export function collectionOf(account: object, name: string): Collection | undefined {
  return Reflect.get(account, name) as Collection | undefined
}

export function entryOf(collection: Collection | undefined, id: string): object | undefined {
  if (collection instanceof Map) return collection.get(id)
  return collection && Object.hasOwn(collection, id)
    ? (collection as Record<string, object>)[id]
    : undefined
}

export function idsOf(collection: Collection | undefined): string[] {
  if (collection instanceof Map) return [...collection.keys()]
  return Object.keys(collection ?? {})
}

/** An entry of a collection of an account. */
export interface Entry {
  collection: string
  id: string
  value: object
}

/** Entries as columns. */
export function entryColumns(entries: readonly Entry[]) {
  const campaigns = entries.map(({ collection, value }) =>
    collection === 'campaigns' ? (value as Campaign) : undefined,
  )
  const textsOf = (text: (campaign: Campaign) => string) =>
    campaigns.map((campaign) => (campaign ? text(campaign) : null))
  return {
    collection: entries.map(({ collection }) => collection),
    id: entries.map(({ id }) => storable(id)),
    value: entries.map(({ value }) => JSON.stringify(value)),
    type: textsOf(({ type }) => storable(type)),
    frequency: textsOf(({ frequency }) => storable(frequency)),
    status: textsOf(({ status }) => storable(status)),
    search: textsOf((campaign) => joined(searchedTexts(campaign))),
  }
}

/** All entries of an account. */
export function* entriesOf(account: Account): Generator<Entry, undefined> {
  for (const name of [...HEAD_COLLECTIONS, ...CAMPAIGN_COLLECTIONS]) {
    const collection = collectionOf(account, name)
    for (const id of idsOf(collection)) {
      yield { collection: name, id, value: entryOf(collection, id) as object }
    }
  }
}

/** JSON of the members that have no rows. */
export function membersText(account: object): string {
  const members = Object.entries(account).filter(([name]) => !hasRows(name))
  return JSON.stringify(Object.fromEntries(members))
}

/** Rows of an account with its secrets decrypted. Throws a StoreError if they were encrypted with another key. */
export function openedRows<Rows extends { value: string; entries: readonly StoredEntry[] }>(
  accountId: string,
  rows: Rows,
  secrets: SecretBox,
): Rows {
  const entries = rows.entries.map((entry) => {
    const { collection, id, value } = entry
    const text = secrets.openedText(accountId, value, [collection, id])
    return text === value ? entry : { ...entry, value: text }
  })
  return { ...rows, value: secrets.openedText(accountId, rows.value), entries }
}

/** The head of an account from the JSON of its other members and its entries; frozen. */
export function headFrom(value: string, entries: readonly StoredEntry[]): AccountHead {
  return Object.freeze({ ...parsed(value), ...recordsFrom(entries) } as AccountHead)
}

/** Like `headFrom`, of a whole account, in slices: other requests are answered in between. */
export async function wholeFrom(value: string, entries: readonly StoredEntry[]): Promise<Account> {
  const head = { ...parsed(value), ...recordsFrom(entries) } as unknown as AccountHead
  const maps = { campaigns: new Map(), lastRuns: new Map(), past: new Map() }
  for (const { collection, id, value } of byPlace(entries)) {
    if (!isMap(collection)) continue
    maps[collection as keyof typeof maps].set(restored(id), parsed(value))
    if (isSliceUsedUp()) await yieldToEventLoop()
  }
  for (const map of Object.values(maps)) freeze(map)
  return Object.freeze({ ...head, ...maps })
}

/** Length of the JSON of all members and entries. */
export function lengthOf(account: object): number {
  let length = membersText(account).length
  for (const { value } of entriesOf(account as Account)) length += JSON.stringify(value).length
  return length
}

/** Parses stored JSON; frozen. */
export function parsed<T extends object>(value: string): T {
  return freeze(JSON.parse(value), true)
}

// Without a prototype, because an ordinary object has keys such as `constructor` and `__proto__`.
function recordsFrom(entries: readonly StoredEntry[]): Record<string, Collection> {
  const records = Object.fromEntries(
    HEAD_COLLECTIONS.map((name) => [name, Object.create(null) as Record<string, object>]),
  )
  const own = entries.filter(({ collection }) => records[collection])
  for (const { collection, id, value } of byPlace(own)) {
    const record = records[collection]
    if (record) record[restored(id)] = parsed(value)
  }
  for (const record of Object.values(records)) Object.freeze(record)
  return { ...records, history: freeze(new Map(Object.entries(records.history ?? {}))) }
}

function byPlace(entries: readonly StoredEntry[]): StoredEntry[] {
  return entries.toSorted((a, b) => a.place - b.place)
}
