import type { Random } from '../random.ts'

/** What a server answers of one of its records. */
export type Shown = { id: string } & Record<string, unknown>

/** Records of an account that clients write. */
export interface RecordKind {
  name: string
  /** Of the list, below the root of the server. */
  path: string
  /** How many a writer keeps at a time. */
  amount: number
  isUpdatable: boolean
  /** A unique body, which every field identifies. */
  body(random: Random, parents: Parents): Record<string, unknown>
}

/** What there is in an account from the beginning. */
export interface Parents {
  campaign: string
}

/** Enough for a journal to be as long as its file time and again. */
const KEYWORDS = 250
const EVENTS = ['campaign.completed', 'ranking.changed', 'mention.detected']

const mark = (random: Random) => `mark ${random.below(2 ** 31)}`

/** The kinds of record of an account. */
export const recordKinds = (accountId: string): RecordKind[] => [
  {
    name: 'campaign',
    path: '/api/campaigns',
    amount: 6,
    isUpdatable: true,
    body: (random) => {
      const name = mark(random)
      const keywords = Array.from({ length: KEYWORDS }, (_, n) => `${name} as keyword ${n}`)
      return { name, type: 'serp', keywords, frequency: 'daily', settings: { location: name } }
    },
  },
  {
    name: 'webhook',
    path: '/api/webhooks',
    amount: 3,
    isUpdatable: true,
    body: (random) => ({
      url: `http://127.0.0.1:9/${random.below(2 ** 31)}`,
      events: EVENTS.slice(random.below(EVENTS.length)),
      // Nobody is there to take what an active one would be sent.
      status: 'disabled',
    }),
  },
  {
    name: 'alert',
    path: '/api/alerts',
    amount: 6,
    isUpdatable: true,
    body: (random, { campaign }) => ({
      name: mark(random),
      campaign_id: campaign,
      event: 'ranking.changed',
      min_change: 1 + random.below(90),
    }),
  },
  {
    name: 'key',
    path: `/_sandbox/keys?account=${accountId}`,
    amount: 6,
    isUpdatable: false,
    body: (random) => ({ name: mark(random), permissions: ['campaigns:read'] }),
  },
]

/** The address of all records of a kind. */
export function listPath({ path }: RecordKind): string {
  return path.startsWith('/api') ? `${path}?limit=1000` : path
}

/** The address of one record of a list. */
export function recordPath(listPath: string, id: string): string {
  const [path, query] = listPath.split('?')
  return `${path}/${id}${query === undefined ? '' : `?${query}`}`
}

/** A record as it can be compared: without what is shown once, and without usage, of which the last seconds may be lost. */
export function comparable(record: Shown): Shown {
  const { secret: _secret, token: _token, last_used_at: _used, ...rest } = record
  // What follows from the time is different after a while.
  const { last_run_at: _last, next_run_at: _next, last_run_status: _status, ...shown } = rest
  return shown
}
