import { printable } from '../../src/text/visible.ts'
import { alsoOf, type Cause } from './causes.ts'
import { type Digest, figuresOf, type SectionDigest, SYMBOLS } from './digest.ts'
import { commandsOf, detailsOf } from './explanation.ts'
import type { RunResult } from './result.ts'
import { count, cut, enumerate, leftBehind } from './wording.ts'

export interface MarkdownOptions {
  notices?: string[]
  /** Characters at most; contradictions that do not fit are listed by their id. */
  limit?: number
}

/** A comment of GitHub holds 65,536 characters, including text around the report. */
const LIMIT = 60_000
const BODY_CHARACTERS = 600
const SHOWN_OBSERVATIONS = 30
/** Details that a server or the run sent as they are. */
const CODE = ['sent', 'received']

/** For a job summary or the comment of a pull request. */
export function markdownReport(found: Digest, options: MarkdownOptions = {}): string {
  const { headline, result } = found
  const title = `## ${SYMBOL_OF_TONE[headline.tone]} ${headline.word}: ${plain(headline.sentence)}`
  if (result.outcome === 'could_not_run') return `${title}\n`

  const head = [title, figures(found), sectionTable(found.sections)]
  const tail = [
    ...(options.notices ?? []).map((notice) => `> **Note:** ${plain(notice)}`),
    untried(found),
    observations(found),
    leftovers(result),
  ]
  const room = (options.limit ?? LIMIT) - [...head, ...tail].join('\n\n').length
  return `${[...head, ...contradictions(found, room), ...tail].filter(Boolean).join('\n\n')}\n`
}

const SYMBOL_OF_TONE = { good: '✅', bad: '❌', unsure: '⚠️' }
const WORD_OF_MARK = {
  pass: 'proved',
  fail: '**contradicted**',
  known: 'known failure',
  undetermined: 'not all tried',
  none: 'nothing to try over HTTP',
}

function figures(found: Digest): string {
  const { baseUrl, level, traffic } = found.result
  const all = figuresOf(found)
  if (traffic) return [`Traffic of ${code(baseUrl)}, level ${level}`, ...all].join(' · ')
  const proved = `**${found.facts.proved} of ${found.facts.total}** facts proved`
  return [`${code(baseUrl)}, level ${level}`, proved, ...all.slice(1)].join(' · ')
}

function sectionTable(sections: SectionDigest[]): string {
  if (sections.length === 0) return ''
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

/** In full while there is room, then by name, then as a number. */
function contradictions({ causes, amount }: Digest, room: number): string[] {
  if (causes.length === 0) return []
  const blocks: string[] = []
  let used = 0
  for (const each of causes) {
    const block = details(each)
    // Leaves room for the names of the others.
    if (used + block.length > room - 2_000) break
    blocks.push(block)
    used += block.length + 2
  }
  const rest = causes.slice(blocks.length).map(({ lead }) => lead.name)
  const more = `And ${count(rest.length, 'more cause')}: ${enumerate(rest, 100)}.`
  return [`**Contradictions:** ${amount}`, ...blocks, ...(rest.length > 0 ? [more] : [])]
}

function details(cause: Cause): string {
  const { mark, lead } = cause
  const { exchange, section, statement } = lead
  const title = `${SYMBOLS[mark]} <b>${html(`${lead.name} (${section})`)}</b> ${html(statement)}${alsoOf(cause)}`
  const body = exchange?.responseBody ?? ''
  return collapsed(title, [
    ...detailsOf(cause).map(
      ([label, text]) => `- ${label}: ${CODE.includes(label) ? code(text) : plain(text)}`,
    ),
    ...(body === '' ? [] : ['', fenced(cut(body, BODY_CHARACTERS), '')]),
    ...(exchange ? ['', 'To repeat it:', '', fenced(commandsOf(exchange), 'sh')] : []),
  ])
}

function untried({ undetermined, facts }: Digest): string {
  if (undetermined.length === 0) return ''
  return [
    `**Not tried:** ${count(facts.undetermined, 'fact')}`,
    '',
    ...undetermined.map(
      ({ reason, way, facts }) =>
        `- ${plain(reason)}: ${count(facts.length, 'fact')} (${enumerate(facts, 12)}). To try: ${plain(way)}.`,
    ),
  ].join('\n')
}

function observations({ observations }: Digest): string {
  if (!observations || observations.differing.length === 0) return ''
  const { differing, summary } = observations
  const shown = differing.slice(0, SHOWN_OBSERVATIONS)
  const hidden = differing.length - shown.length
  return collapsed(summary, [
    ...shown.map(({ sentence }) => `- ${plain(sentence)}`),
    ...(hidden > 0 ? [`- and ${hidden} more`] : []),
  ])
}

function leftovers({ leftovers }: RunResult): string {
  if (leftovers.length === 0) return ''
  const commands = leftovers.map(({ curl }) => curl).join('\n')
  return `**Left behind:** ${leftBehind(leftovers)} To delete:\n\n${fenced(commands, 'sh')}`
}

function collapsed(summary: string, lines: string[]): string {
  return ['<details>', `<summary>${summary}</summary>`, '', ...lines, '', '</details>'].join('\n')
}

/** A zero-width space, in a form that can be seen. It has no character that `plain` escapes. */
const BREAK = '&ZeroWidthSpace;'

/** Text in one line, escaped for Markdown and HTML. */
export function plain(text: string): string {
  return html(oneLine(text)).replace(/[\\`*_{}[\]|#~]/g, '\\$&')
}

function html(text: string): string {
  return (
    oneLine(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      // Without the zero-width space, GitHub would notify the user of that name, make
      .replaceAll('@', `@${BREAK}`)
      // a reference in that issue,
      .replace(/(?<=#)(?=\d)/g, BREAK)
      // and a link of each address.
      .replace(/(?<=:)(?=\/\/)|(?<=www)(?=\.)/gi, BREAK)
  )
}

/** A code span, with a fence that is not in its content. */
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
