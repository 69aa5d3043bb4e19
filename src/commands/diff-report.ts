import { styleText } from 'node:util'
import { plain } from '../../contract-tests/report/markdown.ts'
import { length, printable, wrap } from '../../contract-tests/report/text-layout.ts'
import type { Difference, Differences, Severity } from '../document/differences/difference.ts'

/** Two sides by name, and what they differ in. */
export interface Comparison extends Differences {
  before: string
  after: string
}

export interface TextOptions {
  colour: boolean
  /** Columns. */
  width: number
}

const SUFFIXES: Record<Severity, string> = {
  breaking: ' (breaking)',
  may_break: ' (may break)',
  compatible: '',
}
const SYMBOLS: Record<Severity, string> = { breaking: '✘', may_break: '!', compatible: '·' }
const STYLES: Record<Severity, Parameters<typeof styleText>[0]> = {
  breaking: 'red',
  may_break: 'yellow',
  compatible: 'dim',
}
const ORDER: Severity[] = ['breaking', 'may_break', 'compatible']

/** For a terminal: a block for each group of operations, the sum last. */
export function textReport(comparison: Comparison, { colour, width }: TextOptions): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    colour ? styleText(style, text, { validateStream: false }) : text
  const hang = (lead: string, text: string) =>
    wrap(printable(text), width - length(lead)).map((line, index) =>
      index === 0 ? lead + line : ' '.repeat(length(lead)) + line,
    )
  const blocks = groupsOf(comparison).map(({ title, differences }) => [
    ...wrap(printable(title), width).map((line) => paint('bold', line.replaceAll(NO_BREAK, ' '))),
    ...differences.flatMap(({ severity, text }) =>
      hang(`  ${SYMBOLS[severity]} `, text + SUFFIXES[severity]).map((line) =>
        severity === 'compatible' ? line : paint(STYLES[severity], line),
      ),
    ),
    '',
  ])
  const sum = wrap(printable(summary(comparison)), width)
  return [...blocks.flat(), ...sum, ''].join('\n')
}

/** For a comment of a nightly job. */
export function markdownReport(comparison: Comparison): string {
  const blocks = groupsOf(comparison).map(({ title, differences }) => [
    `**${plain(title.replaceAll(NO_BREAK, ' '))}**`,
    '',
    ...differences.map(({ severity, text }) => {
      const mark = SUFFIXES[severity] && ` **${SUFFIXES[severity].trim()}**`
      return `- ${plain(text)}${mark}`
    }),
    '',
  ])
  const { before, after } = comparison
  const title = `### API differences: ${plain(before)} → ${plain(after)}`
  return [title, '', plain(summary(comparison)), '', ...blocks.flat()].join('\n')
}

/** For programs: counts, and each difference with its operations; none where it concerns the whole API. */
export function jsonReport({ before, after, list }: Comparison): string {
  const counts = Object.fromEntries(ORDER.map((severity) => [severity, countOf(list, severity)]))
  return `${JSON.stringify({ before, after, counts, differences: list }, null, 2)}\n`
}

export function countOf(list: Difference[], severity: Severity): number {
  return list.filter((each) => each.severity === severity).length
}

function summary({ before, after, list }: Comparison): string {
  if (list.length === 0) return `No differences between ${before} and ${after}.`
  const parts = [
    `${list.length} ${list.length === 1 ? 'difference' : 'differences'} from ${before} to ${after}`,
    `${countOf(list, 'breaking')} breaking`,
    `${countOf(list, 'may_break')} may break`,
  ]
  return `${parts[0]}: ${parts[1]}, ${parts[2]}, ${countOf(list, 'compatible')} not breaking`
}

interface Group {
  title: string
  differences: Difference[]
}

/** Differences of the same operations together, the worst first; what concerns most comes first. */
function groupsOf({ list, shared }: Comparison): Group[] {
  const groups = new Map<string, Group & { size: number }>()
  for (const difference of list) {
    const { operations } = difference
    const title = titleOf(operations, shared)
    const size = operations.length === 0 ? Number.MAX_SAFE_INTEGER : operations.length
    const group = groups.get(title) ?? { title, size, differences: [] }
    groups.set(title, group)
    group.differences.push(difference)
  }
  const sorted = [...groups.values()].sort((one, other) => other.size - one.size)
  for (const { differences } of sorted) {
    differences.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity))
  }
  return sorted
}

/** Names of operations hold a space at which no line is to end. */
function titleOf(operations: string[], shared: string[]): string {
  if (operations.length === 0) return 'The whole API'
  const names = (some: string[]) => some.map((name) => name.replaceAll(' ', NO_BREAK)).join(', ')
  const absent = shared.filter((each) => !operations.includes(each))
  if (shared.length < 2 || absent.length * 3 > shared.length) return names(operations)
  const others = operations.filter((each) => !shared.includes(each))
  const most = absent.length === 0 ? 'Every operation' : `Every operation but ${names(absent)}`
  return others.length === 0 ? most : `${most}, and ${names(others)}`
}

const NO_BREAK = '\u00a0'
