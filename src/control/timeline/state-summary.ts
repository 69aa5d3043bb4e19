import type { components } from '../../../spec/generated/sandbox.ts'
import { statusOf } from '../../accounts/key.ts'
import { dashboardSteps } from '../../intelligence/dashboards.ts'
import { worldOf } from '../../intelligence/world/world.ts'
import { MOST_COVERED } from '../../operations/covered-campaigns.ts'
import { comparedPeriodOf } from '../../operations/period.ts'
import { isoTime } from '../../time/clock.ts'
import { inSlices } from '../../time/steps.ts'
import type { StateAt } from './difference.ts'

type StateSummary = components['schemas']['StateSummary']

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
  const steps = dashboardSteps(worldOf(account), comparedPeriodOf({}, now))
  const { totals } = await inSlices(steps, signal)
  const { keywords, average_position, visibility, estimated_traffic, mentions } = totals
  return { keywords, average_position, visibility, estimated_traffic, mentions }
}
