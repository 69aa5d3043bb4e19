import { randomInt } from 'node:crypto'
import {
  type FuzzOutcome,
  readReplay,
  replayOf,
  writeReplay,
} from '../../contract-tests/fuzz/replay.ts'
import { type FuzzSettings, fuzz } from '../../contract-tests/fuzz/run.ts'
import { fuzzReport } from '../../contract-tests/fuzz/terminal.ts'
import type { Settings } from '../../contract-tests/http/settings.ts'
import { type ReportRequest, writeFiles } from '../../contract-tests/report/write-report.ts'
import { ConfigError } from '../config.ts'
import { visibleJson } from '../text/visible.ts'
import { type CheckFlags, readCount } from './check-settings.ts'
import { interruptible, terminalOptions } from './interruptible.ts'
import { printReport } from './output.ts'

/** Seeds have 31 bits, so that they are the same on all machines. */
const MOST_SEED = 2 ** 31 - 1

/** `svc-sandbox fuzz`: plays cases, writes a report, and saves a case that failed. */
export async function fuzzServer(
  flags: CheckFlags,
  settings: Settings,
  reports: ReportRequest[],
): Promise<FuzzOutcome> {
  const fuzzing = fuzzSettings(flags, settings)
  const strange = reports.find(({ kind }) => kind !== 'json')
  if (strange) {
    throw new ConfigError(
      `--report ${strange.kind}=${strange.file} does not work with fuzz, which writes only json. Use --report json=FILE.`,
    )
  }
  const result = await interruptible((hooks) => fuzz(fuzzing, hooks))
  const replay = flags.replay === undefined ? replayOf(result) : undefined
  const file = replay && `svc-fuzz-${replay.seed}-${replay.case}.json`
  printReport(
    fuzzReport(result, {
      ...terminalOptions(flags),
      ...(file !== undefined && { replayFile: file }),
    }),
  )
  if (replay && file) await writeReplay(file, replay)
  const text = `${visibleJson(JSON.stringify(result, undefined, 2))}\n`
  await writeFiles(reports, () => text)
  return result.outcome
}

function fuzzSettings(flags: CheckFlags, settings: Settings): FuzzSettings {
  const replay = flags.replay === undefined ? undefined : readReplay(flags.replay)
  const seed = readCount(flags.seed, '--seed') ?? replay?.seed ?? randomInt(MOST_SEED)
  if (seed > MOST_SEED) {
    throw new ConfigError(`--seed must be at most ${MOST_SEED}; found ${flags.seed}.`)
  }
  return {
    ...settings,
    cases: readCount(flags.fuzz, '--fuzz', 1) ?? 1,
    seed,
    ...(replay && { replay: replay.commands }),
    // Without a limit of its own, a run is limited by the quota of the key.
    maxRequests: flags.maxRequests === undefined ? Number.POSITIVE_INFINITY : settings.maxRequests,
    maxTotal: Number.POSITIVE_INFINITY,
  }
}
