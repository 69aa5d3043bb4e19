import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Json } from '../../contract-tests/http/reading.ts'
import type { Settings } from '../../contract-tests/http/settings.ts'
import { removeEarlierRuns } from '../../contract-tests/journey/clean-up.ts'
import type { Findings } from '../../contract-tests/learning/learn.ts'
import { type Digest, digest } from '../../contract-tests/report/digest.ts'
import { githubAnnotations } from '../../contract-tests/report/github.ts'
import {
  applyKnown,
  type KnownEntry,
  knownFile,
  parseKnown,
} from '../../contract-tests/report/known.ts'
import { locator } from '../../contract-tests/report/locate.ts'
import { openWarnings } from '../../contract-tests/report/requirements.ts'
import { exitCodeOf, isFinished, type RunResult } from '../../contract-tests/report/result.ts'
import { leftoverText, terminalReport } from '../../contract-tests/report/terminal.ts'
import {
  type ReportRequest,
  writeReports,
  writeTexts,
} from '../../contract-tests/report/write-report.ts'
import { runSuite } from '../../contract-tests/run.ts'
import { ConfigError } from '../config.ts'
import { loadDocument } from '../openapi/load.ts'
import { packageRoot, packageVersion } from '../package/package-root.ts'
import { trimmedKeys } from './check-keys.ts'
import { type CheckFlags, isFuzzing, readSettings } from './check-settings.ts'
import { interruptible, terminalOptions } from './interruptible.ts'
import {
  type Baseline,
  driftOf,
  readBaseline,
  readFormer,
  requireWritable,
  writeFindings,
} from './learned-overlay.ts'
import { counted, note, print, printReport, printWorkflowCommands } from './output.ts'
import { readFileOf } from './read-file.ts'
import { readReports } from './report-files.ts'

/** A run whose options and files were read, so that a mistake in them is reported before the first request. */
export interface PreparedRun {
  flags: CheckFlags
  settings: Settings
  reports: ReportRequest[]
  known: KnownEntry[]
  former: Awaited<ReturnType<typeof readFormer>>
  /** Present with --compare. */
  baseline?: Baseline
}

/** Refuses to overwrite a file that the run does not read. */
function requireWritableKnown({ writeKnown: file, known, fuzz, replay }: CheckFlags): void {
  if (file === undefined) return
  if (fuzz !== undefined || replay !== undefined) {
    throw new ConfigError('--write-known lists facts, and fuzz has rules. Leave one out.')
  }
  const isUpdate = known !== undefined && resolve(known) === resolve(file)
  if (existsSync(file) && !isUpdate) {
    throw new ConfigError(
      `--write-known ${file} exists. To update it, give --known ${file} as well; or name another file.`,
    )
  }
  requireWritable(existsSync(file) ? file : dirname(resolve(file)), `--write-known ${file}`)
}

async function writeKnown(file: string, result: RunResult, known: KnownEntry[]): Promise<void> {
  if (!isFinished(result)) {
    print(['', `The run did not finish, so ${file} is not written.`])
    return
  }
  await writeTexts([{ name: 'list of failures', file, text: () => knownFile(result, known) }])
  print(['', `The failures of this run are in ${file}. Accept them with --known ${file}.`])
}

function selectionNotice({ only, skip }: CheckFlags): string[] {
  const parts = [only && `--only ${only.join(',')}`, skip && `--skip ${skip.join(',')}`]
  const given = parts.filter((part) => part !== undefined)
  return given.length > 0 ? [`Not all facts were judged: ${given.join(' ')}.`] : []
}

export interface Ending {
  code: number
  /** Absent for a run that fuzzes or cleans. */
  found?: Digest
}

export async function prepareRun(flags: CheckFlags): Promise<PreparedRun> {
  if (flags.clean) requireCleanable(flags)
  const baseline = flags.compare === undefined ? undefined : readBaseline(flags.compare)
  const settings = {
    ...readSettings(flags, {
      runId: `svc-${isFuzzing(flags) ? 'fuzz' : 'check'}-${randomBytes(5).toString('hex')}`,
      version: packageVersion(),
    }),
    ...(flags.overlay && {
      document: (await loadDocument({ overlays: flags.overlay, apiVersion: undefined })) as Json,
    }),
    ...(baseline && { baseline }),
  }
  for (const notice of trimmedKeys(flags)) note(`Note: ${notice}`)
  requireWritableKnown(flags)
  return {
    flags,
    settings,
    ...(baseline && { baseline }),
    former: flags.learn === undefined ? undefined : await readFormer(flags.learn),
    reports: readReports(flags.report),
    known:
      flags.known === undefined ? [] : parseKnown(readFileOf('--known', flags.known), flags.known),
  }
}

