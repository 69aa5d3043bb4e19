import type { Account, AccountHead } from './account.ts'
import { type About, addMark, type Cause } from './mark.ts'

const LONGEST_NAME = 100

const COLLECTIONS = {
  campaign: 'campaigns',
  webhook: 'webhooks',
  alert: 'alerts',
  key: 'keys',
  fault: 'faults',
} as const

const NOUN = /(Campaign|Webhook|Alert|Key|Fault|Snapshot|Delivery|Event)$/

export interface Subject {
  type: string
  id: string | undefined
}

/** What an operation is about, by its operationId and its path parameters; without an id if it makes something new. */
export function subjectOf(
  operation: string,
  params: Readonly<Record<string, string>>,
): Subject | undefined {
  const noun = NOUN.exec(operation)?.[1]
  return noun === undefined
    ? undefined
    : { type: noun.toLowerCase(), id: params.id ?? params.key_id ?? params.name }
}

/** Whether an operation deletes what only the state before can bring back. Fault rules are quickly made again. */
export function isDeletion(operation: string): boolean {
  return /^delete(Campaign|Webhook|Alert|Key)$/.test(operation)
}

interface NotedChange<T> {
  change: (account: Account) => T
  cause: Cause
  subject: Subject | undefined
  /** Epoch milliseconds of the account's clock. */
  timeOf: (account: Readonly<AccountHead>) => number
}

/** The change of an account that also adds its entry to the history, in the same write. */
export function noting<T>({ change, cause, subject, timeOf }: NotedChange<T>) {
  return (account: Account): T => {
    const at = timeOf(account)
    const before = subject && nameOf(recordOf(account, subject))
    const result = change(account)
    const about = subject && aboutOf(account, subject, result)
    const name = about?.name ?? before
    addMark(account, {
      ...cause,
      at,
      ...(about && { about: { ...about, ...(name !== undefined && { name }) } }),
    })
    return result
  }
}

function aboutOf(
  account: Readonly<Account>,
  { type, id }: Subject,
  result: unknown,
): About | undefined {
  const made = (result ?? {}) as { id?: unknown; name?: unknown }
  const found = id ?? made.id ?? made.name
  if (typeof found !== 'string') return undefined
  const name = nameOf(recordOf(account, { type, id: found }) ?? result)
  return { type, id: found, ...(name !== undefined && { name }) }
}

/** The subject in the account; undefined if it is not there. A head has no campaigns. */
export function recordOf(
  account: Readonly<AccountHead> & { campaigns?: Account['campaigns'] },
  { type, id }: Subject,
): object | undefined {
  const name = COLLECTIONS[type as keyof typeof COLLECTIONS]
  if (name === undefined || id === undefined) return undefined
  if (name === 'campaigns') return account.campaigns?.get(id)
  return Object.hasOwn(account[name], id) ? account[name][id] : undefined
}

/** Addresses of webhooks often hold a secret beyond their host. */
function nameOf(record: unknown): string | undefined {
  const { name, url, type } = (record ?? {}) as Record<'name' | 'url' | 'type', unknown>
  // Without half of a character.
  if (typeof name === 'string') return name.slice(0, LONGEST_NAME).replace(/[\ud800-\udbff]$/, '')
  if (typeof url === 'string') return new URL(url).host
  return typeof type === 'string' ? type : undefined
}
