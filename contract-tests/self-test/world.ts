/** Shared by the servers of both styles: accounts, keys, campaigns and quotas. Each member may be replaced by a bug. */
import { createHash } from 'node:crypto'
import { type Filter, mentionsOf, rankingsOf } from './intelligence.ts'

export type StyleName = 'plain' | 'nested'

export const STYLE_NAMES: StyleName[] = ['plain', 'nested']

export const TOKENS = {
  main: 'svc_test_kq83hd72ns01',
  restricted: 'svc_restricted_p0wm4x7z21aa',
  limited: 'svc_test_l1m1t3dk3y55',
  revoked: 'svc_test_d3l3t3dk3y99',
  other: 'svc_test_4n0th3racc77',
  logout: 'svc_test_l0g0utk3y88',
}

export interface Request {
  /** From 1, for each server. */
  number: number
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string | undefined>
  text: string
  at: number
  /** Set by the style on the way. */
  operation?: string
  id?: string
  key?: Key
}

export interface Reply {
  status: number
  /** Several values are sent as several lines of that name. */
  headers: Record<string, string | string[]>
  // biome-ignore lint/suspicious/noExplicitAny: bugs bend every part of it
  body?: any
  /** Sent in place of `body`. */
  text?: string | Buffer
  /** Further members of `meta`, in the plain style. */
  meta?: Fields
  delayMs?: number
  /** The connection is reset instead. */
  isReset?: boolean
  /** The connection is cut after half of the body. */
  isCut?: boolean
  /** Sent in chunks, without Content-Length. */
  isChunked?: boolean
}

export interface Key {
  id: string
  token: string
  account: string
  permissions: string[]
  isRevoked: boolean
  limit: number
  used: number
}

// biome-ignore lint/suspicious/noExplicitAny: bugs store what should be refused
export type Fields = Record<string, any>

export interface Campaign {
  id: string
  account: string
  /** name, type, keywords, frequency, perhaps settings. */
  fields: Fields
  createdAt: number
  updatedAt: number
  /** Days with rankings, up to today. */
  days: number
}

export type Shown = 'create' | 'detail' | 'list' | 'update'

export interface Problem {
  field: string
  message: string
}

export interface Options {
  /** Campaigns of the main account at the start. */
  seeded: number
  pageSize: number
  mainLimit: number
  /** Days of rankings that the campaigns of the start have. */
  days: number
  /** Days of rankings that a new campaign has; by default the habit of the style. */
  freshDays?: number
  /** Rows of rankings on a page of the plain style; by default all. */
  rowsPerPage?: number
  /** Milliseconds until an idle connection is closed. */
  idleMs?: number
}

export const DEFAULT_OPTIONS: Options = { seeded: 3, pageSize: 20, mainLimit: 1000, days: 7 }

/** A failure in the words of §7; the style picks the status. */
export class Refusal extends Error {
  readonly code: string
  readonly situation: string
  readonly problems: Problem[]
  readonly headers: Record<string, string>
  /** By default that of the style for the situation. */
  readonly status?: number | undefined

  constructor(
    code: string,
    message: string,
    { situation = code, problems = [], headers = {}, status }: Partial<Refusal> = {},
  ) {
    super(message)
    this.code = code
    this.situation = situation
    this.problems = problems
    this.headers = headers
    this.status = status
  }
}

const READING = ['campaigns:read', 'rankings:read']

/** The permission that each operation needs; '' for none. */
export const PERMISSIONS: Record<string, string> = {
  listCampaigns: 'campaigns:read',
  createCampaign: 'campaigns:write',
  getCampaign: 'campaigns:read',
  updateCampaign: 'campaigns:write',
  deleteCampaign: 'campaigns:write',
  getDashboards: 'dashboards:read',
  getIntelligenceOverview: 'dashboards:read',
  getRankings: 'rankings:read',
  getMentions: 'mentions:read',
  getCampaignAnalytics: 'analytics:read',
  generateReport: 'reports:create',
  exportCsv: 'exports:read',
  login: '',
  logout: '',
  getCurrentUser: '',
  verifyToken: '',
}

export type World = ReturnType<typeof createWorld>

