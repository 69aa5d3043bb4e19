import type { Contradiction } from './contradictions.ts'
import { answerOf, knownUntil, seen } from './contradictions.ts'
import type { Digest, Mark, SectionDigest } from './digest.ts'
import { digest, remarks, SYMBOLS, sectionNumber } from './digest.ts'
import {
  finish,
  hang,
  LABEL_WIDTH,
  labelled,
  leftoverLines,
  type Page,
  pageFor,
  type Style,
  type TerminalOptions,
  verdict,
  withLabel,
} from './page.ts'
import type { ReportedExchange, RunResult } from './result.ts'
import { chunks, length, printable, wrap, wrapCommand } from './text-layout.ts'
import { count, duration, enumerate } from './wording.ts'

/** Beyond these a report is scrolled past, not read; `verbose` shows all. */
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
  const page = pageFor(options)
  const found = digest(result)
  if (result.outcome === 'could_not_run') return finish([verdict(found.headline, page)])

  return finish([
    [...header(result, page), ...found.sections.map((section) => sectionLine(section, page))],
    ...contradictionBlocks(found.contradictions, page),
    untried(found, page),
    observations(result, page),
    (options.notices ?? []).flatMap((notice) => bullet(notice, page)),
    leftoverLines(result.leftovers, page),
    [...verdict(found.headline, page), ...figures(result, found, page)],
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
  const more = rest.flatMap((each) =>
    hang(`  ${SYMBOLS.fail} ${(each.fact ?? '').padEnd(7)}`, each.statement, page),
  )
  return [
    ...contradictions.slice(0, inFull).map((each) => contradictionBlock(each, page)),
    more.length > 0
      ? [`And ${count(rest.length, 'more contradiction')}; --verbose shows each in full:`, ...more]
      : [],
  ]
}

function contradictionBlock(contradiction: Contradiction, page: Page): string[] {
  const { fact, statement, section, expected, actual, known, exchange } = contradiction
  const style = known ? 'yellow' : 'red'
  const symbol = known ? SYMBOLS.known : SYMBOLS.fail
  const title = `${fact ? `${section} says` : 'we assume'}: ${statement}`
  return [
    ...hang(`${symbol} ${fact ?? 'assumption'}  `, title, page).map((line) =>
      page.paint([style, 'bold'] as Style, line),
    ),
    ...labelled('expected', expected, page),
    ...labelled('actual', actual, page),
    ...labelled('seen', seen(contradiction), page),
    ...(known ? labelled('known', knownUntil(known), page) : []),
    ...(exchange ? exchangeLines(exchange, section, page) : []),
  ]
}

function exchangeLines(exchange: ReportedExchange, section: string, page: Page): string[] {
  const { curl, durationMs, responseBody } = exchange
  const room = page.width - LABEL_WIDTH - 2
  return [
    ...withLabel('request', wrapCommand(printable(curl), room), page),
    ...labelled('response', `${answerOf(exchange)}, after ${duration(durationMs)}`, page),
    ...[...quotaHeaders(exchange, section), ...bodyLines(responseBody, room - 2)].map(
      (line) => `${' '.repeat(LABEL_WIDTH + 2)}${page.paint('dim', `│ ${line}`)}`,
    ),
  ]
}

/** What §8 speaks of is not in the body. */
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
  const title = `? Not tried: ${count(facts.undetermined, 'fact')}, of which nothing is known`
  return [
    page.paint('yellow', title),
    ...undetermined.flatMap(({ reason, facts }) =>
      hang(
        '  ',
        `${printable(reason)}: ${count(facts.length, 'fact')} (${enumerate(facts, page.verbose ? facts.length : 5)})`,
        page,
      ),
    ),
  ]
}

function observations({ observations, level }: RunResult, page: Page): string[] {
  if (observations.length === 0) return []
  const differing = observations.filter(({ differs }) => differs)
  const agreeing = observations.filter(({ differs }) => !differs)
  const shown = page.verbose ? [...differing, ...agreeing] : differing.slice(0, SHOWN_OBSERVATIONS)
  const hidden = differing.length - shown.length
  const verdict = level === 'stated' ? ' (no failure)' : ''
  const title = `Where the specification is silent${verdict}: ${differing.length} of ${count(observations.length, 'observation')} not as we assume`
  return [
    ...wrap(title, page.width),
    ...shown.flatMap(({ differs, sentence }) =>
      hang(`  ${differs ? '≠' : '='} `, printable(sentence), page),
    ),
    ...(hidden > 0 ? [`  and ${hidden} more; --verbose shows all`] : []),
  ].map((line) => page.paint('dim', line))
}

function figures({ requests, durationMs }: RunResult, { facts }: Digest, page: Page): string[] {
  const { main, total, allowed } = requests
  const parts = [
    `${facts.proved} of ${count(facts.total, 'fact')} proved`,
    `requests: main ${main} of ${allowed.main}, all ${total} of ${allowed.total}`,
    duration(durationMs),
  ]
  const line = parts.join(' · ')
  return length(line) <= page.width ? [line] : parts
}

function bullet(text: string, page: Page): string[] {
  return hang('! ', printable(text), page).map((line) => page.paint('yellow', line))
}
