import type { Campaign } from '../../../src/accounts/campaign.ts'
import type { Timeline } from '../../../src/intelligence/world/timeline.ts'
import {
  computeReport,
  type ReportContent,
  type ReportRequest,
} from '../../../src/reports/report.ts'
import { worldFrom } from '../processes/figures.ts'

/** The data of a report. */
export function buildReport(
  seed: number,
  campaign: Campaign,
  request: ReportRequest,
  account: readonly Campaign[] = [campaign],
): Promise<ReportContent> {
  const world = worldFrom(seed, account)
  return computeReport(world, world.timeline(campaign.id) as Timeline, request)
}