export function createWorld(style: StyleName, options: Options, newId: (seed: string) => string) {
  let born = 0
  const startedAt = Date.now()
  const world = {
    style,
    options,
    startedAt,
    keys: [
      keyOf('main', 'acc_main', ['*'], options.mainLimit),
      keyOf('restricted', 'acc_main', READING, options.mainLimit / 2),
      keyOf('limited', 'acc_main', ['*'], 5),
      { ...keyOf('revoked', 'acc_main', ['*'], 1000), isRevoked: true },
      keyOf('other', 'acc_other', ['*'], options.mainLimit),
      keyOf('logout', 'acc_main', ['*'], options.mainLimit),
    ],
    /** Requests without a valid key count together. */
    strangers: { ...keyOf('main', '', [], options.mainLimit), id: '' },
    campaigns: [] as Campaign[],
    /** State of a bug. */
    memory: new Map<string, unknown>(),
    now: () => Date.now(),
    newId(): string {
      born += 1
      return newId(`${style} ${born}`)
    },

    sentToken(request: Request): string | undefined {
      return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    },
    keyFor(token: string, _request: Request): Key | undefined {
      return world.keys.find((key) => key.token === token && !key.isRevoked)
    },
    isAllowed(key: Key, operation: string, _request: Request): boolean {
      const needed = PERMISSIONS[operation]
      return !needed || key.permissions.includes('*') || key.permissions.includes(needed)
    },
    /** Counts a request; false if it exceeds the limit. */
    count(key: Key, _request: Request): boolean {
      if (key.used >= key.limit) return false
      key.used += 1
      return true
    },
    quota(key: Key, _request: Request): { limit: number; remaining: number; reset: number } {
      const reset = startedAt + 3_600_000
      return { limit: key.limit, remaining: Math.max(0, key.limit - key.used), reset }
    },
    permissionsShown: (key: Key): string[] => key.permissions,
    problems(body: Fields, isPartial: boolean, _request: Request): Problem[] {
      return problemsOf(body, isPartial)
    },
    /** The fields of a body that are stored. */
    accept(body: Fields, _request: Request): Fields {
      const names = ['name', 'type', 'keywords', 'frequency', 'settings']
      const sent = Object.entries(body).filter(([name]) => names.includes(name))
      return structuredClone(Object.fromEntries(sent.filter(([, value]) => value !== null)))
    },
    create(key: Key, fields: Fields, days: number): Campaign {
      const at = world.now()
      const { account } = key
      const campaign = { id: world.newId(), account, fields, createdAt: at, updatedAt: at, days }
      world.campaigns.push(campaign)
      return campaign
    },
    update(campaign: Campaign, fields: Fields, _request: Request): void {
      campaign.fields = fields
      campaign.updatedAt = world.now()
    },
    remove(campaign: Campaign): void {
      world.campaigns = world.campaigns.filter((each) => each !== campaign)
    },
    owned: (key: Key): Campaign[] => world.campaigns.filter((each) => each.account === key.account),
    find(key: Key, id: string, _request: Request): Campaign | undefined {
      return world.campaigns.find((each) => each.account === key.account && each.id === id)
    },
    /** The members of a campaign that a client sent. */
    show: (campaign: Campaign, _as: Shown): Fields => structuredClone(campaign.fields),
    slice<Row>(rows: Row[], offset: number, size: number): Row[] {
      return rows.slice(offset, offset + size)
    },
    rankings(key: Key, filter: Filter): Ranking[] {
      return rankingsOf(world.owned(key), filter, world.now())
    },
    mentions: (key: Key, filter: Filter): Mention[] => mentionsOf(key.account, filter, world.now()),
    downloadUrl: (campaign: Campaign): string =>
      `https://files.example.com/reports/${encodeURIComponent(campaign.id)}.pdf`,
    timestamp: (): number => world.now(),

    /** Around everything else. */
    before: (_request: Request, next: () => Reply): Reply => next(),
    /** Around the operation, when the key and its permission are fine. */
    act: (_request: Request, next: () => Reply): Reply => next(),
    /** Changes the finished reply. */
    after: (_reply: Reply, _request: Request): void => {},
  }
  seed(world)
  return world
}

export type Ranking = ReturnType<typeof rankingsOf>[number]
export type Mention = ReturnType<typeof mentionsOf>[number]

function keyOf(name: keyof typeof TOKENS, account: string, permissions: string[], limit: number) {
  const id = `key_${1 + Object.keys(TOKENS).indexOf(name)}`
  return { id, token: TOKENS[name], account, permissions, isRevoked: false, limit, used: 0 } as Key
}

const SEEDED = [
  ['Spring shoes', ['running shoes', 'trail running shoes', 'shoes'], { location: 'Germany' }],
  ['Coffee', ['espresso machine', 'coffee grinder', 'coffee', 'running shoes'], undefined],
  ['Bikes', ['gravel bike', 'city bike, black', 'bike 28"', 'bike'], { device: 'mobile' }],
] as const

function seed(world: World): void {
  const [main, other] = ['main', 'other'].map((name) =>
    world.keys.find(({ token }) => token === TOKENS[name as keyof typeof TOKENS]),
  ) as [Key, Key]
  const { days } = world.options
  for (let at = 0; at < world.options.seeded; at += 1) {
    const [name, keywords, settings] = SEEDED[at % SEEDED.length] as (typeof SEEDED)[number]
    const numbered = at < SEEDED.length ? name : `${name} ${at}`
    world.create(main, seededFields(numbered, [...keywords], settings), days)
  }
  world.create(other, seededFields('Elsewhere', ['tea kettle', 'green tea']), days)
  // Nobody creates campaigns in the same millisecond for weeks.
  for (const [index, campaign] of world.campaigns.entries()) {
    campaign.createdAt -= (world.campaigns.length - index + 40) * 86_400_000
    campaign.updatedAt = campaign.createdAt
  }
}

function seededFields(name: string, keywords: string[], settings?: Fields): Fields {
  return { name, type: 'serp', keywords, frequency: 'daily', ...(settings && { settings }) }
}

export function problemsOf(body: Fields, isPartial: boolean): Problem[] {
  const problems: Problem[] = []
  const demand = (field: string, isGood: (value: unknown) => boolean, message: string) => {
    const value = body[field]
    if (value === undefined && isPartial) return
    if (value === undefined || value === null) problems.push({ field, message: 'is required' })
    else if (!isGood(value)) problems.push({ field, message })
  }
  const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
  demand('name', isText, 'must be a text')
  demand('type', (value) => value === 'serp' || value === 'chat', 'must be serp or chat')
  demand(
    'keywords',
    (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
    'must be a list of texts',
  )
  const frequencies = ['daily', 'weekly', 'monthly']
  demand('frequency', (value) => frequencies.includes(value as string), 'must be daily or weekly')
  const { settings } = body
  const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings)
  const isGood = isObject && Object.values(settings).every((each) => typeof each === 'string')
  if (settings !== undefined && settings !== null && !isGood) {
    problems.push({ field: 'settings', message: 'must be an object of texts' })
  }
  return problems
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
