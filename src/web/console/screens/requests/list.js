import { useCallback } from 'preact/hooks'
import { MOST_ROWS } from '../../client/request-rows.js'
import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { Command, curlCommand } from '../../parts/controls.js'
import { Empty, Failure, Loading } from '../../parts/page.js'
import { Badge, counted, StatusBadge, shown } from '../../parts/values.js'
import { VirtualList } from '../../parts/virtual-list.js'
import { isFiltering, WITHOUT_KEY } from './controls.js'

/** @import { Filter } from './controls.js' */
/** @import { Row } from '../../client/request-rows.js' */
/** @import { RequestLog } from './log.js' */

/** In pixels: one line, or two in a narrow window. */
const ROW_HEIGHT = { wide: 36, compact: 54 }
const NO_FILTER = { text: '', method: '', status: '', operation: '', key: '' }

/**
 * `rows` are the rows of the log, or those at the time of a pause.
 * @param {{ log: RequestLog, rows: readonly Row[], filter: Filter, openId: string | undefined, isCompact: boolean,
 *   onFilter: (change: Partial<Filter>) => void }} props
 */
export function RequestList({ log, rows, filter, openId, isCompact, onFilter }) {
  const query = { ...filter }
  const cells = useCallback(
    (/** @type {Row} */ row) => requestCells(row, query),
    [JSON.stringify(query)],
  )
  const open = (/** @type {Row} */ row) => {
    location.hash = linkTo('requests', row.id, query)
  }
  const { connection, missed, reload } = log
  return html`
    ${connection instanceof Error && html`<${Failure} error=${connection} retry=${reload} title="New requests are not shown any more" />`}
    ${
      missed > 0 &&
      html`<div class="notice notice-bar" role="alert">
        <span>The sandbox dropped up to ${counted(missed, 'request')} before this page could read them.</span>
        <button type="button" onClick=${reload}>Reload</button>
      </div>`
    }
    ${
      !log.isLoaded
        ? log.error === undefined && html`<${Loading}>Loading requests…</${Loading}>`
        : rows.length === 0
          ? html`<${NothingShown} log=${log} filter=${filter} onFilter=${onFilter} />`
          : html`<${VirtualList}
                rows=${rows}
                keyOf=${keyOf}
                rowHeight=${isCompact ? ROW_HEIGHT.compact : ROW_HEIGHT.wide}
                class=${`request-rows ${isCompact ? 'is-compact' : ''}`}
                label="Requests, the newest first"
                header=${requestColumns}
                cells=${cells}
                current=${openId}
                onOpen=${open}
              />
              <${Foot} count=${rows.length} log=${log} />`
    }
  `
}

const keyOf = (/** @type {Row} */ row) => row.id

/** @param {{ count: number, log: Parameters<typeof RequestList>[0]['log'] }} props */
function Foot({ count, log: { left, hidden } }) {
  return html`<p class="requests-foot hint">
    ${counted(count, 'request')}${hidden > 0 ? `, ${shown(hidden)} hidden` : ''}.
    ${left > 0 && ` This page keeps the newest ${shown(MOST_ROWS)}.`}
    ${' '}The sandbox keeps only the latest requests of each account, so older ones may be gone.
  </p>`
}

/** @param {Pick<Parameters<typeof RequestList>[0], 'log' | 'filter' | 'onFilter'>} props */
function NothingShown({ log, filter, onFilter }) {
  if (!isFiltering(filter)) {
    return html`<${FirstRequest} hidden=${log.hidden} onShow=${() => onFilter({ own: 'shown' })} />`
  }
  return html`<${Empty} title="No requests match the filter">
    <p>
      ${
        filter.key === WITHOUT_KEY
          ? 'There are no such requests without a valid key. '
          : log.isEmpty
            ? 'This account has no requests yet. '
            : 'Other requests exist. '
      }New matching requests appear here.
    </p>
    <div class="actions"><button type="button" onClick=${() => onFilter(NO_FILTER)}>Remove the filter</button></div>
  </${Empty}>`
}

/** How to send the first request. @param {{ hidden: number, onShow: () => void }} props `hidden`: requests of the console. */
function FirstRequest({ hidden, onShow }) {
  const command = curlCommand(`'${new URL('api/campaigns', document.baseURI)}?limit=1'`)
  return html`<${Empty} title="No requests yet">
    <p>
      Requests of your code to this account appear here in real time. Try it with a
      ${' '}<a href=${linkTo('integrations')}>key of the account</a>:
    </p>
    <${Command} text=${command} />
    ${
      hidden > 0 &&
      html`<p class="faint">
        ${counted(hidden, 'request')} of this console ${hidden === 1 ? 'is' : 'are'} hidden.
        ${' '}<button type="button" class="link" onClick=${onShow}>Show ${hidden === 1 ? 'it' : 'them'}</button>
      </p>`
    }
  </${Empty}>`
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

const COLUMNS = ['Time', 'Method', 'Address', 'Operation', 'Status', 'Duration', 'Key', 'Marks']

const requestColumns = COLUMNS.map(
  (name) => html`<span role="columnheader" class=${`request-${name.toLowerCase()}`}>${name}</span>`,
)

/** The cells of a row, whose link keeps `query`. @param {Row} row @param {Record<string, string>} query */
function requestCells(row, query) {
  const { id, time, method, url, operation, status, duration_ms, key, fault, valid } = row
  return html`
    <span role="gridcell" class="request-time"><time datetime=${time} title=${`${time} (UTC)`}>${TIME.format(new Date(time))}</time></span>
    <span role="gridcell" class="request-method">${method}</span>
    <span role="gridcell" class="request-address"><a href=${linkTo('requests', id, query)} tabindex="-1" title=${url}>${url}</a></span>
    <span role="gridcell" class="request-operation">${operation ?? html`<span class="faint">none</span>`}</span>
    <span role="gridcell" class="request-status"><${StatusBadge} status=${status} /></span>
    <span role="gridcell" class="request-duration number">${durationOf(duration_ms)}</span>
    <span role="gridcell" class="request-key">${key ? `${key.prefix}…` : html`<span class="faint">no valid key</span>`}</span>
    <span role="gridcell" class="request-marks">
      ${fault && html`<${Badge} tone="accent" title=${`A fault rule affected it: ${fault}`}>fault</${Badge}>`}
      ${valid === false && html`<${Badge} tone="warn" title="It does not conform to the document">invalid</${Badge}>`}
    </span>
  `
}

/** @param {number} ms */
export function durationOf(ms) {
  return `${shown(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms))} ms`
}
