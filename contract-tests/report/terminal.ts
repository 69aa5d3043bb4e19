import { printable } from '../../src/text/visible.ts'
import { alsoOf, type Cause, type Contradiction, causesOf } from './causes.ts'
import {
  type Digest,
  figuresOf,
  type Mark,
  remarks,
  type SectionDigest,
  SYMBOLS,
  sectionNumber,
} from './digest.ts'
import { commandsOf, type Detail, detailsOf } from './explanation.ts'
import { finish, INDENT, Page, type Style, type TerminalOptions } from './page.ts'
import type { Leftover, ReportedExchange, RunResult } from './result.ts'
import { chunks, count, enumerate, length, titleOf, wrap } from './wording.ts'

/** A longer report is scrolled past, not read; `verbose` shows all. */
const FULL_CAUSES = 3
const SHORT_CAUSES = 20
const OTHER_FACTS = 4
const SHOWN_OBSERVATIONS = 12
const BODY_LINES = 4

const MARK_STYLES: Record<Mark, Style> = {
  pass: 'green',
  fail: 'red',
  known: 'yellow',
  undetermined: 'yellow',
  none: 'dim',
}

/** The summary that ends a run in a terminal: what is wrong, what was not tried, the verdict last. */
export function terminalReport(found: Digest, options: TerminalOptions = {}): string {
  const page = new Page(options)
  const { result } = found
  if (result.outcome === 'could_not_run') return finish([page.verdict(found.headline)])

  return finish([
    [
      ...header(result, page),
      ...found.sections.map((section) => sectionLine(section, page, result)),
    ],
    ...causeBlocks(found, page),
    untried(found, page),
    observations(result, found, page),
    (options.notices ?? []).flatMap((notice) => page.hang('! ', printable(notice), 'yellow')),
    page.leftovers(result.leftovers),
    [...page.verdict(found.headline), ...figures(found, page)],
  ])
}

function header(result: RunResult, page: Page): string[] {
  const facts = result.level === 'stated' ? 'stated facts' : 'stated facts and our assumptions'
  const title = page.paint('bold', printable(titleOf(result)))
  const { name, version } = result.tool
  return [title, page.paint('dim', `${name} ${version}, ${facts}, ${result.startedAt}`), '']
}

function sectionLine(section: SectionDigest, page: Page, result: RunResult): string {
  const { mark, title, total, proved } = section
  const name = `§${section.section} ${title}`.padEnd(31)
  if (mark === 'none') {
    return page.paint(
      'dim',
      `  ${SYMBOLS.none} ${name}${result.isSelection ? 'left out' : 'nothing to try over HTTP'}`,
    )
  }
  const ratio = `${String(proved).padStart(2)} of ${String(total).padStart(2)}`
  const line = `  ${page.paint(MARK_STYLES[mark], SYMBOLS[mark])} ${name}${ratio}`
  const why = remarks(section).map(({ mark, text }) => page.paint(MARK_STYLES[mark], text))
  return why.length > 0 ? `${line}   ${why.join(', ')}` : line
}

function causeBlocks({ causes, amount }: Digest, page: Page): string[][] {
  if (causes.length === 0) return []
  const full = page.verbose ? causes : causes.slice(0, FULL_CAUSES)
  const rest = causes.slice(full.length)
  const short = rest.slice(0, SHORT_CAUSES)
  const hidden = rest.length - short.length
  const more = [
    `And ${count(rest.length, 'more cause')}; --verbose shows each in full:`,
    ...short.map((each) => shortLine(each, page)),
    ...(hidden > 0 ? [`  and ${count(hidden, 'more cause')}`] : []),
  ]
  return [
    [page.paint('bold', `Contradictions: ${amount}`)],
    ...full.map((each) => causeBlock(each, page)),
    rest.length > 0 ? more : [],
  ]
}

/** A cause in one line. */
function shortLine(cause: Cause, page: Page): string {
  const { mark, names, lead } = cause
  const facts = alsoOf(cause, enumerate(names.slice(1)))
  const line = `  ${SYMBOLS[mark]} ${(lead.fact ?? '').padEnd(7)}${printable(lead.statement)}${facts}`
  const [first = '', ...others] = chunks(line.replaceAll('\n', ' '), page.width - 1)
  return others.length > 0 ? `${first}…` : first
}

