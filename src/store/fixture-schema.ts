import control from '../../spec/generated/sandbox.json' with { type: 'json' }
import { type AlertInput, EVENT_KINDS, type EventKind } from '../accounts/alert.ts'
import { STORY_KINDS, type StoryKind } from '../accounts/campaign.ts'
import type { ApiDocument } from '../document/api-document.ts'
import { type FaultInput, MAX_FAULTS } from '../faults/input.ts'
import { DEFAULT_PLAN } from './fixture-defaults.ts'

/** A fixture as it is written; what may be left out is filled in by `accountSteps`. */
export interface Fixture {
  accounts: AccountFixture[]
}

export interface AccountFixture {
  id: string
  name?: string
  plan?: string
  users?: UserFixture[]
  keys?: KeyFixture[]
  campaigns?: CampaignFixture[]
  generate_campaigns?: number
  alerts?: AlertFixture[]
  webhooks?: WebhookFixture[]
  faults?: FaultFixture[]
}

/**
 * As POST /_sandbox/faults takes it, with a key that is named by its token or the beginning of tokens. No
 * date: a fixture must not go stale.
 */
export type FaultFixture = Omit<FaultInput, 'expires_at'>

export interface UserFixture {
  email: string
  password: string
  name?: string
  role?: string
}

/** Times are as `parseFixtureTime` reads them. */
export interface KeyFixture {
  token: string
  name?: string
  permissions?: string[]
  rate_limit?: number
  allowed_ips?: string[]
  created?: string
  expires?: string
  revoked?: string
}

export interface CampaignFixture {
  id?: string
  name: string
  type: string
  keywords: string[]
  frequency: string
  settings?: { location?: string; device?: string; search_engine?: string }
  brand?: string
  domain?: string
  competitors?: string[]
  status?: 'active' | 'paused'
  since?: string
  story?: StoryKind
  story_date?: string
}

export interface AlertFixture extends AlertInput {
  id?: string
}

export interface WebhookFixture {
  id?: string
  url: string
  events: EventKind[]
  secret: string
  /** Ids of alerts of the same account. */
  alerts?: string[]
  status?: 'active' | 'disabled'
}

/**
 * What a fixture takes from the document: its plans, its operations, what tokens begin with, how many webhooks
 * there may be, and what campaigns without an id are named.
 */
export type FixtureTerms = Pick<
  ApiDocument,
  'planNames' | 'tokenPrefixes' | 'tokenTypeOf' | 'subscriptions' | 'operationIds' | 'campaignId'
>

const TIME = 'a time relative to now (-30d, 12h; m, h, d or w) or in ISO 8601 (2025-01-31)'
const PAST_TIME = 'a time before now (-30d, -12h; m, h, d or w) or in ISO 8601 (2025-01-31)'

function text(expected: string, limits: object = {}) {
  return { type: 'string', minLength: 1, maxLength: 200, description: expected, ...limits }
}

function list(expected: string, items: object) {
  return { type: 'array', description: expected, items }
}

function atMost(most: number, what: string, items: object) {
  return { ...list(`a list of ${what}, ${most} at most`, items), maxItems: most }
}

/** `needs`: members that mean nothing without others. */
function mapping(expected: string, required: string[], properties: object, needs: object = {}) {
  return {
    type: 'object',
    description: expected,
    additionalProperties: false,
    required,
    properties,
    dependentRequired: needs,
  }
}

const user = mapping('a user with an email and a password', ['email', 'password'], {
  email: text('an email address', { pattern: '^[^@\\s]+@[^@\\s]+$' }),
  password: text('a password of 1 to 200 characters'),
  name: text('a name'),
  role: text('a role, such as owner'),
})

const key = ({ tokenPrefixes }: FixtureTerms) =>
  mapping('a key with a token', ['token'], {
    token: text(`a token: ${tokenPrefixes.join(', ')} followed by letters, digits, "_" or "-"`, {
      format: 'token',
    }),
    name: text('a name'),
    permissions: list(
      'a list of permissions',
      text('a permission: <resource>:<action>, <resource>:*, or "*" for all', {
        pattern: '^(\\*|[a-z][a-z_-]*:(\\*|[a-z][a-z_-]*))$',
      }),
    ),
    rate_limit: { type: 'integer', minimum: 1, description: 'a whole number of requests an hour' },
    allowed_ips: list(
      'a list of addresses',
      text('an IPv4 or IPv6 address, or a CIDR block such as 203.0.113.0/24', {
        format: 'network',
      }),
    ),
    created: text(PAST_TIME, { format: 'past-time' }),
    expires: text(TIME, { format: 'time' }),
    revoked: text(PAST_TIME, { format: 'past-time' }),
  })

