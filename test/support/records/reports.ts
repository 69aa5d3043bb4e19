import type { Campaign } from '../../../src/accounts/campaign.ts'
import { type ReportContent, type ReportRequest, reportSteps } from '../../../src/reports/report.ts'
import { inOneGo } from '../../../src/time/steps.ts'

/** The data of a report, without a pause. */
export function buildReport(
  seed: number,
  campaign: Campaign,
  request: ReportRequest,
  account: readonly Campaign[] = [campaign],
): ReportContent {
  return inOneGo(reportSteps(seed, campaign, request, account))
}
