import { isSecretName, SECRET_FORMS, SECRET_VALUE } from '../../src/text/secrets.ts'
import { parsedUrl } from '../../src/text/url.ts'
import { REQUIRED } from '../evidence/steps.ts'
import { isObject, type Json } from '../http/reading.ts'
import { assumedDocument } from '../specification/documents.ts'
import type { KeySighting, Kind, Sighting, Sightings, UserSighting } from './sightings.ts'

/** The password of every user in a recorded fixture: a real one is never kept. */
export const PLACEHOLDER_PASSWORD = 'recorded-password'

/** The secret of every webhook in a recorded fixture. */
export const PLACEHOLDER_SECRET = 'recorded-placeholder-secret'

/** An account as a fixture of the sandbox describes it (docs/fixtures.md). */
export interface RecordedAccount extends Record<Kind, Json[]> {
  id: string
  name?: string
  plan?: string
  users: Json[]
  keys: Json[]
}

/** The accounts behind the observed traffic, and what traffic did not show of them. */
export interface RecordedFixture {
  accounts: RecordedAccount[]
  notes: string[]
}

/**
 * The accounts that traffic showed. Keys are new ones of the sandbox; passwords and secrets are placeholders. Webhooks are
 * disabled, because a sandbox must not send to the receivers of another server. `at`: when it was recorded (epoch ms).
 */
export function recordedFixture(seen: Sightings, at: number): RecordedFixture {
  const keys = [...seen.keys.values()].sort(byImportance)
  const main = keys[0]?.accountId ?? UNKNOWN_ACCOUNT
  const accountOf = (token: string | undefined) => {
    const isOther = seen.keys.get(token ?? '')?.credential === 'other'
    return seen.accountOf(token) ?? (isOther ? OTHER_ACCOUNT : main)
  }
  const notes = seen.dropped > 0 ? [`Traffic showed ${seen.dropped} more records.`] : []
  const ids = new Set([main, ...keys.map(({ token }) => accountOf(token))])
  const accounts = [...ids].map((id): RecordedAccount => {
    const own = keys.filter(({ token }) => accountOf(token) === id)
    const isOwn = ({ owner }: { owner: string | undefined }) => accountOf(owner) === id
    const records = (kind: Kind) =>
      [...seen.records.values()].filter((each) => each.kind === kind && !each.isGone && isOwn(each))
    const { name, plan = planOf(own[0]?.limit) } = seen.accounts.get(id) ?? {}
    if (plan === undefined) notes.push(`No response showed the plan of ${id}.`)
    const campaigns = records('campaigns')
    const whole = campaigns.filter(isWhole)
    if (whole.length < campaigns.length) {
      const left = campaigns.length - whole.length
      notes.push(`Left out of ${id}: ${left} campaigns, because no response showed ${PARTS}.`)
    }
    return {
      id,
      ...(name !== undefined && { name: withoutSecrets(name) }),
      ...(plan !== undefined && { plan }),
      users: [...seen.users.values()].filter(isOwn).map(userOf),
      keys:
        keys.length === 0
          ? [{ token: newToken('', 1) }]
          : own.map((key) => keyOf(key, keys.indexOf(key) + 1, plan)),
      campaigns: whole.map((each) => campaignOf(each, at)),
      alerts: records('alerts').map(alertOf),
      webhooks: records('webhooks').map(webhookOf),
    }
  })
  return { accounts, notes: [...notes, ...keyNotes(keys)] }
}

/** A campaign needs what §2 requires of a new one. */
function isWhole({ members }: Sighting): boolean {
  return REQUIRED.every((name) => members[name] !== undefined && members[name] !== null)
}

const PARTS = REQUIRED.join(', ')

const UNKNOWN_ACCOUNT = 'acc_recorded'
const OTHER_ACCOUNT = 'acc_recorded_other'

/** The main key first, then the keys with the most successes. */
function byImportance(one: KeySighting, other: KeySighting): number {
  const rank = ({ credential }: KeySighting) => (credential === 'main' ? 0 : 1)
  return rank(one) - rank(other) || other.successes - one.successes
}

