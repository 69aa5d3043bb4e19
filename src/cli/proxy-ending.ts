import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../../contract-tests/report/digest.ts'
import { locator } from '../../contract-tests/report/locate.ts'
import { exitCodeOf } from '../../contract-tests/report/result.ts'
import { terminalReport } from '../../contract-tests/report/terminal.ts'
import { writeReports } from '../../contract-tests/report/write-report.ts'
import { packageRoot } from '../package/package-root.ts'
import type { UpstreamState } from '../pipeline/upstream.ts'
import type { OpenedProxy } from '../proxy.ts'
import { terminalOptions } from './interruptible.ts'
import { counted, note, printReport } from './output.ts'
import type { ProxySettings } from './proxy-settings.ts'

/**
 * Prints what the traffic of a closed proxy showed, and writes the reports. Returns the exit code: 1 if a stated fact was
 * contradicted.
 */
export async function finish(
  { upstream, report }: OpenedProxy,
  { reports }: ProxySettings,
): Promise<number> {
  const state = upstream.state()
  const isContradicted = upstream.violations({ kind: 'contradicts_stated' }).length > 0
  const result = report()
  note(summaryOf(state))
  if (!result) {
    if (total(state) > 0) note('The traffic could not be reported. No file was written.')
    return isContradicted ? 1 : 0
  }
  const found = digest(result)
  printReport(terminalReport(found, terminalOptions()))
  const locate = locator(readFileSync(join(packageRoot(), 'spec', 'openapi.yaml'), 'utf8'))
  await writeReports(found, reports, { locate })
  return isContradicted || exitCodeOf(result) === 1 ? 1 : 0
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
