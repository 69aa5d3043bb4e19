import type { Contradiction } from './contradictions.ts'
import { answerOf, knownUntil, seen } from './contradictions.ts'
import type { Digest, SectionDigest } from './digest.ts'
import { digest, SYMBOLS } from './digest.ts'
import type { RunResult } from './result.ts'
import { printable } from './text-layout.ts'
import { count, duration, enumerate } from './wording.ts'

export interface MarkdownOptions {
  notices?: string[]
  /** Characters at most; contradictions that do not fit are listed by their id. */
  limit?: number
}

/** A comment of GitHub holds 65,536 characters; room is left for what surrounds the report. */
const LIMIT = 60_000
const BODY_CHARACTERS = 600
const SHOWN_OBSERVATIONS = 30

/** For a job summary or the comment of a pull request. */
export function markdownReport(result: RunResult, options: MarkdownOptions = {}): string {
  const found = digest(result)
  const { headline } = found
  const title = `## ${SYMBOL_OF_TONE[headline.tone]} ${headline.word}: ${plain(headline.sentence)}`
  if (result.outcome === 'could_not_run') return `${title}\n`

  const head = [title, figures(result, found), sectionTable(found.sections)]
  const tail = [
    ...(options.notices ?? []).map((notice) => `> **Note:** ${plain(notice)}`),
    untried(found),
    observations(result),
    leftovers(result),
  ]
  const room = (options.limit ?? LIMIT) - [...head, ...tail].join('\n\n').length
  return `${[...head, ...contradictions(found.contradictions, room), ...tail].filter(Boolean).join('\n\n')}\n`
}

const SYMBOL_OF_TONE = { good: '✅', bad: '❌', unsure: '⚠️' }
const WORD_OF_MARK = {
  pass: 'proved',
  fail: '**contradicted**',
  known: 'known failure',
  undetermined: 'not all tried',
  none: 'nothing to try over HTTP',
}

function figures({ baseUrl, level, requests, durationMs }: RunResult, { facts }: Digest): string {
  const { main, total, allowed } = requests
  return [
    `${code(baseUrl)}, level ${level}`,
    `**${facts.proved} of ${facts.total}** facts proved`,
    `requests: main ${main} of ${allowed.main}, all ${total} of ${allowed.total}`,
    duration(durationMs),
  ].join(' · ')
}

function sectionTable(sections: SectionDigest[]): string {
  const rows = sections.map(
    ({ section, title, mark, proved, total, failed, known, undetermined }) =>
      [
        `${SYMBOLS[mark]} ${WORD_OF_MARK[mark]}`,
        `§${section} ${title}`,
        `${proved} of ${total}`,
        failed || '',
        known || '',
        undetermined || '',
      ].join(' | '),
  )
  return [
    '| Verdict | Section | Facts proved | Contradicted | Known | Not tried |',
    '| --- | --- | --: | --: | --: | --: |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n')
}

/** In full as long as there is room, then by name, then by number. */
function contradictions(found: Contradiction[], room: number): string[] {
  const blocks: string[] = []
  let used = 0
  for (const each of found) {
    const block = details(each)
    // A line for each of those that follow has to fit as well.
    if (used + block.length > room - 2_000) break
    blocks.push(block)
    used += block.length + 2
  }
  const rest = found.slice(blocks.length).map(({ fact }) => fact ?? 'assumption')
  return rest.length > 0
    ? [...blocks, `And ${count(rest.length, 'more contradiction')}: ${enumerate(rest, 100)}.`]
    : blocks
}

function details(contradiction: Contradiction): string {
  const { fact, section, statement, expected, actual, known, exchange } = contradiction
  const symbol = known ? SYMBOLS.known : SYMBOLS.fail
  const name = `${fact ?? 'assumption'} (${section})`
  return [
    '<details>',
    `<summary>${symbol} <b>${html(name)}</b> ${html(statement)}</summary>`,
    '',
    `- expected: ${code(expected)}`,
    `- actual: ${code(actual)}`,
    `- seen: ${plain(seen(contradiction))}`,
    ...(known ? [`- known: ${plain(knownUntil(known))}`] : []),
    ...(exchange
      ? [
          '',
          fenced(exchange.curl, 'sh'),
          '',
          `Response: ${code(answerOf(exchange))}`,
          ...(exchange.responseBody === ''
            ? []
            : ['', fenced(cut(exchange.responseBody, BODY_CHARACTERS), '')]),
        ]
      : []),
    '',
    '</details>',
  ].join('\n')
}

function untried({ undetermined, facts }: Digest): string {
  if (undetermined.length === 0) return ''
  return [
    `**Not tried:** ${count(facts.undetermined, 'fact')}`,
    '',
    ...undetermined.map(
      ({ reason, facts }) =>
        `- ${plain(reason)}: ${count(facts.length, 'fact')} (${enumerate(facts, 12)})`,
    ),
  ].join('\n')
}

function observations({ observations }: RunResult): string {
  const differing = observations.filter(({ differs }) => differs)
  if (differing.length === 0) return ''
  const shown = differing.slice(0, SHOWN_OBSERVATIONS)
  const hidden = differing.length - shown.length
  return [
    '<details>',
    `<summary>${differing.length} of ${count(observations.length, 'observation')} not as we assume</summary>`,
    '',
    ...shown.map(({ sentence }) => `- ${plain(sentence)}`),
    ...(hidden > 0 ? [`- and ${hidden} more`] : []),
    '',
    '</details>',
  ].join('\n')
}

function leftovers({ leftovers }: RunResult): string {
  if (leftovers.length === 0) return ''
  const commands = leftovers.map(({ curl }) => curl).join('\n')
  return `**Left behind:** ${count(leftovers.length, 'campaign')} that the run created and could not delete. To delete:\n\n${fenced(commands, 'sh')}`
}

/** Text that means nothing to Markdown or HTML, in one line. */
export function plain(text: string): string {
  return (
    html(oneLine(text))
      .replace(/[\\`*_{}[\]|#~]/g, '\\$&')
      // Without the space of no width, GitHub would notify whoever has that name.
      .replaceAll('@', '@\u200b')
  )
}

function html(text: string): string {
  return oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A code span, with a fence that its content does not hold. */
function code(text: string): string {
  const content = oneLine(text)
  if (content === '') return '(nothing)'
  const fence = '`'.repeat(longestRun(content) + 1)
  const margin = /^`|`$/.test(content) ? ' ' : ''
  return `${fence}${margin}${content}${margin}${fence}`
}

function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${printable(text).trimEnd()}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}

function oneLine(text: string): string {
  return printable(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim()
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
