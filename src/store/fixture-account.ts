import { createHash, randomBytes } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import type { Alert } from '../accounts/alert.ts'
import type { Campaign, Story } from '../accounts/campaign.ts'
import { nextFreeId, nextId } from '../accounts/identifier.ts'
import type { Key } from '../accounts/key.ts'
import { hashPassword } from '../accounts/password.ts'
import type { User } from '../accounts/session.ts'
import { hashToken, tokenPrefix } from '../accounts/token.ts'
import type { Webhook } from '../accounts/webhook.ts'
import { addFault } from '../faults/input.ts'
import { findPlatform } from '../intelligence/platforms.ts'
import { slugOf } from '../intelligence/site.ts'
import { isoTime } from '../time/clock.ts'
import type { Steps } from '../time/steps.ts'
import { DEFAULT_PLAN } from './fixture-defaults.ts'
import type {
  AccountFixture,
  AlertFixture,
  CampaignFixture,
  FixtureTerms,
  KeyFixture,
  UserFixture,
  WebhookFixture,
} from './fixture-schema.ts'
import { parseFixtureTime } from './fixture-time.ts'

/** From what a fixture is loaded: the time it is loaded at (epoch ms), the seed of all data, the document. */
export interface Origin {
  now: number
  seed: number
  document: FixtureTerms
}

/** An account whose `generate_campaigns` were written out (`withFiller`). */
export type FilledAccount = Omit<AccountFixture, 'generate_campaigns'>

/**
 * Hashes of the passwords of an account's users, in their order: one after the other, as the threads that do it read
 * and write files, too.
 */
export async function hashedPasswords(
  { id, users = [] }: Pick<AccountFixture, 'id' | 'users'>,
  { seed }: Pick<Origin, 'seed'>,
): Promise<string[]> {
  const hashed: string[] = []
  for (const { email, password } of users) {
    const salt = createHash('sha256').update(`${seed} ${id} ${email}`).digest()
    hashed.push(await hashPassword(password, salt.subarray(0, 16)))
  }
  return hashed
}

/** The account with its users' passwords, which are hashed while it is built. */
export function withPasswords(account: Account, passwords: readonly string[]): Account {
  for (const [index, user] of Object.values(account.users).entries()) {
    user.password = passwords[index] as string
  }
  return account
}

/**
 * The account that a checked fixture describes, with pauses: campaigns may be thousands. Nobody can log in to it until
 * `withPasswords`. All but its `linkSecret` follows from the origin.
 */
export function* accountSteps(fixture: FilledAccount, origin: Origin): Steps<Account> {
  const account: Account = {
    id: fixture.id,
    name: fixture.name ?? fixture.id,
    plan: fixture.plan ?? DEFAULT_PLAN,
    seed: origin.seed,
    sequence: 0,
    linkSecret: randomBytes(32).toString('hex'),
    clock: { offsetMs: 0, frozenAt: null },
    users: {},
    keys: {},
    sessions: {},
    campaigns: new Map(),
    webhooks: {},
    alerts: {},
    deliveries: new Map(),
    faults: {},
    simulated_until: origin.now,
    usage: {},
    origin: null,
  }

  for (const user of fixture.users ?? []) insert(account.users, buildUser(account, user))
  for (const key of fixture.keys ?? []) insert(account.keys, buildKey(account, key, origin))

  const taken = new Set(fixture.campaigns?.flatMap(({ id }) => id ?? []))
  const campaigns: Campaign[] = []
  for (const campaign of fixture.campaigns ?? []) {
    const { campaignId } = origin.document
    const id = campaign.id ?? nextFreeId(account, campaignId, (each) => taken.has(each))
    taken.add(id)
    campaigns.push(buildCampaign(id, campaign, origin.now))
    yield
  }
  for (const campaign of campaigns.sort(byCreation)) account.campaigns.set(campaign.id, campaign)

  const at = isoTime(origin.now)
  for (const alert of fixture.alerts ?? []) insert(account.alerts, buildAlert(account, alert, at))
  for (const webhook of fixture.webhooks ?? []) {
    insert(account.webhooks, buildWebhook(account, webhook, at))
  }
  for (const fault of fixture.faults ?? []) {
    addFault(account, fault, { now: origin.now, operationIds: origin.document.operationIds })
  }

  return account
}

