import { existsSync, lstatSync, rmSync, statSync } from 'node:fs'
import { dirname, extname, resolve } from 'node:path'
import { parseReports, type ReportRequest } from '../../contract-tests/report/write-report.ts'
import type { ConfigFile } from '../config/load.ts'
import { ConfigError } from '../config.ts'
import type { CheckFlags } from './check-settings.ts'
import { requireWritable } from './learned-overlay.ts'
import { withPaths } from './targets.ts'

/** Reads the values of --report. Throws an Error if a report could not be written: a run takes minutes. */
export function readReports(values: string[] = []): ReportRequest[] {
  const reports = parseReports(values)
  for (const { kind, file } of reports) {
    requireWritableFile(file, `--report ${kind}=${file} cannot be written`)
  }
  return reports
}

function requireWritableFile(file: string, problem: string): void {
  const exists = existsSync(file)
  if (exists && statSync(file).isDirectory()) throw new ConfigError(`${problem}: it is a folder.`)
  // Folders that are missing are made with the report. The dot is refused below a file.
  requireWritable(exists ? file : `${existingFolder(file)}/.`, problem)
}

/** The nearest folder above that exists. */
function existingFolder(path: string): string {
  const folder = dirname(resolve(path))
  return existsSync(folder) ? folder : existingFolder(folder)
}

/** The values of --report for a target; `isOne` if it is one of several, so that a shared file needs its name. */
export function reportsFor(
  name: string | undefined,
  given: CheckFlags,
  found: ConfigFile | undefined,
  isOne: boolean,
): string[] | undefined {
  const shared = given.report ?? (process.env.SVC_REPORT || undefined)?.split(',')
  const { targets = {}, report } = found?.config ?? {}
  const placed = (reports: string | string[] | undefined) =>
    reports === undefined
      ? undefined
      : [withPaths({ report: reports }, found?.file ?? '').report].flat()
  const own = name === undefined ? undefined : placed(targets[name]?.report)
  if (shared === undefined && own !== undefined) return own
  const all = shared ?? placed(report)
  return isOne && name !== undefined ? all?.map((each) => withName(each, name)) : all
}

/** `junit=out/junit-staging.xml` of `junit=out/junit.xml` */
function withName(report: string, name: string): string {
  const extension = extname(report)
  const stem = extension === '' ? report : report.slice(0, -extension.length)
  return `${stem}-${name}${extension}`
}

/** Removes reports of earlier runs: CI would upload them as those of this run. Returns the files that were removed. */
export function removeReports(files: string[]): string[] {
  return files
    .filter((file) => file !== '' && existsSync(file) && lstatSync(file).isFile())
    .filter((file) => {
      rmSync(file, { force: true })
      return true
    })
}
