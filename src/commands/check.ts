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
import { type CheckFlags, flagsOf, readSettings } from './check-settings.ts'
import { readFormer, writeFindings } from './learned-overlay.ts'

/** What the process ends with; 130 is what shells show of a program that Ctrl-C ended. */
const EXIT_CODES: Record<Outcome, number> = {
  passed: 0,
  failed: 1,
  could_not_run: 2,
  cut_short: 2,
  interrupted: 130,
}

const PLAIN_WIDTH = 100

/** `svc-sandbox check <base_url>`: runs the contract suite against a server, and reports. */
export async function check(baseUrl: string | undefined, given: CheckFlags): Promise<void> {
  try {
    const flags = flagsOf({ ...given, ...(baseUrl !== undefined && { baseUrl }) })
    const settings = {
      ...readSettings(flags, {
        runId: `svc-check-${randomBytes(5).toString('hex')}`,
        version: packageVersion(),
      }),
      ...(flags.overlay && { document: await documentWith(flags.overlay) }),
    }
    // Whatever is wrong with the file is told before the server is asked anything.
    const former = flags.learn === undefined ? undefined : await readFormer(flags.learn)
    const reports = parseReports(flags.report ?? [])
    const known = readKnown(flags.known)
    const { result: found, findings } = await run(settings)

    const { result, notices } = applyKnown(found, known, found.startedAt.slice(0, 10))
    const locate = locator(readFileSync(join(packageRoot(), 'spec', 'openapi.yaml'), 'utf8'))
    process.stdout.write(
      terminalReport(result, {
        colour: process.stdout.hasColors?.() ?? false,
        width: process.stdout.columns ?? PLAIN_WIDTH,
        verbose: flags.verbose ?? false,
        notices,
      }),
    )
    if (process.env.GITHUB_ACTIONS === 'true') {
      process.stdout.write(githubAnnotations(result, { locate }))
    }
    process.exitCode = EXIT_CODES[result.outcome]
    if (flags.learn !== undefined && findings) {
      process.stdout.write(writeFindings(flags.learn, findings, former))
    }
    await writeReports(result, reports, { locate, notices })
  } catch (error) {
    // Whatever went wrong here is no verdict on the server.
    process.stderr.write(`svc-sandbox could not check.\n${(error as Error).message}\n`)
    process.exitCode = 2
  }
}

/** Runs the suite; Ctrl-C ends it, and what it created is deleted first. */
async function run(settings: Settings): Promise<Told> {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(130)
    process.stderr.write('\nInterrupted: deleting what was created. Once more to leave it there.\n')
    controller.abort()
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
  let responses = 0
  const onProgress = () => {
    responses += 1
    if (process.stderr.isTTY) process.stderr.write(`\r${responses} responses `)
  }
  try {
    return await runWithVitest(settings, { signal: controller.signal, onProgress })
  } finally {
    if (process.stderr.isTTY && responses > 0) process.stderr.write('\r\x1b[K')
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
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
