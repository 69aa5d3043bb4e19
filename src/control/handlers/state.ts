import type { components } from '../../../spec/generated/sandbox.ts'
import type { Account, AccountHead } from '../../accounts/account.ts'
import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import type { FaultRule } from '../../accounts/fault.ts'
import { type Cause, withMark } from '../../accounts/mark.ts'
import { namedAlertProblem, newWebhook, type Webhook } from '../../accounts/webhook.ts'
import { isShared } from '../../config/mode.ts'
import { type Issue, invalidInput } from '../../errors.ts'
import { addFault } from '../../faults/input.ts'
import { isoTime, isoTimeOrNull } from '../../time/clock.ts'
import { DAY_MS } from '../../time/duration.ts'
import { addressPolicy, webhookUrlProblem } from '../../webhooks/address-guard.ts'
import { makeSecret } from '../../webhooks/signature.ts'
import { requireStandstill } from '../account.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { MAX_ADVANCE_DAYS } from './clock.ts'
import { faultTerms } from './faults.ts'

type Schemas = components['schemas']
type SharedState = Schemas['SharedState']

/** As the schema of the document allows. */
const MOST_LOADED_CAMPAIGNS = 2_000

export function stateHandlers(parts: ControlParts) {
  const { store, clock } = parts
  return {
    /** GET /_sandbox/state */
    async exportState({ account }) {
      const { id } = await account()
      const whole = await store.read(id)
      const data = sharedState(whole, clock.of(whole))
      if (data.campaigns.length <= MOST_LOADED_CAMPAIGNS) return { data }
      const message = `It has more than ${MOST_LOADED_CAMPAIGNS} campaigns, so no sandbox loads it.`
      return { data, message }
    },

    /** PUT /_sandbox/state */
    async importState({ account, body, cause }) {
      const present = await account()
      const { account: loaded, leftOut, moment } = await importState(present, body, cause, parts)
      return {
        data: {
          account: present.id,
          now: isoTime(clock.of(loaded)),
          campaigns: loaded.campaigns.size,
          alerts: Object.keys(loaded.alerts).length,
          webhooks: Object.keys(loaded.webhooks).length,
          faults: Object.keys(loaded.faults).length,
          left_out: leftOut,
          moment: moment ?? null,
        },
        message: `Account ${present.id} has the state of ${body.name}. It keeps its keys; its webhooks are disabled.`,
      }
    },
  } satisfies Partial<ControlHandlers>
}

/**
 * The state of an account as a document for other sandboxes; `shows`: time of its clock, epoch milliseconds. Every member
 * is named here, so that a new one of an account, which may be a secret, stays out until somebody adds it.
 */
export function sharedState(
  account: Readonly<Account>,
  shows: number,
  name = account.name,
): SharedState {
  const { seed, sequence, changes, lastMoment, simulated_until } = account
  return {
    format: 'svc-sandbox/state',
    version: 1,
    name,
    shows: isoTime(shows),
    frozen: account.clock.frozenAt !== null,
    seed,
    sequence,
    changes,
    ...(lastMoment !== undefined && { last_moment: lastMoment }),
    simulated_until: isoTimeOrNull(simulated_until),
    campaigns: [...account.campaigns.values()].map(sharedCampaign),
    past: [...account.past].map(sharedPast),
    last_runs: [...account.lastRuns].map(([campaign_id, run]) => {
      return { campaign_id, ...picked(run, ['at', 'changed']) }
    }),
    alerts: Object.values(account.alerts).map((alert) => ({ ...alert })),
    webhooks: Object.values(account.webhooks).map(sharedWebhook),
    // Without its key, a rule would act on the requests of all keys.
    faults: Object.values(account.faults).flatMap((rule) =>
      rule.key === undefined ? [sharedFault(rule)] : [],
    ),
  }
}

function sharedCampaign(campaign: Campaign): Schemas['SharedCampaign'] {
  return picked(campaign, CAMPAIGN_MEMBERS)
}

const CAMPAIGN_MEMBERS = [
  ...(['id', 'name', 'type', 'keywords', 'frequency', 'settings', 'brand', 'domain'] as const),
  ...(['competitors', 'status', 'created_at', 'updated_at', 'tracked_since'] as const),
  ...(['story', 'failed_runs', 'change', 'began', 'first_run'] as const),
]

/** An object with these members of another, without those that are undefined. */
export function picked<From extends object, Name extends keyof From>(
  from: From,
  names: readonly Name[],
): Pick<From, Name> {
  const members = names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]]))
  return Object.fromEntries(members)
}

