import { useCallback } from 'preact/hooks'
import { MOST_ROWS } from '../../client/request-rows.js'
import { linkTo } from '../../hooks/route.js'
import { html } from '../../html.js'
import { Empty } from '../../parts/empty.js'
import { counted, shown } from '../../parts/numbers.js'
import { VirtualList } from '../../parts/virtual-list.js'
import { Disconnected } from './connection.js'
import { isFiltering, WITHOUT_KEY } from './filter.js'
import { FirstRequest } from './first-request.js'
import { requestCells, requestColumns } from './row.js'

/** In pixels: one line, or two where there is no room for all columns. */
const ROW_HEIGHT = { wide: 36, compact: 54 }
const NO_FILTER = { text: '', method: '', status: '', operation: '', key: '' }

/** @typedef {import('../../client/request-rows.js').Row} Row */

/**
 * @param {object} props
 * @param {ReturnType<typeof import('./log.js').useRequestLog>} props.log
 * @param {readonly Row[]} props.rows Those of the log, or of when it was paused.
 * @param {import('./filter.js').Filter} props.filter
 * @param {string | undefined} props.openId
 * @param {boolean} props.isCompact
 * @param {(change: Partial<import('./filter.js').Filter>) => void} props.onFilter
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
    ${connection instanceof Error && html`<${Disconnected} error=${connection} onRetry=${reload} />`}
    ${
      missed > 0 &&
      html`<div class="notice notice-bar" role="alert">
        <span>Up to ${counted(missed, 'request was', 'requests were')} dropped by the sandbox before this page could read them.</span>
        <button type="button" onClick=${reload}>Load again</button>
      </div>`
    }
    ${
      !log.isLoaded
        ? log.error === undefined &&
          html`<div class="loading" role="status">Loading requests…</div>`
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
    ${' '}The sandbox keeps the last ones of each account: older ones may be gone when you open them.
  </p>`
}

/** @param {Pick<Parameters<typeof RequestList>[0], 'log' | 'filter' | 'onFilter'>} props */
function NothingShown({ log, filter, onFilter }) {
  if (!isFiltering(filter)) {
    return html`<${FirstRequest} hidden=${log.hidden} onShow=${() => onFilter({ own: 'shown' })} />`
  }
  return html`<${Empty} title="No request fits the filter">
    <p>
      ${
        filter.key === WITHOUT_KEY
          ? 'Nobody has called this sandbox without a valid key, or not in this way. '
          : log.isEmpty
            ? 'Nothing at all was asked of this account yet. '
            : 'There are others. '
      }New ones that fit appear here by themselves.
    </p>
    <div class="actions"><button type="button" onClick=${() => onFilter(NO_FILTER)}>Take the filter away</button></div>
  </${Empty}>`
}
