import type { Campaign } from '../../../src/accounts/campaign.ts'
import type { Timeline } from '../../../src/intelligence/world/timeline.ts'
import { type ReportContent, type ReportRequest, reportSteps } from '../../../src/reports/report.ts'
import { inOneGo } from '../../../src/time/steps.ts'
import { worldFrom } from '../processes/figures.ts'

/** The data of a report, without a pause. */
export function buildReport(
  seed: number,
  campaign: Campaign,
  request: ReportRequest,
  account: readonly Campaign[] = [campaign],
): ReportContent {
  const world = worldFrom(seed, account)
  return inOneGo(reportSteps(world, world.timeline(campaign.id) as Timeline, request))
}
