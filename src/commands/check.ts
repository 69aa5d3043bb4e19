import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { githubAnnotations } from '../../contract-tests/report/github.ts'
import { applyKnown, type KnownEntry, parseKnown } from '../../contract-tests/report/known.ts'
import { locator } from '../../contract-tests/report/locate.ts'
import type { Outcome } from '../../contract-tests/report/result.ts'
import { terminalReport } from '../../contract-tests/report/terminal.ts'
import { parseReports, writeReports } from '../../contract-tests/report/write-report.ts'
import { runWithVitest } from '../../contract-tests/runner.ts'
import type { Told } from '../../contract-tests/runner-channel.ts'
import type { Json } from '../../contract-tests/support/reading.ts'
import type { Settings } from '../../contract-tests/support/settings.ts'
import { loadDocument } from '../document/load.ts'
import { packageRoot, packageVersion } from '../package-root.ts'
import { type CheckFlags, flagsOf, isFuzzing, readSettings } from './check-settings.ts'
import { interruptible, terminalOptions } from './interruptible.ts'
import { readFormer, writeFindings } from './learned-overlay.ts'

/** What the process ends with; 130 is what shells show of a program that Ctrl-C ended. */
const EXIT_CODES: Record<Outcome, number> = {
  passed: 0,
  failed: 1,
  could_not_run: 2,
  cut_short: 2,
  interrupted: 130,
}

/** `svc-sandbox check <base_url>`: runs the contract suite against a server, and reports. */
export async function check(baseUrl: string | undefined, given: CheckFlags): Promise<void> {
  try {
    const flags = flagsOf({ ...given, ...(baseUrl !== undefined && { baseUrl }) })
    const settings = {
      ...readSettings(flags, {
        runId: `svc-${isFuzzing(flags) ? 'fuzz' : 'check'}-${randomBytes(5).toString('hex')}`,
        version: packageVersion(),
      }),
      ...(flags.overlay && { document: await documentWith(flags.overlay) }),
    }
    // Whatever is wrong with the file is told before the server is asked anything.
    const former = flags.learn === undefined ? undefined : await readFormer(flags.learn)
    const reports = parseReports(flags.report ?? [])
    if (isFuzzing(flags)) {
      const { fuzzServer } = await import('./fuzz.ts')
      process.exitCode = EXIT_CODES[await fuzzServer(flags, settings, reports)]
      return
    }
    const known = readKnown(flags.known)
    const { result: found, findings } = await run(settings)

    const { result, notices } = applyKnown(found, known, found.startedAt.slice(0, 10))
    const locate = locator(readFileSync(join(packageRoot(), 'spec', 'openapi.yaml'), 'utf8'))
    const options = terminalOptions(flags)
    process.stdout.write(terminalReport(result, { ...options, notices }))
    if (process.env.GITHUB_ACTIONS === 'true') {
      process.stdout.write(githubAnnotations(result, { locate }))
    }
    process.exitCode = EXIT_CODES[result.outcome]
    await writeReports(result, reports, { locate, notices })
    if (flags.learn !== undefined) {
      // Half a run knows less than the file may hold already.
      const isWhole = result.outcome === 'passed' || result.outcome === 'failed'
      process.stdout.write(
        findings && isWhole
          ? await writeFindings(flags.learn, findings, { former, width: options.width })
          : `\nNothing was learned, for the run is not whole; ${flags.learn} is as it was.\n`,
      )
    }
  } catch (error) {
    // Whatever went wrong here is no verdict on the server.
    process.stderr.write(`svc-sandbox could not check.\n${(error as Error).message}\n`)
    process.exitCode = 2
  }
}

function run(settings: Settings): Promise<Told> {
  return interruptible((hooks) => runWithVitest(settings, hooks))
}

/** What the sandbox would serve with these overlays. */
async function documentWith(overlays: string[]): Promise<Json> {
  return (await loadDocument({ overlays, apiVersion: undefined })) as Json
}

function readKnown(file: string | undefined): KnownEntry[] {
  if (file === undefined) return []
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`--known ${file} cannot be read: ${(error as Error).message}`)
  }
  return parseKnown(text, file)
}