function buildAlert(account: Account, alert: AlertFixture, at: string): Alert {
  const platform = alert.platform && findPlatform(alert.platform)?.name

  return {
    ...alert,
    ...(platform === undefined ? {} : { platform }),
    id: alert.id ?? nextId(account, 'alr'),
    created_at: at,
    updated_at: at,
  }
}

function buildWebhook(account: Account, webhook: WebhookFixture, at: string): Webhook {
  return {
    id: webhook.id ?? nextId(account, 'whk'),
    url: webhook.url,
    events: [...new Set(webhook.events)],
    alerts: [...new Set(webhook.alerts)],
    status: webhook.status ?? 'active',
    disabled_reason: null,
    secrets: [{ value: webhook.secret, expires_at: null }],
    failing_since: null,
    created_at: at,
    updated_at: at,
  }
}

function buildUser(account: Account, user: UserFixture): User {
  return {
    id: nextId(account, 'usr'),
    name: user.name ?? user.email,
    email: user.email,
    password: '',
    role: user.role ?? 'owner',
  }
}

function buildKey(account: Account, key: KeyFixture, { now, document }: Origin): Key {
  const time = (text: string | undefined) =>
    text === undefined ? null : (parseFixtureTime(text, now) ?? null)
  const type = document.tokenTypeOf(key.token) ?? 'test'

  return {
    id: nextId(account, 'key'),
    name: key.name ?? `${type} key`,
    type,
    prefix: tokenPrefix(key.token),
    hash: hashToken(key.token),
    permissions: key.permissions ?? ['*'],
    rate_limit: key.rate_limit ?? null,
    allowed_ips: key.allowed_ips ?? [],
    created_at: time(key.created) ?? now,
    expires_at: time(key.expires),
    revoked_at: time(key.revoked),
  }
}

function buildCampaign(id: string, campaign: CampaignFixture, now: number): Campaign {
  const since = campaign.since === undefined ? now : parseFixtureTime(campaign.since, now)
  const created = new Date(since ?? now).toISOString()
  const brand = campaign.brand ?? campaign.name

  return {
    id,
    name: campaign.name,
    type: campaign.type,
    keywords: campaign.keywords,
    frequency: campaign.frequency,
    settings: campaign.settings ?? {},
    brand,
    domain: campaign.domain ?? `${slugOf(brand)}.example`,
    competitors: campaign.competitors ?? [],
    status: campaign.status ?? 'active',
    created_at: created,
    updated_at: created,
    tracked_since: created.slice(0, 10),
    ...(campaign.story && { story: storyOf(campaign.story, campaign, { now, since: created }) }),
  }
}

/** A fall that nobody dated happened some time ago, so that a month shows what came before and after. */
const USUAL_FALL = '-14d'

function storyOf(
  kind: Story['kind'],
  { story_date }: CampaignFixture,
  { now, since }: { now: number; since: string },
): Story {
  const usual = { rise: '-0d', fall: USUAL_FALL, launch: since }[kind]
  const date = new Date(parseFixtureTime(story_date ?? usual, now) ?? now)
  return { kind, date: date.toISOString().slice(0, 10) }
}

function insert<T extends { id: string }>(record: Record<string, T>, entry: T): void {
  record[entry.id] = entry
}

function byCreation(a: Campaign, b: Campaign): number {
  // Texts of one form, all in UTC.
  if (a.created_at === b.created_at) return 0
  return a.created_at < b.created_at ? -1 : 1
}
