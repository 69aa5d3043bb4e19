import { SYMBOLS } from './digest.ts'
import type { History, HistoryRun, HistoryVerdict } from './history-run.ts'
import { STYLE } from './html-style.ts'
import { Html, html, type Part } from './html-template.ts'
import type { FactResult } from './result.ts'
import { count, enumerate } from './wording.ts'

type Facts = Pick<FactResult, 'id' | 'statement'>[]
type Cell = HistoryVerdict | 'none'

const WORDS: Record<Cell, string> = {
  pass: 'proved',
  fail: 'contradicted',
  known: 'known failure',
  undetermined: 'not tried',
  none: 'not in this run',
}

/** A page without scripts and network requests: the runs, and the verdict of each on each fact. */
export function historyPage({ runs }: History, facts: Facts): string {
  const newestFirst = runs.toReversed()
  const [last, previous] = newestFirst
  // A run that could not start says nothing of any fact.
  const judging = newestFirst.filter(({ facts }) => {
    return Object.values(facts).some((verdict) => verdict !== 'undetermined')
  })
  const isSteady = ({ id }: Facts[number]) =>
    judging.length > 0 && judging.every((run) => run.facts[id] === 'pass')
  const steady = facts.filter(isSteady)
  const others = facts.filter((fact) => !isSteady(fact))
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>History of the contract check of ${last?.baseUrl ?? ''}</title>
<style>${new Html(STYLE + HISTORY_STYLE)}</style>
</head>
<body>
<main>
<header>
<h1>History of the contract check of ${last?.baseUrl ?? ''}</h1>
${last ? verdict(last, previous) : ''}
</header>
<h2>Facts that were not proved in every run</h2>
${others.length > 0 ? grid('Verdicts by fact and run', others, newestFirst) : html`<p>None. All ${count(steady.length, 'fact')} were proved.</p>`}
${
  steady.length > 0 && others.length > 0
    ? html`<details><summary>${count(steady.length, 'fact')} proved in every run</summary>
${grid('Verdicts by steady fact and run', steady, newestFirst)}
</details>`
    : ''
}
<p class="legend">${Object.entries(WORDS).map(([cell, word]) => html`<span><span class="mark ${cell}">${SYMBOLS[cell as Cell]}</span> ${word}</span> `)}</p>
<h2>Runs</h2>
${runTable(newestFirst)}
</main>
</body>
</html>
`.text
}

function verdict({ headline, facts }: HistoryRun, previous: HistoryRun | undefined): Html {
  return html`<div class="verdict ${headline.tone}"><strong>${headline.word}</strong><span>${headline.sentence}</span></div>
<p>${previous ? changes(facts, previous.facts) : 'This is the first run.'}</p>`
}

/** The differences from the run before. */
function changes(now: HistoryRun['facts'], before: HistoryRun['facts']): string {
  const that = (isSo: (id: string) => boolean) => Object.keys(now).filter(isSo)
  const broken = that((id) => now[id] === 'fail' && before[id] !== 'fail')
  const mended = that((id) => now[id] === 'pass' && before[id] === 'fail')
  const lost = that((id) => now[id] === 'undetermined' && before[id] === 'pass')
  const parts = [
    broken.length > 0 && `newly contradicted: ${enumerate(broken, 20)}`,
    mended.length > 0 && `mended: ${enumerate(mended, 20)}`,
    lost.length > 0 && `no longer tried: ${enumerate(lost, 20)}`,
  ].filter((part) => part !== false)
  return `Since the run before: ${parts.join('; ') || 'no verdict got better or worse'}.`
}

function runTable(runs: HistoryRun[]): Html {
  return html`<div class="scroll" role="region" aria-label="Runs" tabindex="0">
<table>
<thead><tr><th scope="col">Run</th><th scope="col">Result</th><th scope="col" class="number">Proved</th><th scope="col">Share of facts</th><th scope="col">Commit</th><th scope="col">Reports</th></tr></thead>
<tbody>
${runs.map(runRow)}</tbody>
</table>
</div>`
}

function runRow({ startedAt, headline, facts, commit, job, reports }: HistoryRun): Html {
  const verdicts = Object.values(facts)
  const of = (wanted: HistoryVerdict) => verdicts.filter((each) => each === wanted).length
  const hash = commit?.slice(0, 7) ?? ''
  const links = reports.map(({ kind, link }) => html`<a href="${link}">${kind}</a> `)
  return html`<tr><th scope="row"><time datetime="${startedAt}">${moment(startedAt)}</time></th><td class="${headline.tone}">${headline.word}</td><td class="number">${of('pass')} of ${verdicts.length}</td><td>${bar(of, verdicts.length)}</td><td>${job ? html`<a href="${job}">${hash || 'job'}</a>` : hash}</td><td>${links}</td></tr>
`
}

/** The shares of the verdicts as a bar. */
function bar(of: (verdict: HistoryVerdict) => number, total: number): Part {
  const kinds = (['pass', 'known', 'undetermined', 'fail'] as const).filter((kind) => of(kind) > 0)
  const parts = kinds.map(
    (kind) => html`<span class="${kind}" style="flex: ${of(kind)} 0 2px"></span>`,
  )
  const words = kinds.map((kind) => `${of(kind)} ${WORDS[kind]}`).join(', ')
  return total > 0
    ? html`<span class="bar" role="img" aria-label="${words}" title="${words}">${parts}</span>`
    : ''
}

function grid(label: string, facts: Facts, runs: HistoryRun[]): Html {
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
<table class="grid">
<thead><tr><th scope="col">Fact</th>${runs.map(({ startedAt }) => html`<th scope="col"><time datetime="${startedAt}" title="${moment(startedAt)}">${startedAt.slice(5, 10)}<br>${startedAt.slice(11, 16)}</time></th>`)}</tr></thead>
<tbody>
${facts.map(({ id, statement }) => html`<tr><th scope="row"><strong>${id}</strong> <span>${statement}</span></th>${runs.map(({ facts }) => cell(facts[id] ?? 'none'))}</tr>\n`)}</tbody>
</table>
</div>`
}

