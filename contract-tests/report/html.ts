import { printable } from '../../src/text/visible.ts'
import type { Cause } from './causes.ts'
import { type Digest, figuresOf, type Mark, remarks, SYMBOLS } from './digest.ts'
import { commandsOf, detailsOf, quotation } from './explanation.ts'
import { STYLE } from './html-style.ts'
import type { FactResult, ReportedExchange, RunResult } from './result.ts'
import { count, inline, leftBehind, lowerFirst, titleOf } from './wording.ts'

/** Text that is HTML already. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Part = string | number | Html | Part[]

/** A template that escapes its values unless they are HTML. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(
    strings.reduce((text, string, index) => text + write(values[index - 1] ?? '') + string),
  )
}

function write(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(write).join('')
  return printable(String(part))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

const NOTHING = html``
const TONES: Record<Mark, string> = {
  pass: 'good',
  fail: 'bad',
  known: 'unsure',
  undetermined: 'unsure',
  none: 'faint',
}
const WORDS: Record<Mark, string> = {
  pass: 'proved',
  fail: 'contradicted',
  known: 'known failure',
  undetermined: 'not tried',
  none: 'none',
}

/** A single page without scripts and network requests. */
export function htmlReport(found: Digest, { notices = [] }: { notices?: string[] } = {}): string {
  const { result } = found
  const { word } = found.headline
  const body =
    result.outcome === 'could_not_run'
      ? NOTHING
      : html`${sectionTable(found)}
${contradictions(found)}
${untried(found)}
${observations(found)}
${factTable(found)}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${word}: ${lowerFirst(titleOf(result))}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
${head(found)}
${notices.map((notice) => html`<p class="notice">${notice}</p>\n`)}${leftovers(result)}
${body}
</main>
</body>
</html>
`.text
}

function head(found: Digest): Html {
  const { headline, result } = found
  const figures = figuresOf(found).join(' · ')
  return html`<header>
<h1>${titleOf(result)}</h1>
<div class="verdict ${headline.tone}"><strong>${headline.word}</strong><span>${headline.sentence}</span></div>
<p>${result.outcome === 'could_not_run' ? '' : figures}</p>
<p class="faint">${result.tool.name} ${result.tool.version}, level ${result.level}, ${result.startedAt}</p>
</header>`
}

function leftovers({ leftovers }: RunResult): Html {
  if (leftovers.length === 0) return NOTHING
  const commands = leftovers.map(({ curl }) => curl).join('\n')
  return html`<div class="notice"><strong>Left behind: ${leftBehind(leftovers)}</strong> To delete:<pre>${commands}</pre></div>`
}

function sectionTable({ sections }: Digest): Html {
  if (sections.length === 0) return NOTHING
  const rows = sections.map((each) => {
    const { section, title, mark, proved, total } = each
    const why = remarks(each).map(
      ({ mark, text }) => html`<span class="${TONES[mark]}">${text}</span> `,
    )
    return html`<tr><td><span class="${TONES[mark]}">${SYMBOLS[mark]}</span> §${section} ${title}</td><td class="number">${total > 0 ? `${proved} of ${total}` : '–'}</td><td>${why}</td></tr>\n`
  })
  return html`<h2>Sections of the specification</h2>
<table>
<thead><tr><th>Section</th><th class="number">Facts proved</th><th></th></tr></thead>
<tbody>
${rows}</tbody>
</table>`
}

function contradictions({ causes, amount }: Digest): Html {
  if (causes.length === 0) return NOTHING
  return html`<h2>Contradictions: ${amount}</h2>
${causes.map(causeDetails)}`
}

function causeDetails(cause: Cause, index: number): Html {
  const { mark, names, lead } = cause
  const { exchange, statement } = lead
  const facts =
    names.length > 1 ? html` <span class="faint">also ${names.slice(1).join(', ')}</span>` : NOTHING
  return html`<details${new Html(index < 3 ? ' open' : '')}>
<summary><span class="${TONES[mark]}">${SYMBOLS[mark]} <strong>${lead.name}</strong></span> ${statement}${facts}</summary>
<dl>
${detailsOf(cause).map(([label, text]) => html`<dt>${label}</dt><dd>${text}${label === 'received' && exchange ? html`<pre>${answerText(exchange)}</pre>` : NOTHING}</dd>\n`)}${
  exchange ? html`<dt>repeat</dt><dd><pre>${commandsOf(exchange)}</pre></dd>\n` : NOTHING
}</dl>
</details>
`
}

function answerText({ responseHeaders, responseBody }: ReportedExchange): string {
  const headers = Object.entries(responseHeaders).map(([name, value]) => `${name}: ${value}`)
  return [...headers, '', responseBody].join('\n').trim()
}

function untried({ undetermined }: Digest): Html {
  if (undetermined.length === 0) return NOTHING
  return html`<h2>Not tried</h2>
<ul>
${undetermined.map(({ reason, way, facts }) => html`<li>${reason}: ${count(facts.length, 'fact')} <span class="faint">(${facts.join(', ')})</span><br>To try: ${way}.</li>\n`)}</ul>`
}

function observations({ observations }: Digest): Html {
  if (!observations) return NOTHING
  const { differing, agreeing, summary } = observations
  return html`<h2>Where the specification is silent</h2>
<p>${summary}.</p>
<ul>
${differing.map(({ sentence }) => html`<li>${sentence}</li>\n`)}</ul>
${
  agreeing.length > 0
    ? html`<details><summary>${agreeing.length} as we assume</summary>
<ul>
${agreeing.map(({ sentence, observed }) => html`<li>${sentence} <span class="faint">${inline(observed)}</span></li>\n`)}</ul>
</details>`
    : NOTHING
}`
}

function factTable({ result: { facts }, contradictions }: Digest): Html {
  const open = new Set(contradictions.filter(({ known }) => !known).map(({ fact }) => fact))
  const markOf = ({ id, verdict }: FactResult): Mark =>
    verdict === 'fail' && !open.has(id) && contradictions.some(({ fact }) => fact === id)
      ? 'known'
      : verdict
  return html`<section id="facts">
<h2>Facts</h2>
<div class="filter">
${['all', 'fail', 'undetermined', 'pass'].map((name) => filterChoice(name, name === 'all'))}</div>
<table>
<thead><tr><th>Fact</th><th>Statement</th><th><span class="wide">Verdict</span></th></tr></thead>
<tbody>
${facts.map((fact) => factRow(fact, markOf(fact)))}</tbody>
</table>
</section>`
}

function filterChoice(name: string, isChosen: boolean): Html {
  const label = name === 'all' ? 'all' : WORDS[name as Mark]
  return html`<label><input type="radio" name="show" id="show-${name}"${new Html(isChosen ? ' checked' : '')}> ${label}</label>\n`
}

function factRow({ id, section, statement, reason }: FactResult, mark: Mark): Html {
  const why = html`<br><span class="faint">${reason ?? quotation({ fact: id, section, statement })}</span>`
  return html`<tr class="${mark}"><td class="number">${id}</td><td class="statement">${statement}${why}</td><td class="verdict-word ${TONES[mark]}">${SYMBOLS[mark]} <span class="wide">${WORDS[mark]}</span></td></tr>\n`
}