function sharedPast([campaign_id, { states }]: [string, CampaignHistory]) {
  return {
    campaign_id,
    states: states.map(({ campaign, ...state }) => {
      return {
        ...picked(state, ['until', 'lag', 'change']),
        campaign: sharedCampaign(campaign),
      }
    }),
  }
}

/** Paths and queries of receivers often hold a secret, and custom headers do. */
function sharedWebhook(webhook: Webhook): SharedState['webhooks'][number] {
  const { id, url, events, alerts, created_at, updated_at } = webhook
  return { id, url: `${new URL(url).origin}/`, events, alerts, created_at, updated_at }
}

function sharedFault(rule: FaultRule): Schemas['FaultInput'] {
  const { id: _, name, count, acted: __, expires_at: ___, created_at, updated_at, ...rest } = rule
  const { key: ____, ...fields } = rest
  return { ...fields, ...(name !== null && { name }), ...(count !== null && { count }) }
}

/** Older campaigns would make every chart and run take long. */
const MOST_YEARS = 20
const YEAR_MS = 365.25 * DAY_MS
/** Campaigns run with the clock; an advance moves it by this at most. */
const MOST_BEHIND_DAYS = MAX_ADVANCE_DAYS
const MOST_BEHIND_MS = MOST_BEHIND_DAYS * DAY_MS
const LATEST = Date.UTC(2999, 11, 31)

const DISABLED_REASON =
  'It came with the state of another sandbox. Give it an address and status: active, and rotate its secret.'

interface Imported {
  account: Readonly<Account>
  /** Parts of the document that this sandbox cannot have, and why. */
  leftOut: string[]
  moment: string | undefined
}

/**
 * Replaces the data of an account by that of a document, which fits its schema. Rejects with an ApiError that names what
 * contradicts itself in it, and while the clock of the account is being advanced.
 */
async function importState(
  present: Readonly<AccountHead>,
  state: SharedState,
  cause: Cause,
  parts: ControlParts,
): Promise<Imported> {
  requireStandstill(present)
  requireSense(state, parts)
  const { store, events, clock, accountStates, moments } = parts
  const [webhooks, leftOut] = webhooksOf(state, present, parts)
  const moment = await moments.keep(present, 'import')
  const shows = Date.parse(state.shows)
  const whole = await store.read(present.id)
  await store.replace({ ...whole }, (_, before) => {
    requireStandstill(before)
    const { lastMoment: _lastMoment, ...own } = { ...whole, ...before }
    const imported = { ...own, ...dataOf(state), webhooks, faults: {} }
    for (const fault of state.faults) addFault(imported, fault, faultTerms(shows, parts))
    const sequence = Math.max(before.sequence, state.sequence, imported.sequence)
    const frozenAt = state.frozen ? shows : null
    const about = { type: 'state', id: state.name }
    const mark = { ...cause, moment, at: clock.of(before), to: shows, about }
    return {
      ...imported,
      sequence,
      clock: { offsetMs: shows - clock.now(), frozenAt },
      history: withMark(before.history, mark),
    }
  })
  await accountStates.forget(present.id, 'restore')
  await events.restore(present.id, undefined)
  return { account: await store.read(present.id), leftOut, moment }
}

/** Keywords in the present and past states of campaigns. */
function keywordsIn({ campaigns, past }: SharedState): number {
  const states = past.flatMap((each) => each.states.map(({ campaign }) => campaign))
  return [...campaigns, ...states].reduce((sum, each) => sum + each.keywords.length, 0)
}

/** The members of an account that come from the document. */
function dataOf(state: SharedState) {
  const { last_moment: lastMoment, simulated_until: until = null } = state
  const campaigns = state.campaigns as Campaign[]
  return {
    seed: state.seed,
    changes: state.changes,
    keywordCount: keywordsIn(state),
    ...(lastMoment !== undefined && { lastMoment }),
    simulated_until: until === null ? null : Date.parse(until),
    campaigns: new Map(campaigns.map((campaign) => [campaign.id, campaign])),
    past: new Map(state.past.map(({ campaign_id, states }) => [campaign_id, { states } as never])),
    lastRuns: new Map(state.last_runs.map(({ campaign_id, ...run }) => [campaign_id, run])),
    alerts: Object.fromEntries(state.alerts.map((alert) => [alert.id, alert])) as never,
  }
}