function cell(verdict: Cell): Html {
  return html`<td><span class="mark ${verdict}" role="img" aria-label="${WORDS[verdict]}" title="${WORDS[verdict]}">${SYMBOLS[verdict]}</span></td>`
}

/** `2026-03-02 09:15 UTC` */
function moment(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`
}

const HISTORY_STYLE = `
body { max-width: 90rem; }
a { color: inherit; }
tbody th { font-size: 1rem; font-weight: 400; color: var(--text); }
.scroll { overflow-x: auto; }
.scroll:focus-visible { outline: 2px solid var(--unsure); outline-offset: 2px; }
.scroll td, .scroll th { white-space: nowrap; vertical-align: middle; }
.bar { display: flex; gap: 1px; width: 9rem; height: 0.75rem; border-radius: 3px; overflow: hidden; }
.grid { width: auto; min-width: 0; }
.grid tbody th, .grid td { padding-top: 1px; padding-bottom: 1px; }
.grid td, .grid thead th { padding-left: 3px; padding-right: 3px; text-align: center; font-variant-numeric: tabular-nums; }
.grid thead th { font-size: 0.7rem; line-height: 1.25; font-weight: 400; }
.grid th:first-child {
  position: sticky; left: 0; background: var(--ground); max-width: 24rem; min-width: 8rem; text-align: left;
  padding-right: 0.75rem; overflow: hidden; text-overflow: ellipsis;
}
details .grid th:first-child { background: var(--card); }
.mark {
  display: inline-block; width: 1.4rem; line-height: 1.4rem; border-radius: 4px; text-align: center; font-size: 0.8rem;
}
.mark.pass, .bar .pass { background: var(--pass); } .mark.fail, .bar .fail { background: var(--fail); }
.mark.known, .bar .known { background: var(--known); }
.mark.undetermined, .bar .undetermined { background: var(--untried); }
.mark { color: var(--ink); } .mark.none { color: var(--faint); } .mark.fail { color: #fff; font-weight: 700; }
.legend { display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; margin-top: 1.5rem; }
:root { --pass: #b5e3c8; --fail: #c62a2f; --known: #f6d58e; --untried: #dfe3e9; --ink: #1d2129; }
@media (prefers-color-scheme: dark) {
  :root { --pass: #1f5a3d; --fail: #d13438; --known: #7a5a12; --untried: #3a414d; --ink: #f2f4f7; }
}
@media (max-width: 40rem) {
  .grid th:first-child { max-width: 9rem; }
  .bar { width: 5rem; }
}
`
