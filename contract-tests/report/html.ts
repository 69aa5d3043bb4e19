import type { Contradiction } from './contradictions.ts'
import { answerOf, knownUntil, seen } from './contradictions.ts'
import type { Digest, Mark } from './digest.ts'
import { digest, remarks, SYMBOLS } from './digest.ts'
import { STYLE } from './html-style.ts'
import type { FactResult, RunResult } from './result.ts'
import { printable } from './text-layout.ts'
import { count, duration, inline } from './wording.ts'

export interface HtmlOptions {
  notices?: string[]
}

/** Text that is HTML already. */
class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | Part[]

/** A template whose values are escaped unless they are HTML themselves. */
function html(strings: TemplateStringsArray, ...values: Part[]): Html {
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

/** One page that needs nothing else: no script, no network. */
export function htmlReport(result: RunResult, options: HtmlOptions = {}): string {
  const found = digest(result)
  const { word } = found.headline
  const body =
    result.outcome === 'could_not_run'
      ? NOTHING
      : html`${sectionTable(found)}
${contradictions(found)}
${untried(found)}
${observations(result)}
${factTable(result, found)}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${word}: contract check of ${result.baseUrl}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
${head(result, found)}
${(options.notices ?? []).map((notice) => html`<p class="notice">${notice}</p>\n`)}${leftovers(result)}
${body}
</main>
</body>
</html>
`.text
}

function head(result: RunResult, { headline, facts }: Digest): Html {
  const { main, total, allowed } = result.requests
  const figures = [
    `${facts.proved} of ${count(facts.total, 'fact')} proved`,
    `requests: main ${main} of ${allowed.main}, all ${total} of ${allowed.total}`,
    duration(result.durationMs),
  ].join(' · ')
  return html`<header>
<h1>Contract check of ${result.baseUrl}</h1>
<div class="verdict ${headline.tone}"><strong>${headline.word}</strong><span>${headline.sentence}</span></div>
<p>${result.outcome === 'could_not_run' ? '' : figures}</p>
<p class="faint">${result.tool.name} ${result.tool.version}, level ${result.level}, ${result.startedAt}</p>
</header>`
}

function leftovers({ leftovers }: RunResult): Html {
  if (leftovers.length === 0) return NOTHING
  const commands = leftovers.map(({ curl }) => curl).join('\n')
  return html`<div class="notice"><strong>Left behind: ${count(leftovers.length, 'campaign')} that the run created and could not delete.</strong> To delete:<pre>${commands}</pre></div>`
}

function sectionTable({ sections }: Digest): Html {
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

function contradictions({ contradictions }: Digest): Html {
  if (contradictions.length === 0) return NOTHING
  return html`<h2>What contradicts the specification</h2>
${contradictions.map(contradictionDetails)}`
}

function contradictionDetails(contradiction: Contradiction, index: number): Html {
  const { fact, section, statement, expected, actual, known, exchange } = contradiction
  const mark = known ? 'known' : 'fail'
  return html`<details${new Html(index < 3 ? ' open' : '')}>
<summary><span class="${TONES[mark]}">${SYMBOLS[mark]} <strong>${fact ?? 'assumption'}</strong></span> ${fact ? `${section} says: ` : 'we assume: '}${statement}</summary>
<dl>
<dt>expected</dt><dd>${expected}</dd>
<dt>actual</dt><dd>${actual}</dd>
<dt>seen</dt><dd>${seen(contradiction)}</dd>
${known ? html`<dt>known</dt><dd>${knownUntil(known)}</dd>\n` : NOTHING}${
  exchange
    ? html`<dt>request</dt><dd><pre>${exchange.curl}</pre></dd>
<dt>response</dt><dd>${answerOf(exchange)}, after ${duration(exchange.durationMs)}<pre>${answerText(exchange)}</pre></dd>
`
    : NOTHING
}</dl>
</details>
`
}

function answerText({
  responseHeaders,
  responseBody,
}: NonNullable<Contradiction['exchange']>): string {
  const headers = Object.entries(responseHeaders).map(([name, value]) => `${name}: ${value}`)
  return [...headers, '', responseBody].join('\n').trim()
}

function untried({ undetermined }: Digest): Html {
  if (undetermined.length === 0) return NOTHING
  return html`<h2>Not tried</h2>
<ul>
${undetermined.map(({ reason, facts }) => html`<li>${reason}: ${count(facts.length, 'fact')} <span class="faint">(${facts.join(', ')})</span></li>\n`)}</ul>`
}

function observations({ observations }: RunResult): Html {
  if (observations.length === 0) return NOTHING
  const differing = observations.filter(({ differs }) => differs)
  const agreeing = observations.filter(({ differs }) => !differs)
  return html`<h2>Where the specification is silent</h2>
<p>${differing.length} of ${count(observations.length, 'observation')} not as we assume.</p>
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

function factTable({ facts }: RunResult, { contradictions }: Digest): Html {
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

function factRow({ id, statement, reason }: FactResult, mark: Mark): Html {
  const why = reason ? html`<br><span class="faint">${reason}</span>` : NOTHING
  return html`<tr class="${mark}"><td class="number">${id}</td><td class="statement">${statement}${why}</td><td class="verdict-word ${TONES[mark]}">${SYMBOLS[mark]} <span class="wide">${WORDS[mark]}</span></td></tr>\n`
}
