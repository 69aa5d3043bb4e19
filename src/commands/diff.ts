import { ConfigError } from '../config.ts'
import { differencesOf } from '../document/differences/compare.ts'
import type { Difference } from '../document/differences/difference.ts'
import { DocumentError } from '../document/document-error.ts'
import { readSide, titleOf } from './diff-document.ts'
import { type Comparison, countOf, jsonReport, markdownReport, textReport } from './diff-report.ts'

/** The flags of `svc-sandbox diff` as commander reads them. */
export interface DiffFlags {
  format?: string
  failOn?: string
}

export const FORMATS = ['text', 'markdown', 'json'] as const
export const FAILING = ['breaking', 'may-break', 'any', 'none'] as const

type Format = (typeof FORMATS)[number]
type Failing = (typeof FAILING)[number]

const PLAIN_WIDTH = 100

/**
 * `svc-sandbox diff <before> <after>`: prints what two documents differ in. Ends with 0, with 1 when there is a
 * difference of the kind that --fail-on names, and with 2 when they could not be compared.
 */
export async function diff(
  before: string,
  after: string,
  flags: DiffFlags,
  env: Record<string, string | undefined> = process.env,
): Promise<void> {
  try {
    const format = choose(FORMATS, flags.format || env.SVC_FORMAT || 'text', '--format')
    const failing = choose(FAILING, flags.failOn || env.SVC_FAIL_ON || 'breaking', '--fail-on')
    const found = differencesOf(readSide(before), readSide(after))
    const comparison = { before: titleOf(before), after: titleOf(after), ...found }
    process.stdout.write(report(comparison, format))
    process.exitCode = fails(found.list, failing) ? 1 : 0
  } catch (error) {
    if (!(error instanceof DocumentError || error instanceof ConfigError)) throw error
    // No verdict on either side.
    process.stderr.write(`svc-sandbox could not compare.\n${error.message}\n`)
    process.exitCode = 2
  }
}

function report(comparison: Comparison, format: Format): string {
  if (format === 'json') return jsonReport(comparison)
  if (format === 'markdown') return markdownReport(comparison)
  return textReport(comparison, {
    colour: process.stdout.hasColors?.() ?? false,
    width: Math.max(40, process.stdout.columns ?? PLAIN_WIDTH),
  })
}

function fails(list: Difference[], failing: Failing): boolean {
  if (failing === 'none') return false
  if (failing === 'any') return list.length > 0
  const isBroken = countOf(list, 'breaking') > 0
  return failing === 'breaking' ? isBroken : isBroken || countOf(list, 'may_break') > 0
}

function choose<T extends string>(values: readonly T[], given: string, flag: string): T {
  const found = values.find((value) => value === given)
  if (found !== undefined) return found
  throw new ConfigError(
    `${flag} must be one of ${values.join(', ')}; found ${JSON.stringify(given)}.`,
  )
}
