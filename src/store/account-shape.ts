import { freeze } from 'immer'
import type { Account } from '../accounts/account.ts'

const ACCOUNT_ID = /^[A-Za-z0-9_-]{1,64}$/

const RECORDS = [
  'users',
  'keys',
  'sessions',
  'campaigns',
  'lastRuns',
  'past',
  'webhooks',
  'alerts',
  'usage',
  'faults',
  'history',
] as const

/** The kinds of values that the other fields may have. */
const KINDS: Record<
  Exclude<keyof Account, (typeof RECORDS)[number] | 'keywordCount' | 'lastMoment'>,
  readonly string[]
> = {
  id: ['string'],
  name: ['string'],
  plan: ['string'],
  seed: ['number'],
  sequence: ['number'],
  changes: ['number'],
  linkSecret: ['string'],
  clock: ['object'],
  simulated_until: ['number', 'null'],
  origin: ['object', 'null'],
}

/** Why this is not a valid account id. Ids are used as file names, so they must not lead out of the folder. */
export function accountIdProblem(id: unknown): string | undefined {
  if (typeof id === 'string' && ACCOUNT_ID.test(id)) return undefined

  return `An account id is 1 to 64 letters, digits, "_" or "-", but this is ${JSON.stringify(id)}.`
}

/** Why this is not a stored account. Checks its fields, not their parts. */
export function accountShapeProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return `account should be an object, not ${kindOf(value)}`

  for (const [field, kinds] of Object.entries(KINDS)) {
    const found = kindOf(value[field])
    if (kinds.includes(found)) continue
    return `account.${field} should be ${kinds.map(withArticle).join(' or ')}, not ${found}`
  }

  for (const field of RECORDS) {
    const record = value[field]
    if (!isRecord(record)) return `account.${field} should be an object, not ${kindOf(record)}`

    for (const id of Object.keys(record)) {
      const entry = record[id]
      if (!isRecord(entry))
        return `account.${field}.${id} should be an object, not ${kindOf(entry)}`
    }
  }

  return accountIdProblem(value.id)
}

/**
 * A frozen copy whose records have no prototype, because an ordinary object has keys such as `constructor`
 * and `__proto__`. Collections that are frozen already are not copied again.
 */
export function frozenCopy(account: Account): Account {
  const members = Object.entries(account).map(([name, held]) => {
    if (held instanceof Map) return [name, frozenMap(held)]
    return [name, (RECORDS as readonly string[]).includes(name) ? dictionary(held) : frozen(held)]
  })
  return Object.freeze(Object.fromEntries(members)) as Account
}

function dictionary<T>(record: Record<string, T>): Record<string, T> {
  if (Object.isFrozen(record) && Object.getPrototypeOf(record) === null) return record
  return Object.freeze(Object.assign(Object.create(null), frozen(record)))
}

function frozenMap<T>(entries: Map<string, T>): Map<string, T> {
  if (Object.isFrozen(entries)) return entries
  return freeze(new Map([...entries].map(([id, entry]) => [id, frozen(entry)])))
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T

  const copy = { ...value } as Record<string, unknown>
  for (const key in copy) {
    const held = copy[key]
    if (typeof held === 'object') copy[key] = frozen(held)
  }
  return Object.freeze(copy) as T
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return kindOf(value) === 'object'
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function withArticle(kind: string): string {
  if (kind === 'null') return kind
  return kind === 'object' ? 'an object' : `a ${kind}`
}
