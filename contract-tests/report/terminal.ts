import { answerOf, type Contradiction, detailsOf } from './contradictions.ts'
import {
  type Digest,
  digest,
  figuresOf,
  type Mark,
  remarks,
  type SectionDigest,
  SYMBOLS,
  sectionNumber,
} from './digest.ts'
import { finish, INDENT, Page, type Style, type TerminalOptions } from './page.ts'
import type { Leftover, ReportedExchange, RunResult } from './result.ts'
import { chunks, length, printable, wrap, wrapCommand } from './text-layout.ts'
import { count, duration, enumerate } from './wording.ts'

/** A longer report is scrolled past, not read; `verbose` shows all. */
const FULL_CONTRADICTIONS = 10
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
export function terminalReport(result: RunResult, options: TerminalOptions = {}): string {
  const page = new Page(options)
  const found = digest(result)
  if (result.outcome === 'could_not_run') return finish([page.verdict(found.headline)])

  return finish([
    [...header(result, page), ...found.sections.map((section) => sectionLine(section, page))],
    ...contradictionBlocks(found.contradictions, page),
    untried(found, page),
    observations(result, found, page),
    (options.notices ?? []).flatMap((notice) => page.hang('! ', printable(notice), 'yellow')),
    page.leftovers(result.leftovers),
    [...page.verdict(found.headline), ...figures(result, found, page)],
  ])
}

function header(result: RunResult, page: Page): string[] {
  const facts = result.level === 'stated' ? 'stated facts' : 'stated facts and our assumptions'
  const title = page.paint('bold', `Contract check of ${printable(result.baseUrl)}`)
  const { name, version } = result.tool
  return [title, page.paint('dim', `${name} ${version}, ${facts}, ${result.startedAt}`), '']
}

function sectionLine(section: SectionDigest, page: Page): string {
  const { mark, title, total, proved } = section
  const name = `§${section.section} ${title}`.padEnd(31)
  if (mark === 'none') {
    return page.paint('dim', `  ${SYMBOLS.none} ${name}nothing to try over HTTP`)
  }
  const ratio = `${String(proved).padStart(2)} of ${String(total).padStart(2)}`
  const line = `  ${page.paint(MARK_STYLES[mark], SYMBOLS[mark])} ${name}${ratio}`
  const why = remarks(section).map(({ mark, text }) => page.paint(MARK_STYLES[mark], text))
  return why.length > 0 ? `${line}   ${why.join(', ')}` : line
}

function contradictionBlocks(contradictions: Contradiction[], page: Page): string[][] {
  const inFull = page.verbose ? contradictions.length : FULL_CONTRADICTIONS
  const rest = contradictions.slice(inFull)
  const more = rest.flatMap(({ fact = '', statement }) =>
    page.hang(`  ${SYMBOLS.fail} ${fact.padEnd(7)}`, statement),
  )
  return [
    ...contradictions.slice(0, inFull).map((each) => contradictionBlock(each, page)),
    more.length > 0
      ? [`And ${count(rest.length, 'more contradiction')}; --verbose shows each in full:`, ...more]
      : [],
  ]
}

/** One contradiction in full, as plain text for the message of a failed test. */
export function contradictionText(contradiction: Contradiction): string {
  return contradictionBlock(contradiction, new Page()).join('\n')
}

/** What a run could not delete, as plain text. */
export function leftoverText(leftovers: Leftover[]): string {
  return new Page().leftovers(leftovers).join('\n')
}

function contradictionBlock(contradiction: Contradiction, page: Page): string[] {
  const { name, mark, claim, section, exchange } = contradiction
  const style = [MARK_STYLES[mark], 'bold'] as Style
  return [
    ...page.hang(`${SYMBOLS[mark]} ${name}  `, claim, style),
    ...detailsOf(contradiction).flatMap(([label, text]) => page.labelled(label, text)),
    ...(exchange ? exchangeLines(exchange, section, page) : []),
  ]
}

function exchangeLines(exchange: ReportedExchange, section: string, page: Page): string[] {
  const { curl, durationMs, responseBody } = exchange
  const room = page.width - INDENT.length
  return [
    ...page.withLabel('request', wrapCommand(printable(curl), room)),
    ...page.labelled('response', `${answerOf(exchange)}, after ${duration(durationMs)}`),
    ...[...quotaHeaders(exchange, section), ...bodyLines(responseBody, room - 2)].map(
      (line) => `${INDENT}${page.paint('dim', `│ ${line}`)}`,
    ),
  ]
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
    ...undetermined.flatMap(({ reason, facts }) => {
      const names = enumerate(facts, page.verbose ? facts.length : 5)
      return page.hang('  ', `${printable(reason)}: ${count(facts.length, 'fact')} (${names})`)
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

function figures(result: RunResult, found: Digest, page: Page): string[] {
  const parts = figuresOf(result, found)
  const line = parts.join(' · ')
  return length(line) <= page.width ? [line] : parts
}
