import { existsSync, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { systemReason } from '../../src/text/system-reason.ts'
import type { Digest } from './digest.ts'
import { htmlReport } from './html.ts'
import { badgeReport, jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import type { Locate } from './locate.ts'
import { markdownReport } from './markdown.ts'
import { sarifReport } from './sarif.ts'

export interface ReportOptions {
  locate: Locate
  /** Notes for the reader, such as known failures that have expired. */
  notices?: string[]
}

const WRITERS = {
  junit: junitReport,
  json: jsonReport,
  html: htmlReport,
  md: markdownReport,
  sarif: sarifReport,
  badge: badgeReport,
}

export type ReportKind = keyof typeof WRITERS

export const REPORT_KINDS = Object.keys(WRITERS) as ReportKind[]

/** A report that was asked for: `--report junit=out/junit.xml`. */
export interface ReportRequest {
  kind: ReportKind
  file: string
}

/** Reads the values of `--report`; throws if one is not `kind=FILE`, or two share a file. */
export function parseReports(values: string[]): ReportRequest[] {
  const requests = values.map(parseReport)
  for (const [index, { kind, file }] of requests.entries()) {
    const other = requests.slice(0, index).find((before) => resolve(before.file) === resolve(file))
    if (other) {
      throw new Error(
        `--report ${kind}=${file} would overwrite the ${other.kind} report; name another file.`,
      )
    }
  }
  return requests
}

function parseReport(value: string): ReportRequest {
  const [kind = '', ...rest] = value.split('=')
  const file = rest.join('=').trim()
  if (!isKind(kind)) {
    throw new Error(
      `--report ${value}: there is no report "${kind}"; use one of ${REPORT_KINDS.join(', ')}, as in --report junit=junit.xml.`,
    )
  }
  if (file === '') {
    throw new Error(`--report ${value}: the file is missing; write --report ${kind}=FILE.`)
  }
  return { kind, file }
}

function isKind(kind: string): kind is ReportKind {
  return Object.hasOwn(WRITERS, kind)
}

/** Writes the reports; errors name those that could not be written. */
export async function writeReports(
  found: Digest,
  requests: ReportRequest[],
  options: ReportOptions,
): Promise<void> {
  await writeFiles(requests, (kind) => WRITERS[kind](found, options))
}

/** Writes files, and folders as needed; errors name the files that could not be written. */
export async function writeFiles(
  requests: ReportRequest[],
  textOf: (kind: ReportKind) => string,
): Promise<void> {
  await writeTexts(
    requests.map(({ kind, file }) => ({ name: `${kind} report`, file, text: () => textOf(kind) })),
  )
}

/** Writes texts into files, whose names are for the errors. */
export async function writeTexts(
  texts: { name: string; file: string; text: () => string }[],
): Promise<void> {
  const problems = await Promise.all(
    texts.map(async ({ name, file, text }) => {
      try {
        makeFolder(dirname(resolve(file)))
        await writeFile(file, text())
        return []
      } catch (error) {
        return [`Cannot write the ${name} ${file}: ${systemReason(error)}.`]
      }
    }),
  )
  // All others are written before an error is reported.
  if (problems.flat().length > 0) throw new Error(problems.flat().join('\n'))
}

/** With its parents. The `recursive` option of Node does not end in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}
