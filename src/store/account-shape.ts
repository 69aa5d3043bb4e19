import { freeze } from 'immer'
import type { Account } from '../accounts/account.ts'

const ACCOUNT_ID = /^[A-Za-z0-9_-]{1,64}$/

const RECORDS = [
  'users',
  'keys',
  'sessions',
  'campaigns',
  'webhooks',
  'alerts',
  'deliveries',
  'usage',
  'faults',
] as const

const KINDS: Record<
  Exclude<keyof Account, (typeof RECORDS)[number] | 'simulated_until' | 'origin'>,
  string
> = {
  id: 'string',
  name: 'string',
  plan: 'string',
  seed: 'number',
  sequence: 'number',
  linkSecret: 'string',
  clock: 'object',
}

/** Why this can't be an account's id, if so. Ids name files: none may lead out of the folder. */
export function accountIdProblem(id: unknown): string | undefined {
  if (typeof id === 'string' && ACCOUNT_ID.test(id)) return undefined

  return `An account id is 1 to 64 letters, digits, "_" or "-", but this is ${JSON.stringify(id)}.`
}

/** Why this can't be a stored account, if so: looks at its fields, not into their parts. */
export function accountShapeProblem(value: unknown): string | undefined {
  if (!isRecord(value)) return `account should be an object, not ${kindOf(value)}`

  for (const [field, kind] of Object.entries(KINDS)) {
    const found = kindOf(value[field])
    if (found !== kind) return `account.${field} should be ${withArticle(kind)}, not ${found}`
  }

  for (const field of RECORDS) {
    const record = value[field]
    if (!isRecord(record)) return `account.${field} should be an object, not ${kindOf(record)}`

    for (const [id, entry] of Object.entries(record)) {
      if (!isRecord(entry))
        return `account.${field}.${id} should be an object, not ${kindOf(entry)}`
    }
  }

  const until = value.simulated_until
  if (until !== null && typeof until !== 'number') {
    return `account.simulated_until should be a number or null, not ${kindOf(until)}`
  }
  if (value.origin !== null && !isRecord(value.origin)) {
    return `account.origin should be an object or null, not ${kindOf(value.origin)}`
  }
  return accountIdProblem(value.id)
}

/**
 * A copy that nobody can change, with records that hold nothing but their entries: in an ordinary
 * object a request for the key `constructor` or `__proto__` would find something. Collections that this
 * function or the store made are taken as they are, so that to put back a state that was there before costs
 * nothing.
 */
export function frozenCopy(account: Account): Account {
  const {
    users,
    keys,
    sessions,
    campaigns,
    webhooks,
    alerts,
    deliveries,
    faults,
    usage,
    ...fields
  } = account

  return Object.freeze({
    ...frozen(fields),
    users: dictionary(users),
    keys: dictionary(keys),
    sessions: dictionary(sessions),
    campaigns: frozenMap(campaigns),
    webhooks: dictionary(webhooks),
    alerts: dictionary(alerts),
    deliveries: frozenMap(deliveries),
    usage: dictionary(usage),
    faults: dictionary(faults),
  })
}

function dictionary<T>(record: Record<string, T>): Record<string, T> {
  if (Object.isFrozen(record) && Object.getPrototypeOf(record) === null) return record
  return Object.freeze(Object.assign(Object.create(null), frozen(record)))
}

function frozenMap<T>(entries: Map<string, T>): Map<string, T> {
  if (Object.isFrozen(entries)) return entries
  return freeze(new Map([...entries].map(([id, entry]) => [id, frozen(entry)])))
}

// By hand, because structuredClone takes a multiple of the time, which shows at the start.
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as T

  // Every start comes here for each campaign of its fixture: lists of entries took three times as long.
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
  return kind === 'object' ? 'an object' : `a ${kind}`
}