/** One contradiction in full, as plain text for the message of a failed test. */
export function contradictionText(contradiction: Contradiction): string {
  return causesOf([contradiction])
    .map((cause) => causeBlock(cause, new Page()).join('\n'))
    .join('\n')
}

/** The resources that a run could not delete, as plain text. */
export function leftoverText(leftovers: Leftover[]): string {
  return new Page().leftovers(leftovers).join('\n')
}

function causeBlock(cause: Cause, page: Page): string[] {
  const { mark, lead } = cause
  const { exchange, section, statement } = lead
  const style = [MARK_STYLES[mark], 'bold'] as Style
  return [
    ...page.hang(`${SYMBOLS[mark]} ${lead.name}  `, printable(statement + alsoOf(cause)), style),
    ...shownDetails(detailsOf(cause, { brief: true }), page).flatMap(([label, text]) => [
      ...page.labelled(label, text),
      ...(label === 'received' && exchange ? answerLines(exchange, section, page) : []),
    ]),
    ...(exchange ? page.commands('repeat', commandsOf(exchange)) : []),
  ]
}

/** If many facts are contradicted, the later ones are in the heading only. */
function shownDetails(details: Detail[], page: Page): Detail[] {
  const others = details.filter(([label]) => label === 'also')
  const hidden = page.verbose ? [] : others.slice(OTHER_FACTS)
  const shown = details.filter((detail) => !hidden.includes(detail))
  const more: Detail = ['also', `${hidden.length} more; --verbose shows all`]
  return hidden.length > 0 ? [...shown, more] : shown
}

function answerLines(exchange: ReportedExchange, section: string, page: Page): string[] {
  const room = page.width - INDENT.length - 2
  return [...quotaHeaders(exchange, section), ...bodyLines(exchange.responseBody, room)].map(
    (line) => `${INDENT}${page.paint('dim', `│ ${line}`)}`,
  )
}

/** §8 is about headers, which the body does not show. */
function quotaHeaders({ responseHeaders }: ReportedExchange, section: string): string[] {
  if (sectionNumber(section) !== '8') return []
  return Object.entries(responseHeaders)
    .filter(([name]) => /^x-ratelimit-/i.test(name))
    .map(([name, value]) => printable(`${name}: ${value}`))
}

function bodyLines(body: string, width: number): string[] {
  const lines = printable(body)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => chunks(line, width))
  return lines.length > BODY_LINES ? [...lines.slice(0, BODY_LINES), '…'] : lines
}

function untried({ undetermined, facts }: Digest, page: Page): string[] {
  if (undetermined.length === 0) return []
  const title = `? Not tried: ${count(facts.undetermined, 'fact')}`
  return [
    page.paint('yellow', title),
    ...undetermined.flatMap(({ reason, way, facts }) => {
      const names = enumerate(facts, page.verbose ? facts.length : 5)
      const text = `${reason}: ${count(facts.length, 'fact')} (${names})`
      return [...page.hang('  ', printable(text)), ...page.hang('    → ', printable(way))]
    }),
  ]
}

function observations({ level }: RunResult, { observations }: Digest, page: Page): string[] {
  if (!observations) return []
  const { differing, agreeing, summary } = observations
  const shown = page.verbose ? [...differing, ...agreeing] : differing.slice(0, SHOWN_OBSERVATIONS)
  const hidden = differing.length - shown.length
  const verdict = level === 'stated' ? ' (no failure)' : ''
  return [
    ...wrap(`Where the specification is silent${verdict}: ${summary}`, page.width),
    ...shown.flatMap(({ differs, sentence }) =>
      page.hang(`  ${differs ? '≠' : '='} `, printable(sentence)),
    ),
    ...(hidden > 0 ? [`  and ${hidden} more; --verbose shows all`] : []),
  ].map((line) => page.paint('dim', line))
}

function figures(found: Digest, page: Page): string[] {
  const parts = figuresOf(found)
  const line = parts.join(' · ')
  return length(line) <= page.width ? [line] : parts
}
