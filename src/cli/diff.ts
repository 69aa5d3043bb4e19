import { blamed, variableUnless } from '../config/sources.ts'
import { ConfigError } from '../config.ts'
import { differencesOf } from '../differences/compare.ts'
import type { Difference } from '../differences/findings.ts'
import { DocumentError } from '../openapi/document-error.ts'
import { didYouMean } from '../schema/similar.ts'
import { readSide, titleOf } from './diff-document.ts'
import {
  type Comparison,
  countOf,
  figuresOf,
  markdownReport,
  textReport,
} from './differences-report.ts'
import { terminalOptions } from './interruptible.ts'
import { noteError, printJson, printReport } from './output.ts'

/** The flags of `svc-sandbox diff` as commander reads them. */
export interface DiffFlags {
  format?: string
  failOn?: string
}

const FORMATS = ['text', 'markdown', 'json'] as const
const FAILING = ['breaking', 'may-break', 'any', 'none'] as const

type Format = (typeof FORMATS)[number]
type Failing = (typeof FAILING)[number]

/**
 * `svc-sandbox diff <before> <after>`: prints the differences of two documents. The exit code is 1 if there is a difference
 * of the kind that --fail-on names, and 2 if they cannot be compared.
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
    printComparison(comparison, format)
    process.exitCode = fails(found.list, failing) ? 1 : 0
  } catch (error) {
    if (!(error instanceof DocumentError || error instanceof ConfigError)) throw error
    noteError(blamed(error, variableUnless(flags, env)), 'svc-sandbox could not compare.')
    process.exitCode = 2
  }
}

function printComparison(comparison: Comparison, format: Format): void {
  const { colour, width } = terminalOptions()
  if (format === 'json') printJson(figuresOf(comparison))
  else if (format === 'markdown') printReport(markdownReport(comparison))
  else printReport(textReport(comparison, colour, Math.max(40, width)))
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
    `${flag} must be one of ${values.join(', ')}; found ${JSON.stringify(given)}.${didYouMean(given, values)}`,
  )
}
