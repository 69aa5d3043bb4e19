import { styleText } from 'node:util'
import { plain } from '../../contract-tests/report/markdown.ts'
import { wrap } from '../../contract-tests/report/wording.ts'
import type { Difference, Differences, Severity } from '../differences/findings.ts'
import { printable } from '../text/visible.ts'
import { counted } from './output.ts'

/** The names of two sides and their differences. */
export interface Comparison extends Differences {
  before: string
  after: string
}

type Style = Parameters<typeof styleText>[0]

/** How differences are shown, the worst first. */
const SHOWN: Record<Severity, { symbol: string; suffix: string; style?: Style }> = {
  breaking: { symbol: '✘', suffix: ' (breaking)', style: 'red' },
  may_break: { symbol: '!', suffix: ' (may break)', style: 'yellow' },
  compatible: { symbol: '·', suffix: '' },
}
const ORDER = Object.keys(SHOWN) as Severity[]

/** For a terminal: a block for each group of operations, the summary last. */
export function textReport(comparison: Comparison, colour: boolean, width: number): string {
  const paint = (style: Style | undefined, text: string) =>
    colour && style ? styleText(style, text, { validateStream: false }) : text
  const blocks = groupsOf(comparison).map(({ title, differences }) => [
    ...wrap(printable(title), width).map((line) => paint('bold', line.replaceAll(NO_BREAK, ' '))),
    ...differences.flatMap(({ severity, text }) => {
      const { symbol, suffix, style } = SHOWN[severity]
      const lines = wrap(printable(text + suffix), width - INDENT)
      return lines.map((line, index) =>
        paint(style, (index === 0 ? `  ${symbol} ` : ' '.repeat(INDENT)) + line),
      )
    }),
    '',
  ])
  const sum = wrap(printable(summary(comparison)), width)
  return [...blocks.flat(), ...sum, ''].join('\n')
}

const INDENT = 4

/** For the comment of a nightly job. */
export function markdownReport(comparison: Comparison): string {
  const blocks = groupsOf(comparison).map(({ title, differences }) => [
    `**${plain(title.replaceAll(NO_BREAK, ' '))}**`,
    '',
    ...differences.map(({ severity, text }) => {
      const mark = SHOWN[severity].suffix.trim()
      return `- ${plain(text)}${mark && ` **${mark}**`}`
    }),
    '',
  ])
  const { before, after } = comparison
  const title = `### API differences: ${plain(before)} → ${plain(after)}`
  return [title, '', plain(summary(comparison)), '', ...blocks.flat()].join('\n')
}

/** For programs: counts, and each difference with its operations, which are empty if it concerns the whole API. */
export function figuresOf({ before, after, list }: Comparison) {
  const counts = Object.fromEntries(ORDER.map((severity) => [severity, countOf(list, severity)]))
  return { before, after, counts, differences: list }
}

export function countOf(list: Difference[], severity: Severity): number {
  return list.filter((each) => each.severity === severity).length
}

function summary({ before, after, list }: Comparison): string {
  if (list.length === 0) return `No differences between ${before} and ${after}.`
  const [breaking, mayBreak, compatible] = ORDER.map((severity) => countOf(list, severity))
  return (
    `${counted(list.length, 'difference')} from ${before} to ${after}: ` +
    `${breaking} breaking, ${mayBreak} may break, ${compatible} not breaking`
  )
}

interface Group {
  title: string
  differences: Difference[]
}

/** Differences by their operations, the worst first. Groups of the most operations come first. */
function groupsOf({ list, shared }: Comparison): Group[] {
  const groups = new Map<string, Group & { size: number }>()
  for (const difference of list) {
    const { operations } = difference
    const title = groupTitle(operations, shared)
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

/** Names of operations contain a space where no line may break. */
function groupTitle(operations: string[], shared: string[]): string {
  if (operations.length === 0) return 'The whole API'
  const names = (some: string[]) => some.map((name) => name.replaceAll(' ', NO_BREAK)).join(', ')
  const absent = shared.filter((each) => !operations.includes(each))
  if (shared.length < 2 || absent.length * 3 > shared.length) return names(operations)
  const others = operations.filter((each) => !shared.includes(each))
  const most = absent.length === 0 ? 'Every operation' : `Every operation but ${names(absent)}`
  return others.length === 0 ? most : `${most}, and ${names(others)}`
}

const NO_BREAK = '\u00a0'