interface PlanLimits {
  hour?: number
  day?: number
}

const PLANS = Object.entries(
  assumedDocument['x-rate-limit-plans'] as Record<string, PlanLimits>,
).filter(([plan]) => plan !== 'Anonymous')

/** The plan of §8 with this limit, which is that of an hour or of a day. */
function planOf(limit: number | undefined): string | undefined {
  if (limit === undefined) return undefined
  const found =
    PLANS.find(([, { hour }]) => hour === limit) ?? PLANS.find(([, { day }]) => day === limit)
  return found?.[0]
}

function keyOf({ token, limit, permissions }: KeySighting, number: number, plan?: string): Json {
  const isLimited = limit !== undefined && planOf(limit) !== plan
  return {
    token: newToken(token, number),
    name: `Recorded key ${number}`,
    ...(permissions && !permissions.includes('*') && { permissions }),
    ...(isLimited && { rate_limit: limit }),
  }
}

/** A key of the sandbox in place of a real one, of its type; live keys become test keys, because a sandbox refuses them. */
function newToken(token: string, number: number): string {
  const type = token.startsWith('svc_restricted_') ? 'restricted' : 'test'
  return `svc_${type}_recorded${number === 1 ? '' : `_${number}`}`
}

function keyNotes(keys: KeySighting[]): string[] {
  return keys.flatMap(({ permissions }, index) =>
    permissions === undefined
      ? [`No response showed the permissions of recorded key ${index + 1}, so it has all.`]
      : [],
  )
}

function userOf({ email, name, role }: UserSighting): Json {
  return {
    email,
    password: PLACEHOLDER_PASSWORD,
    ...(name !== undefined && { name: withoutSecrets(name) }),
    ...(role !== undefined && { role }),
  }
}

const CAMPAIGN = [
  'name',
  'type',
  'keywords',
  'frequency',
  'brand',
  'domain',
  'competitors',
  'status',
]
const SETTINGS = ['location', 'device', 'search_engine']

function campaignOf({ id, members }: Sighting, at: number): Json {
  const settings = isObject(members.settings) ? chosen(members.settings, SETTINGS) : {}
  const created = [members.created_at, members.createdAt, members.created].find(isTime)
  const isPast = created !== undefined && Date.parse(created) <= at
  return {
    id,
    ...chosen(members, CAMPAIGN),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(isPast && { since: new Date(created).toISOString() }),
  }
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

const ALERT = ['name', 'campaign_id', 'event', 'keyword', 'min_change', 'platform']

function alertOf({ id, members }: Sighting): Json {
  return { id, ...chosen(members, ALERT) }
}

function webhookOf({ id, members }: Sighting): Json {
  const { url, alerts } = members
  return {
    id,
    ...chosen(members, ['events']),
    ...(typeof url === 'string' && { url: withoutSignature(url) }),
    ...(Array.isArray(alerts) && alerts.length > 0 && { alerts }),
    secret: PLACEHOLDER_SECRET,
    status: 'disabled',
  }
}

/** Members with a value, without secrets. */
function chosen(members: Json, names: string[]): Json {
  const entries = names
    .map((name) => [name, members[name]] as const)
    .filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(entries.map(([name, value]) => [name, cleaned(value)]))
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned)
  return typeof value === 'string' ? withoutSecrets(value) : value
}

const HIDDEN = '<redacted>'

function withoutSecrets(text: string): string {
  const shown = text.replace(SECRET_FORMS, HIDDEN)
  return SECRET_VALUE.test(shown) ? HIDDEN : shown
}

/** An address without a password, and without the values of a query that are named like secrets. */
function withoutSignature(text: string): string {
  const url = parsedUrl(text)
  if (!url) return withoutSecrets(text)
  url.username = ''
  url.password = ''
  for (const name of new Set(url.searchParams.keys())) {
    if (isSecretName(name)) url.searchParams.set(name, 'redacted')
  }
  return withoutSecrets(url.href)
}
