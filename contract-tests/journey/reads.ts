import type { JourneyStep, OperationId } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { encoded, errorCode, succeeded } from '../http/reading.ts'
import { readMentions } from './mentions.ts'
import { readRankings, someId } from './rankings.ts'
import type { Runner } from './runner.ts'

/** Reads intelligence, analytics, reports and the user. */
export async function readIntelligence(runner: Runner): Promise<void> {
  const plain = (operation: JourneyStep & OperationId) => runner.askMain(operation, operation)
  await plain('getDashboards')
  await plain('getIntelligenceOverview')
  await plain('getCurrentUser')
  await readRankings(runner)
  await readMentions(runner)

  const { evidence } = runner
  const older = someId(evidence.find('list:before'))
  const campaign = evidence.own.first?.id ?? older
  if (campaign === undefined) {
    evidence.skip('getCampaignAnalytics', 'there is no campaign to read')
    evidence.skip('generateReport', 'there is no campaign to read')
  } else {
    await readAnalytics(runner, campaign, older)
    // Another campaign than the first, because it has no settings.
    await readReport(runner, evidence.own.second?.id ?? campaign, older)
    await askWithoutCampaign(runner)
  }

  const csv = await plain('exportCsv')
  if (!succeeded(csv) && campaign !== undefined) {
    await runner.askExtra('exportCsv', 'exportCsv', { query: `campaign_id=${encoded(campaign)}` })
  }
}

function isFound(exchange: Exchange): boolean {
  return errorCode(exchange) !== 'not_found'
}

/** A campaign that was just created may have no analytics yet: tries an older one then. */
async function readAnalytics(runner: Runner, id: string, older: string | undefined): Promise<void> {
  const step = 'getCampaignAnalytics'
  const analytics = await runner.askMain(step, step, { id }, isFound)
  if (succeeded(analytics) || older === undefined || older === id) return
  await runner.askExtra(step, step, { id: older })
}

/** The report that was made, without its campaign: §7 names that as the example of a missing field. */
async function askWithoutCampaign(runner: Runner): Promise<void> {
  const report = runner.evidence.find('generateReport')
  if (!report || !succeeded(report)) return
  const query = new URL(report.url).search.slice(1).replace(/^campaign_id=[^&]*&?/, '')
  await runner.askExtra('report without campaign', 'generateReport', { query })
}

async function readReport(runner: Runner, id: string, older: string | undefined): Promise<void> {
  const step = 'generateReport'
  const plain = (id: string) => `campaign_id=${encoded(id)}&format=pdf&date_range=last_30_days`
  const include = 'include=rankings&include=competitors&include=trends'
  const whole = `${plain(id)}&${include}`
  let report = await runner.askMain(step, step, { query: whole }, isFound)
  // The form of a list in a query is not shown.
  if (!succeeded(report) && isFound(report)) {
    report = (await runner.askExtra(step, step, { query: plain(id) })) ?? report
  }
  if (succeeded(report) || older === undefined || older === id) return
  await runner.askExtra(step, step, { query: plain(older) })
}