/** Runs the suite or the fuzzer, prints the report and writes the others. */
export async function runPrepared(prepared: PreparedRun): Promise<Ending> {
  const { flags, settings, reports, known, former, baseline } = prepared
  if (flags.clean) return { code: await clean(flags, settings) }
  if (isFuzzing(flags)) {
    const { fuzzServer } = await import('./fuzz.ts')
    return { code: exitCodeOf({ outcome: await fuzzServer(flags, settings, reports) }) }
  }
  const output = await interruptible((hooks) => runSuite(settings, hooks))
  const { findings, changes } = output

  const { result, notices: ofKnown } = applyKnown(
    output.result,
    known,
    output.result.startedAt.slice(0, 10),
  )
  const notices = [
    ...selectionNotice(flags),
    ...(result.unmet ?? []),
    ...openWarnings(result),
    ...ofKnown,
  ]
  const locate = locator(readFileSync(join(packageRoot(), 'spec', 'openapi.yaml'), 'utf8'))
  const options = terminalOptions(flags)
  const found = digest(result)
  printReport(terminalReport(found, { ...options, notices }))
  if (process.env.GITHUB_ACTIONS === 'true') {
    printWorkflowCommands(githubAnnotations(found, { locate }))
  }
  await writeReports(found, reports, { locate, notices })
  if (flags.writeKnown !== undefined) await writeKnown(flags.writeKnown, result, known)
  if (flags.learn !== undefined) {
    // A run that was cut short may know less than the file.
    printReport(
      findings && isFinished(result)
        ? await writeFindings(flags.learn, findings, { former, width: options.width })
        : `\nNothing was learned, because the run is incomplete; ${flags.learn} is unchanged.\n`,
    )
  }
  const code = exitCodeOf(result)
  const isDrifted = baseline !== undefined && reportDrift(baseline, changes, result)
  return { code: code === 0 && isDrifted ? 1 : code, found }
}

/** Prints how the server changed since it was learned, and returns whether a change breaks clients. */
function reportDrift(
  baseline: Baseline,
  changes: Findings | undefined,
  result: RunResult,
): boolean {
  if (!changes || !isFinished(result)) {
    print(['', `Nothing was compared with ${baseline.title}, because the run is incomplete.`])
    return false
  }
  const server = result.baseUrl
  const { text, isBreaking } = driftOf(baseline, changes, { server, ...terminalOptions() })
  printReport(text)
  return isBreaking
}

/** Requests that `clean` makes at most. */
const MOST_REQUESTS = 1000

/** `svc-sandbox clean`: deletes what earlier runs left, and returns the exit code. */
export async function clean(flags: CheckFlags, settings: Settings): Promise<number> {
  const limit = flags.maxRequests === undefined ? MOST_REQUESTS : settings.maxRequests
  const limits = { maxRequests: limit, maxTotal: limit }
  const { seen, removed, left, reason } = await interruptible(({ signal, onExchange }) =>
    removeEarlierRuns({ ...settings, ...limits }, signal, onExchange),
  )
  for (const { id, name } of removed) print(`Removed ${name} (${id})`)
  if (left.length > 0) printReport(`${leftoverText(left)}\n`)
  print(
    `${counted(removed.length, 'campaign')} of earlier runs removed; ${counted(seen, 'campaign')} looked at.`,
  )
  if (reason !== undefined) throw new Error(reason)
  return left.length > 0 ? 1 : 0
}

/** Refuses options that contradict `clean`. */
export function requireCleanable({ fuzz, replay, learn, compare, readOnly }: CheckFlags): void {
  if (readOnly) {
    throw new ConfigError('clean deletes campaigns, which --read-only forbids. Leave one out.')
  }
  if ([fuzz, replay, learn, compare].some((option) => option !== undefined)) {
    throw new ConfigError('clean cannot be combined with fuzz, --replay, learn or --compare.')
  }
}
