import type { components } from '../../../spec/generated/sandbox.ts'
import type { Account } from '../../accounts/account.ts'
import type { Campaign, CampaignHistory } from '../../accounts/campaign.ts'
import type { FaultRule } from '../../accounts/fault.ts'
import type { Webhook } from '../../accounts/webhook.ts'
import { isoTime } from '../../time/clock.ts'
import { yieldToEventLoop } from '../../time/steps.ts'

type Schemas = components['schemas']
export type SharedState = Schemas['SharedState']

/**
 * The state of an account as a document for other sandboxes; `shows`: time of its clock, epoch milliseconds. Every member
 * is named here, so that a new one of an account, which may be a secret, stays out until somebody adds it.
 */
export async function sharedState(
  account: Readonly<Account>,
  shows: number,
  name = account.name,
): Promise<SharedState> {
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
    simulated_until: simulated_until === null ? null : isoTime(simulated_until),
    campaigns: await inTurn(account.campaigns.values(), sharedCampaign),
    past: await inTurn(account.past, sharedPast),
    last_runs: await inTurn(account.lastRuns, ([campaign_id, { at, changed }]) => {
      return { campaign_id, at, ...(changed !== undefined && { changed }) }
    }),
    alerts: Object.values(account.alerts).map((alert) => ({ ...alert })),
    webhooks: Object.values(account.webhooks).map(sharedWebhook),
    // Without its key, a rule would act on the requests of all keys.
    faults: Object.values(account.faults).flatMap((rule) =>
      rule.key === undefined ? [sharedFault(rule)] : [],
    ),
  }
}

async function inTurn<From, To>(values: Iterable<From>, map: (value: From) => To): Promise<To[]> {
  const mapped: To[] = []
  for (const value of values) {
    mapped.push(map(value))
    await yieldToEventLoop()
  }
  return mapped
}

function sharedCampaign(campaign: Campaign): Schemas['SharedCampaign'] {
  const { id, name, type, keywords, frequency, settings, brand, domain, competitors } = campaign
  const { status, created_at, updated_at, tracked_since } = campaign
  const { story, failed_runs, change, began, first_run } = campaign
  return {
    ...{ id, name, type, keywords, frequency, settings, brand, domain, competitors, status },
    ...{ created_at, updated_at, tracked_since },
    ...(story && { story }),
    ...(failed_runs && { failed_runs }),
    ...(change !== undefined && { change }),
    ...(began !== undefined && { began }),
    ...(first_run !== undefined && { first_run }),
  }
}

function sharedPast([campaign_id, { states }]: [string, CampaignHistory]) {
  return {
    campaign_id,
    states: states.map(({ until, lag, change, campaign }) => {
      return {
        until,
        ...(lag !== undefined && { lag }),
        change,
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