/** The webhooks that this sandbox may have, all disabled, and a sentence for each that it may not. */
function webhooksOf(
  { webhooks, alerts, shows }: SharedState,
  account: Readonly<AccountHead>,
  { config }: ControlParts,
): [Account['webhooks'], string[]] {
  const policy = addressPolicy(config, account)
  const known = new Map(alerts.map((alert) => [alert.id, alert]))
  const leftOut: string[] = []
  const made: [string, Webhook][] = []
  for (const { id, url, ...terms } of webhooks) {
    const named = terms.alerts.map((each) => namedAlertProblem(terms, each, known.get(each)))
    const problem = webhookUrlProblem(url, policy) ?? named.find((each) => each !== undefined)
    if (problem) {
      leftOut.push(`The webhook ${id}: ${problem}`)
      continue
    }
    const webhook = newWebhook(id, { ...terms, url, status: 'disabled' }, makeSecret(), shows)
    made.push([id, { ...webhook, disabled_reason: DISABLED_REASON }])
  }
  return [Object.fromEntries(made), leftOut]
}

/** Throws ApiError with an issue for each contradiction, up to MOST_ISSUES. */
function requireSense(state: SharedState, { document, config }: ControlParts): void {
  const issues: Issue[] = []
  const report = (path: string, message: string) => {
    issues.push({ in: 'body', path, message })
    if (issues.length >= MOST_ISSUES) throw invalidInput(issues)
  }
  const shows = Date.parse(state.shows)
  const isTime = (time: number) => time >= 0 && time <= LATEST
  if (!isTime(shows)) report('/shows', 'must be a time between 1970 and 2999')
  const until = state.simulated_until
  if (typeof until === 'string') {
    const time = Date.parse(until)
    if (!isTime(time)) report('/simulated_until', 'must be a time between 1970 and 2999')
    else if (time < shows - MOST_BEHIND_MS) {
      report('/simulated_until', `must be in the ${MOST_BEHIND_DAYS} days before ${state.shows}`)
    }
  }
  const earliest = shows - MOST_YEARS * YEAR_MS
  const checkCampaign = (campaign: SharedState['campaigns'][number], path: string) => {
    for (const field of ['created_at', 'tracked_since'] as const) {
      const time = Date.parse(campaign[field])
      if (time >= earliest && time <= shows + DAY_MS) continue
      report(`${path}/${field}`, `must be in the ${MOST_YEARS} years before ${state.shows}`)
    }
  }
  const campaigns = new Set<string>()
  for (const [n, campaign] of state.campaigns.entries()) {
    if (campaigns.has(campaign.id)) report(`/campaigns/${n}/id`, 'must be unique')
    campaigns.add(campaign.id)
    checkCampaign(campaign, `/campaigns/${n}`)
  }
  for (const list of ['past', 'last_runs'] as const) {
    requireUnique(state[list], 'campaign_id', `/${list}`, report)
  }
  for (const [n, { campaign_id, states }] of state.past.entries()) {
    let last = Number.NEGATIVE_INFINITY
    for (const [m, { until, campaign }] of states.entries()) {
      const path = `/past/${n}/states/${m}`
      if (campaign.id !== campaign_id) report(`${path}/campaign/id`, `must be ${campaign_id}`)
      if (until < last) report(`${path}/until`, 'must not be before the state before')
      last = until
      checkCampaign(campaign, `${path}/campaign`)
    }
  }
  const keywords = keywordsIn(state)
  const most = document.campaigns.keywordsPerAccount
  if (keywords > most && isShared(config)) {
    report('/campaigns', `must have at most ${most} keywords with past; found ${keywords}`)
  }
  requireUnique(state.alerts, 'id', '/alerts', report)
  requireUnique(state.webhooks, 'id', '/webhooks', report)
  for (const [n, alert] of state.alerts.entries()) {
    if (campaigns.has(alert.campaign_id)) continue
    report(`/alerts/${n}/campaign_id`, 'must be a campaign of the document')
  }
  for (const kind of ['alerts', 'webhooks'] as const) {
    const most = document.subscriptions[kind]
    if (state[kind].length > most) report(`/${kind}`, `must have at most ${most} entries here`)
  }
  if (issues.length > 0) throw invalidInput(issues)
}

const MOST_ISSUES = 20

function requireUnique<Field extends string>(
  entries: readonly Record<Field, string>[],
  field: Field,
  path: string,
  report: (path: string, message: string) => void,
): void {
  const seen = new Set<string>()
  for (const [n, entry] of entries.entries()) {
    if (seen.has(entry[field])) report(`${path}/${n}/${field}`, 'must be unique')
    seen.add(entry[field])
  }
}
