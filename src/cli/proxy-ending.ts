import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { locator } from '../../contract-tests/report/locate.ts'
import { exitCodeOf } from '../../contract-tests/report/result.ts'
import { terminalReport } from '../../contract-tests/report/terminal.ts'
import { writeReports } from '../../contract-tests/report/write-report.ts'
import { packageRoot } from '../package/package-root.ts'
import type { UpstreamState } from '../pipeline/upstream.ts'
import type { TrafficReport } from '../proxy/judging/messages.ts'
import type { JudgeOptions } from '../proxy/judging/open-judge.ts'
import type { OpenedProxy } from '../proxy.ts'
import { type Baseline, driftOf, readBaseline } from './drift.ts'
import { terminalOptions } from './interruptible.ts'
import { readFormer, writeFindings } from './learned-overlay.ts'
import { counted, note, printReport } from './output.ts'
import type { ProxySettings } from './proxy-settings.ts'
import { requireReplaceable, writeRecordedFixture } from './recorded-fixture.ts'

/** How the traffic is evaluated when a proxy ends. Its files are read at the start, to report mistakes early. */
export interface ProxyEnding {
  /** The request to the judge. */
  asked: NonNullable<JudgeOptions['ending']>
  settings: ProxySettings
  former: Awaited<ReturnType<typeof readFormer>>
  baseline: Baseline | undefined
}

/** Rejects with an error for the user, if a file cannot be read or written. */
export async function prepareEnding(settings: ProxySettings): Promise<ProxyEnding> {
  const { learn, recordFixture, compare } = settings
  const baseline = compare === undefined ? undefined : readBaseline(compare)
  if (recordFixture !== undefined) requireReplaceable(recordFixture)
  return {
    asked: { learns: learn !== undefined, baseline, records: recordFixture !== undefined },
    settings,
    former: learn === undefined ? undefined : await readFormer(learn),
    baseline,
  }
}

/**
 * Prints what the traffic of a closed proxy showed, and writes the files. Returns the exit code: 1 if a stated fact was
 * contradicted, or if the server changed in a way that breaks clients.
 */
export async function finish(
  { upstream, report, document }: OpenedProxy,
  { settings, former, baseline }: ProxyEnding,
): Promise<number> {
  const state = upstream.state()
  const isContradicted = upstream.violations({ kind: 'contradicts_stated' }).length > 0
  const found = report()
  note(summaryOf(state))
  if (!found) {
    if (total(state) > 0) note('The traffic as a whole could not be judged. No file was written.')
    return isContradicted ? 1 : 0
  }
  const { result, findings, fixture } = found
  const { width } = terminalOptions()
  printReport(terminalReport(result, terminalOptions()))
  const locate = locator(readFileSync(join(packageRoot(), 'spec', 'openapi.yaml'), 'utf8'))
  await writeReports(result, settings.reports, { locate })
  if (settings.learn !== undefined && findings) {
    printReport(await writeFindings(settings.learn, findings, { former, width }))
  }
  if (settings.recordFixture !== undefined && fixture) {
    note(await writeRecordedFixture(settings.recordFixture, fixture, document()))
  }
  const isBroken = baseline !== undefined && reportDrift(baseline, found)
  return isContradicted || isBroken || exitCodeOf(result) === 1 ? 1 : 0
}

function summaryOf(state: UpstreamState): string[] {
  const { sources, unjudged, unjudged_reasons = {}, cassette, recorded } = state
  const answers = Object.entries(sources).filter(([, count]) => count > 0)
  return [
    '',
    `  Answers      ${answers.map(([source, count]) => `${count} ${source}`).join(', ') || 'none'}`,
    ...(cassette === null
      ? []
      : [`  Cassette     ${counted(recorded, 'exchange')} in ${cassette}`]),
    ...(unjudged > 0 ? [`  Not judged   ${counted(unjudged, 'exchange')}`] : []),
    ...Object.entries(unjudged_reasons).map(
      ([reason, count]) => `               ${count}: ${reason}`,
    ),
    '',
  ]
}

function total({ sources }: UpstreamState): number {
  return Object.values(sources).reduce((sum, count) => sum + count, 0)
}

/** Whether a change breaks clients. */
function reportDrift(baseline: Baseline, { changes, result }: TrafficReport): boolean {
  if (!changes) return false
  const layout = { server: result.baseUrl, ...terminalOptions() }
  const { text, isBreaking } = driftOf(baseline, changes, layout)
  printReport(text)
  return isBreaking
}
