import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../contract-tests/http/reading.ts'
import { githubAnnotations } from '../../contract-tests/report/github.ts'
import { applyKnown, parseKnown } from '../../contract-tests/report/known.ts'
import { locator } from '../../contract-tests/report/locate.ts'
import { openWarnings } from '../../contract-tests/report/requirements.ts'
import { exitCodeOf, isFinished } from '../../contract-tests/report/result.ts'
import { terminalReport } from '../../contract-tests/report/terminal.ts'
import { parseReports, writeReports } from '../../contract-tests/report/write-report.ts'
import { runSuite } from '../../contract-tests/run.ts'
import { loadDocument } from '../openapi/load.ts'
import { packageRoot, packageVersion } from '../package/package-root.ts'
import { trimmedKeys } from './check-keys.ts'
import { type CheckFlags, flagsOf, isFuzzing, readSettings } from './check-settings.ts'
import { interruptible, terminalOptions } from './interruptible.ts'
import { readFormer, writeFindings } from './learned-overlay.ts'
import { readFileOf } from './read-file.ts'

/** `svc-sandbox check <base_url>`: runs the contract suite against a server and writes reports. */
export async function check(baseUrl: string | undefined, given: CheckFlags): Promise<void> {
  try {
    const flags = flagsOf({ ...given, ...(baseUrl !== undefined && { baseUrl }) })
    const settings = {
      ...readSettings(flags, {
        runId: `svc-${isFuzzing(flags) ? 'fuzz' : 'check'}-${randomBytes(5).toString('hex')}`,
        version: packageVersion(),
      }),
      ...(flags.overlay && {
        document: (await loadDocument({ overlays: flags.overlay, apiVersion: undefined })) as Json,
      }),
    }
    for (const notice of trimmedKeys(flags)) process.stderr.write(`Note: ${notice}\n`)
    // Read first, so that a bad file is reported before the first request.
    const former = flags.learn === undefined ? undefined : await readFormer(flags.learn)
    const reports = parseReports(flags.report ?? [])
    if (isFuzzing(flags)) {
      const { fuzzServer } = await import('./fuzz.ts')
      process.exitCode = exitCodeOf({ outcome: await fuzzServer(flags, settings, reports) })
      return
    }
    const known =
      flags.known === undefined ? [] : parseKnown(readFileOf('--known', flags.known), flags.known)
    const { result: found, findings } = await interruptible((hooks) => runSuite(settings, hooks))

    const { result, notices: ofKnown } = applyKnown(found, known, found.startedAt.slice(0, 10))
    const notices = [...(result.unmet ?? []), ...openWarnings(result), ...ofKnown]
    const locate = locator(readFileSync(join(packageRoot(), 'spec', 'openapi.yaml'), 'utf8'))
    const options = terminalOptions(flags)
    process.stdout.write(terminalReport(result, { ...options, notices }))
    if (process.env.GITHUB_ACTIONS === 'true') {
      process.stdout.write(githubAnnotations(result, { locate }))
    }
    process.exitCode = exitCodeOf(result)
    await writeReports(result, reports, { locate, notices })
    if (flags.learn !== undefined) {
      // A run that was cut short may know less than the file.
      process.stdout.write(
        findings && isFinished(result)
          ? await writeFindings(flags.learn, findings, { former, width: options.width })
          : `\nNothing was learned, because the run is incomplete; ${flags.learn} is unchanged.\n`,
      )
    }
  } catch (error) {
    // An error here must not look like a server that failed.
    process.stderr.write(`svc-sandbox could not check.\n${(error as Error).message}\n`)
    process.exitCode = 2
  }
}
