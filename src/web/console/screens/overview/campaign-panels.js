import { useState } from 'preact/hooks'
import { html } from '../../html.js'
import { Pager, Panel, Table } from '../../parts/page.js'
import { Badge, Change, shown, Time } from '../../parts/values.js'

/** @import { Column } from '../../parts/page.js' */

const PAGE = 10

/** When a campaign ran and will run. @param {{ campaign: any }} props */
export function Runs({ campaign }) {
  const { status, last_run_at, last_run_status, next_run_at } = campaign
  return html`<p>
    Last run: <${Time} at=${last_run_at} />${' '}
    ${last_run_status === 'failed' && html`<${Badge} tone="bad">failed</${Badge}> `}
    · Next run: <${Time} at=${next_run_at} absent="none" />${' '}
    ${status && status !== 'active' && html`<${Badge} tone="warn">${status}</${Badge}>`}
  </p>`
}

/** The last check of each keyword. @param {{ rows: any[] }} props Rankings of one day. */
export function KeywordTable({ rows }) {
  const [wanted, setPage] = useState(0)
  const page = Math.min(wanted, Math.ceil(rows.length / PAGE) - 1)
  return html`<${Panel} title="Keywords">
    <${Table}
      class="campaigns"
      columns=${COLUMNS}
      rows=${rows.slice(page * PAGE, (page + 1) * PAGE)}
      keyOf=${(/** @type {any} */ { keyword }) => keyword}
    />
    <${Pager} total=${rows.length} size=${PAGE} page=${page} onPage=${setPage} />
  </${Panel}>`
}

/** @type {Column<any>[]} */
const COLUMNS = [
  [
    'Keyword',
    ({ keyword, is_new, is_lost }) => html`<span>
      <bdi>${keyword}</bdi>
      ${is_new && html` <${Badge} tone="good">new</${Badge}>`}
      ${is_lost && html` <${Badge} tone="bad">lost</${Badge}>`}
    </span>`,
  ],
  [
    'Position',
    ({ position, change }) =>
      typeof position === 'number'
        ? html`<span>${position} <${Change} change=${change} /></span>`
        : html`<span class="faint">not in top 100</span>`,
    'number',
  ],
  ['Before', ({ previous_position }) => shown(previous_position), 'number'],
  ['Searches a month', ({ search_volume }) => shown(search_volume), 'number'],
  ['Checked', ({ checked_at }) => html`<${Time} at=${checked_at} />`],
]
