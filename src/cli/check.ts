import { resolve } from 'node:path'
import { startError } from '../../contract-tests/report/workflow-command.ts'
import type { Target } from '../config/config-file.ts'
import { type ConfigFile, readConfigFile } from '../config/load.ts'
import { flagOf, variableOf } from '../config/options.ts'
import { blamed, variableUnless } from '../config/sources.ts'
import { kindOf, SUITE_OPTIONS, type SuiteOptionName } from '../config/suite-options.ts'
import { ConfigError } from '../config.ts'
import { KEY_OPTIONS } from './check-keys.ts'
import { type Ending, type PreparedRun, prepareRun, runPrepared } from './check-run.ts'
import { type CheckFlags, flagsOf } from './check-settings.ts'
import { note, noteError, print, printWorkflowCommands } from './output.ts'
import { removeReports, reportsFor } from './report-files.ts'
import { table } from './table.ts'
import { checkOptionsOf, originIn } from './targets.ts'

type Options = CheckFlags & { config?: string }

/** `svc-sandbox check <base_url|target...>`: runs the contract suite against each server and writes reports. */
export async function check(places: string[], { config, ...given }: Options): Promise<void> {
  try {
    const names = places.filter((place) => place !== '')
    requireNoReports(names)
    const prepared = await prepareAll(names.length > 0 ? names : [undefined], given, config)
    process.exitCode = await runAll(prepared)
  } catch (error) {
    // An error here must not look like a server that failed.
    noteError(error, 'svc-sandbox could not check.')
    printWorkflowCommands(startError((error as Error).message))
    process.exitCode = 2
  }
}

/** `--report junit=a html=b` would check a server of the name html=b. */
function requireNoReports(places: readonly string[]): void {
  const report = places.find((place) => /^(junit|json|html|md|sarif|badge)=/.test(place))
  if (report === undefined) return
  throw new ConfigError(
    `${report} is no server to check. For several reports, repeat the flag: --report junit=contract.xml --report ${report}.`,
  )
}

type Named<T> = [name: string | undefined, value: T]

/** Prepares the run of each place, so that no run starts if another cannot. */
async function prepareAll(
  names: (string | undefined)[],
  given: CheckFlags,
  config: string | undefined,
): Promise<Named<PreparedRun>[]> {
  let file: ConfigFile | undefined
  try {
    file = await readConfigFile(config || process.env.SVC_CONFIG || undefined).catch((error) => {
      throw blamed(error, variableUnless({ config }))
    })
    const prepared: Named<PreparedRun>[] = []
    if (names.length > 1) requireOwnKeys(names.map(String), given)
    for (const name of names) prepared.push([name, await preparedFor(name)])
    requireOwnFiles(prepared)
    return prepared
  } catch (error) {
    const reports = names.flatMap((name) => reportsFor(name, given, file, names.length > 1) ?? [])
    const files = reports.map((report) => report.slice(report.indexOf('=') + 1))
    for (const removed of removeReports(files)) note(`Removed ${removed}, an older report.`)
    throw error
  }

  async function preparedFor(place: string | undefined): Promise<PreparedRun> {
    try {
      return await prepareRun(flagsOfOne(place))
    } catch (error) {
      const target = place !== undefined && isTarget(place) ? place : undefined
      const flags = { ...given, ...(place !== undefined && !target && { baseUrl: place }) }
      throw blamed(error, originIn(flags, file, target))
    }
  }

  function flagsOfOne(name: string | undefined): CheckFlags {
    const flags = flagsFor(name, given, file)
    if (name === undefined || names.length === 1) return flags
    const report = reportsFor(name, given, file, true)
    return { ...flags, ...(report && { report }) }
  }
}

/** Checks one server after the other, and returns the worst exit code. */
async function runAll(prepared: Named<PreparedRun>[]): Promise<number> {
  const endings: Named<Ending>[] = []
  // A run that fails writes none, and CI would upload those of an earlier one.
  removeReports(prepared.flatMap(([, { reports }]) => reports.map(({ file }) => file)))
  for (const [name, run] of prepared) {
    const ending = await runPrepared(run)
    endings.push([name, ending])
    if (prepared.length > 1) print('')
    if (ending.found?.result.outcome === 'interrupted') break
  }
  if (prepared.length > 1) print(table(TITLES, endings.map(rowOf)))
  return Math.max(...endings.map(([, { code }]) => code))
}

const TITLES = ['Target', 'Result', 'Proved', 'Contradicted', 'Not tried', 'Exit'] as const

function rowOf([place, { code, found }]: Named<Ending>) {
  const name = place ?? ''
  // It fuzzes or cleans.
  if (!found) return [name, code === 0 ? 'DONE' : 'NOT DONE', null, null, null, code]
  const { headline, facts } = found
  return [name, headline.word, facts.proved, facts.failed, facts.undetermined, code]
}

/** Whether a place is the name of a target, and no address. */
function isTarget(place: string): boolean {
  return /^[\w.-]+$/.test(place)
}

/** The flags for a base URL, for a target, or for neither. */
function flagsFor(
  place: string | undefined,
  given: CheckFlags,
  file: ConfigFile | undefined,
): CheckFlags {
  const isName = place !== undefined && isTarget(place)
  const options = checkOptionsOf(file, isName ? place : undefined)
  // A target that is named means its server, whatever SVC_BASE_URL says.
  const baseUrl = isName ? file?.config.targets?.[place]?.baseUrl && options.baseUrl : place
  return flagsOf(
    { ...given, ...(baseUrl !== undefined && { baseUrl }) },
    process.env,
    flagsOfTarget(judgesNothing(given) ? forOtherJobs(options) : options),
  )
}

/** Whether a run fuzzes or cleans. */
function judgesNothing(given: CheckFlags): boolean {
  const jobs = ['fuzz', 'replay', 'clean'] as const
  return jobs.some((name) => given[name] || process.env[variableOf(name)])
}

/** Without what is about facts: a configuration is shared by all commands. */
function forOtherJobs({ only: _, skip: __, compare: ___, ...others }: Target): Target {
  return others
}

/** The members of the configuration as the command line has them. */
function flagsOfTarget({ serve: _, ...target }: Target): CheckFlags {
  const entries = Object.entries(target).flatMap(([name, value]) => {
    const kind = kindOf(SUITE_OPTIONS[name as SuiteOptionName])
    if (value === undefined) return []
    return [[name, kind === 'list' ? [value].flat() : kind === 'text' ? String(value) : value]]
  })
  return Object.fromEntries(entries)
}

/** One key for several servers would hand the key of one to the others. */
function requireOwnKeys(names: string[], given: CheckFlags): void {
  for (const name of KEY_OPTIONS) {
    const variable = variableOf(name)
    if (given[name] === undefined && process.env[variable] === undefined) continue
    const source = given[name] === undefined ? variable : flagOf(name)
    throw new ConfigError(
      `${source} would be sent to ${names.join(' and ')}. Name the key of each target in the configuration instead.`,
    )
  }
}

function requireOwnFiles(prepared: Named<PreparedRun>[]): void {
  const owners = new Map<string, string>()
  for (const [name, { reports, flags }] of prepared) {
    const files = [...reports.map(({ file }) => file), ...(flags.learn ? [flags.learn] : [])]
    for (const file of files) {
      const other = owners.get(resolve(file))
      if (other !== undefined) {
        throw new ConfigError(`${other} and ${name} would both write ${file}. Name a file of each.`)
      }
      owners.set(resolve(file), String(name))
    }
  }
}
