import { isDeepStrictEqual } from 'node:util'
import type { components } from '../../../spec/generated/sandbox.ts'
import type { Account } from '../../accounts/account.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import type { FaultRule } from '../../accounts/fault.ts'
import { type Key, statusOf } from '../../accounts/key.ts'
import type { Webhook } from '../../accounts/webhook.ts'
import { dashboardOf } from '../../intelligence/dashboards.ts'
import { worldOf } from '../../intelligence/world/world.ts'
import { MOST_COVERED } from '../../operations/covered-campaigns.ts'
import { comparedPeriodOf } from '../../operations/period.ts'
import { isoTime } from '../../time/clock.ts'
import { yieldToEventLoop } from '../../time/pauses.ts'
import { picked } from './state.ts'

type StateSummary = components['schemas']['StateSummary']
type StateChange = components['schemas']['StateChange']
type Collection = StateChange['collection']
type Fields = Record<string, unknown>

/** As the schema of the answer allows. */
const MOST_CHANGES = 200
/** Characters of a value as JSON. */
const MOST_SHOWN = 2_000

/** A state of an account at a time of its clock, epoch milliseconds. */
export interface StateAt {
  account: Readonly<Account>
  now: number
}

/** The differences from `past` to `present`, without secrets; beyond MOST_CHANGES, they are only counted. */
export async function stateChanges(
  past: StateAt,
  present: StateAt,
): Promise<{ changes: StateChange[]; more_changes: number }> {
  const changes: StateChange[] = []
  let more = 0
  for (const name of COLLECTIONS) {
    const [former, current] = [recordsOf(name, past), recordsOf(name, present)]
    for (const id of new Set([...former.keys(), ...current.keys()])) {
      await yieldToEventLoop()
      const [was, is] = [former.get(id), current.get(id)]
      // Unchanged records are shared between states.
      if (was === is) continue
      const [before, after] = [was, is].map((each) => each && SHOWN[name](each as never))
      const change = changeOf(name, id, before, after)
      if (!change) continue
      if (changes.length < MOST_CHANGES) changes.push(change)
      else more++
    }
  }
  return { changes, more_changes: more }
}

const COLLECTIONS = ['clock', 'campaigns', 'alerts', 'webhooks', 'faults', 'keys'] as const

function recordsOf(name: Collection, { account, now }: StateAt): Map<string, object> {
  if (name === 'clock') {
    const { frozenAt } = account.clock
    return new Map([['clock', { now: isoTime(now), frozen: frozenAt !== null }]])
  }
  if (name === 'campaigns') return account.campaigns
  return new Map(Object.entries(account[name]))
}

/** The fields that are shown, by collection: named one by one, so that new ones stay internal by default. */
const SHOWN: Record<Collection, (record: never) => Fields> = {
  clock: (clock: object) => ({ ...clock }),
  campaigns: ({
    story: _,
    failed_runs: __,
    change: ___,
    began: ____,
    first_run: _____,
    ...shown
  }: Campaign) => shown,
  alerts: (alert: object) => ({ ...alert }),
  webhooks: (webhook: Webhook) => picked(webhook, WEBHOOK_MEMBERS),
  faults: ({ id: _, created_at: __, acted, ...rule }: FaultRule) => ({ ...rule, matched: acted }),
  keys: (key: Key) => picked(key, KEY_MEMBERS),
}

const WEBHOOK_MEMBERS = ['url', 'events', 'alerts', 'status', 'disabled_reason'] as const
const KEY_MEMBERS = [
  ...(['name', 'type', 'prefix', 'permissions', 'rate_limit', 'allowed_ips'] as const),
  ...(['expires_at', 'revoked_at'] as const),
]

function changeOf(
  collection: Collection,
  id: string,
  was: Fields | undefined,
  is: Fields | undefined,
): StateChange | undefined {
  const named = is ?? was ?? {}
  const name = String(named.name ?? named.url ?? id)
  if (!was) return { collection, id, name, change: 'added', fields: [] }
  if (!is) return { collection, id, name, change: 'removed', fields: [] }
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((field) => {
    if (isDeepStrictEqual(was[field], is[field])) return []
    const before = field in was ? { before: shortened(was[field]) } : {}
    const after = field in is ? { after: shortened(is[field]) } : {}
    return [{ field, ...before, ...after }]
  })
  return fields.length === 0 ? undefined : { collection, id, name, change: 'changed', fields }
}

function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? ''
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : value
}

/** The contents of an account in a state, and the figures of its dashboard. */
export async function stateSummary(
  { account, now }: StateAt,
  signal: AbortSignal,
): Promise<StateSummary> {
  const { campaigns, webhooks, alerts, faults, keys, clock } = account
  const sizeOf = (entries: object) => Object.keys(entries).length
  return {
    now: isoTime(now),
    frozen: clock.frozenAt !== null,
    campaigns: campaigns.size,
    webhooks: sizeOf(webhooks),
    alerts: sizeOf(alerts),
    faults: sizeOf(faults),
    keys: Object.values(keys).filter((key) => statusOf(key, now) !== 'deleted').length,
    figures: campaigns.size > MOST_COVERED ? null : await figuresOf({ account, now }, signal),
  }
}

async function figuresOf(
  { account, now }: StateAt,
  signal: AbortSignal,
): Promise<StateSummary['figures']> {
  const { totals } = await dashboardOf(worldOf(account), comparedPeriodOf({}, now), signal)
  const { keywords, average_position, visibility, estimated_traffic, mentions } = totals
  return { keywords, average_position, visibility, estimated_traffic, mentions }
}
