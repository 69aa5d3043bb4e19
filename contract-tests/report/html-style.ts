/** Colours follow the reader's scheme, and the filter needs no script. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fff; --card: #f6f7f9; --text: #1d2129; --faint: #5b6472; --line: #d9dde3;
  --good: #18794e; --bad: #c62a2f; --unsure: #8f5a00; --code: #eef0f3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c; --card: #1c2027; --text: #e6e9ee; --faint: #9aa4b2; --line: #323945;
    --good: #4cc38a; --bad: #ff6b6f; --unsure: #f1b14a; --code: #252a33;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--ground);
  color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 0.75rem; }
p { margin: 0.25rem 0; }
code, pre { font: 0.85rem/1.5 ui-monospace, Consolas, monospace; }
code { overflow-wrap: anywhere; }
pre {
  margin: 0.5rem 0; padding: 0.75rem; background: var(--code); border-radius: 6px;
  white-space: pre-wrap; overflow-wrap: anywhere;
}
.faint { color: var(--faint); }
.good { color: var(--good); } .bad { color: var(--bad); } .unsure { color: var(--unsure); }
.verdict { border-left: 6px solid; margin: 1rem 0; padding: 0.5rem 1rem; background: var(--card); }
.verdict strong { display: block; font-size: 1.6rem; line-height: 1.3; }
.verdict span { color: var(--text); }
.notice { border-left: 4px solid var(--unsure); padding: 0.5rem 1rem; margin: 1rem 0; background: var(--card); }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.5rem; border-bottom: 1px solid var(--line); }
th { font-size: 0.85rem; color: var(--faint); font-weight: 600; }
.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.statement { overflow-wrap: anywhere; }
td.verdict-word { white-space: nowrap; }
details { border: 1px solid var(--line); border-radius: 6px; margin: 0.75rem 0; background: var(--card); }
summary { cursor: pointer; padding: 0.6rem 0.8rem; }
details > :not(summary) { margin-left: 0.8rem; margin-right: 0.8rem; }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: 0.25rem 0.75rem; margin: 0 0 0.75rem; }
dt { color: var(--faint); } dd { margin: 0; overflow-wrap: anywhere; }
.filter { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin-bottom: 0.5rem; }
#facts:has(#show-pass:checked) tr:is(.fail, .known, .undetermined),
#facts:has(#show-fail:checked) tr:is(.pass, .undetermined),
#facts:has(#show-undetermined:checked) tr:is(.pass, .fail, .known) { display: none; }
@media (max-width: 40rem) {
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: 0.5rem; }
  .wide { display: none; }
  th, td { padding: 0.35rem 0.2rem; }
  td { overflow-wrap: anywhere; }
}
@media print { .filter { display: none; } }
`.trim()