const domain = text('a domain, such as shop.example', {
  pattern: '^[^\\s/.]+(?:\\.[^\\s/.]+)+\\.?$',
})

const campaign = mapping(
  'a campaign with name, type, keywords and frequency',
  ['name', 'type', 'keywords', 'frequency'],
  {
    // What stands in a path as it is (RFC 3986 §2.3); an overlay may have ids of any form.
    id: text('an id of letters, digits and any of - . _ ~, such as cmp_one', {
      pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,199}$',
    }),
    name: text('a name'),
    type: text('a type, such as serp or chat'),
    keywords: { ...list('a list of one or more keywords', text('a keyword')), minItems: 1 },
    frequency: text('a frequency, such as daily or weekly'),
    settings: mapping('a mapping of settings', [], {
      location: text('a place, such as Leeds, United Kingdom'),
      device: text('a device, such as desktop or mobile'),
      search_engine: text('a search engine, such as google'),
    }),
    brand: text('the brand whose mentions are counted'),
    domain,
    competitors: list('a list of domains', domain),
    status: { enum: ['active', 'paused'], description: 'active or paused' },
    since: text(PAST_TIME, { format: 'past-time' }),
    story: { enum: STORY_KINDS, description: `one of the stories ${STORY_KINDS.join(', ')}` },
    story_date: text(TIME, { format: 'time' }),
  },
  { story_date: ['story'] },
)

const kind = text(`an event: ${EVENT_KINDS.join(', ')}`, { enum: EVENT_KINDS })

const alertId = text('an id: alr_ followed by letters and digits', {
  pattern: '^alr_[A-Za-z0-9]{1,40}$',
})

const alert = mapping(
  'an alert with name, campaign_id and event',
  ['name', 'campaign_id', 'event'],
  {
    id: alertId,
    name: text('a name'),
    campaign_id: text('the id of a campaign of this account'),
    event: kind,
    keyword: text('a keyword of the campaign'),
    min_change: {
      type: 'integer',
      minimum: 1,
      maximum: 99,
      description: 'a number of places, 1 to 99',
    },
    platform: text('a chat platform, such as Perplexity'),
  },
)

const webhook = mapping('a webhook with url, events and secret', ['url', 'events', 'secret'], {
  id: text('an id: whk_ followed by letters and digits', { pattern: '^whk_[A-Za-z0-9]{1,40}$' }),
  url: text('an address that begins with https://, or with http:// and leads to this machine', {
    format: 'receiver',
    maxLength: 2048,
  }),
  events: { ...list('a list of one or more events', kind), minItems: 1 },
  secret: text('a secret of 16 to 200 characters, with base64 behind whsec_ if it begins so', {
    minLength: 16,
    format: 'secret',
  }),
  alerts: list('a list of ids of alerts', alertId),
  status: { enum: ['active', 'disabled'], description: 'active or disabled' },
})
/** That of the control plane, whose descriptions are made to be shown here, too. */
const { expires_at: _, ...faultProperties } = control.components.schemas.FaultInput.properties
const fault = mapping(
  'a fault rule with error, status, delay, connection, body or missing_headers',
  [],
  faultProperties,
)

const account = (terms: FixtureTerms) =>
  mapping('an account with an id', requiredOf(terms), {
    id: text('an id of 1 to 64 letters, digits, "_" or "-"', { pattern: '^[A-Za-z0-9_-]{1,64}$' }),
    name: text('a name'),
    plan: text(`a plan of the document: ${terms.planNames.join(', ')}`, { enum: terms.planNames }),
    users: list('a list of users', user),
    keys: list('a list of keys', key(terms)),
    campaigns: list('a list of campaigns', campaign),
    generate_campaigns: {
      type: 'integer',
      minimum: 0,
      maximum: 100_000,
      description: 'a whole number of campaigns, 0 to 100000',
    },
    alerts: atMost(terms.subscriptions.alerts, 'alerts', alert),
    webhooks: atMost(terms.subscriptions.webhooks, 'webhooks', webhook),
    faults: atMost(MAX_FAULTS, 'fault rules', fault),
  })

function requiredOf({ planNames }: FixtureTerms): string[] {
  return planNames.includes(DEFAULT_PLAN) ? ['id'] : ['id', 'plan']
}

/** JSON Schema of a fixture. Its descriptions say what is expected, and are shown as they stand. */
export function fixtureSchema(terms: FixtureTerms) {
  return mapping('a mapping with the key accounts', ['accounts'], {
    accounts: { ...list('a list of one or more accounts', account(terms)), minItems: 1 },
  })
}
