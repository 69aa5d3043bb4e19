import { useCallback, useMemo } from 'preact/hooks'
import { counted, shown } from '../../client/format.ts'
import { linkTo } from '../../hooks/route.ts'
import { useKnownToken } from '../../hooks/send-key.ts'
import { Command, curlCommand } from '../../ui/copy.tsx'
import { Empty, Failure, Loading } from '../../ui/page.tsx'
import { VirtualList } from '../../ui/virtual-list.tsx'
import type { Column, Layout } from './columns.tsx'
import type { RequestLog } from './log.ts'
import { MOST_ROWS, type Row } from './request-rows.ts'

/** In pixels: one line, or two on a phone. */
const ROW_HEIGHT = { wide: 28, beside: 28, phone: 48 }

interface Props {
  log: RequestLog
  /** The rows of the log, or those at the time of a pause. */
  rows: readonly Row[]
  columns: readonly Column[]
  layout: Layout
  openId: string | undefined
  isFiltered: boolean
  selected: readonly string[]
  linkOf: (row: Row) => string
  onSelect: (row: Row) => void
  onClearFilters: () => void
}

export function RequestList(props: Props) {
  const { log, rows, columns, layout, openId, isFiltered, selected, linkOf, onSelect } = props
  const cells = useCallback(
    (row: Row) => <Cells {...{ row, columns, layout, selected, onSelect }} link={linkOf(row)} />,
    [columns, layout, selected, linkOf],
  )
  const header = useMemo(() => <Headings columns={columns} layout={layout} />, [columns, layout])
  const { connection, missed, reload } = log
  const tracks = [
    ...(layout === 'wide' ? ['16px'] : []),
    ...columns.map(({ width }) => width),
  ].join(' ')
  return (
    <>
      {connection instanceof Error && (
        <Failure error={connection} retry={reload} title="New requests are no longer shown" />
      )}
      {missed > 0 && (
        <div class="notice notice-bar" role="alert">
          <span>
            The sandbox dropped up to {counted(missed, 'request')} before this page could read them.
          </span>
          <button type="button" onClick={reload}>
            Reload
          </button>
        </div>
      )}
      {!log.isLoaded ? (
        log.error === undefined && <Loading>Loading requests…</Loading>
      ) : rows.length === 0 ? (
        <NothingShown log={log} isFiltered={isFiltered} onClear={props.onClearFilters} />
      ) : (
        <div style={{ '--columns': tracks }}>
          <VirtualList
            rows={rows}
            keyOf={keyOf}
            rowHeight={ROW_HEIGHT[layout]}
            class={`request-rows is-${layout}`}
            label="Requests, the newest first"
            header={header}
            cells={cells}
            current={openId}
            onOpen={(row) => {
              location.hash = linkOf(row)
            }}
            onSelect={onSelect}
          />
          <Foot count={rows.length} log={log} />
        </div>
      )}
    </>
  )
}

const keyOf = (row: Row) => row.id

function Headings({ columns, layout }: Pick<Props, 'columns' | 'layout'>) {
  return (
    <>
      {layout === 'wide' && (
        <span role="columnheader">
          <span class="hidden-text">Selected</span>
        </span>
      )}
      {columns.map(({ name, title }) => (
        <span key={name} role="columnheader" class={`request-${name}`}>
          {title}
        </span>
      ))}
    </>
  )
}

function Cells({
  row,
  columns,
  layout,
  selected,
  link,
  onSelect,
}: Pick<Props, 'columns' | 'layout' | 'selected' | 'onSelect'> & { row: Row; link: string }) {
  return (
    <>
      {layout === 'wide' && (
        <span role="gridcell">
          <input
            type="checkbox"
            tabindex={-1}
            aria-label={`Select ${row.method} ${row.url}`}
            checked={selected.includes(row.id)}
            onClick={(event: Event) => event.stopPropagation()}
            onChange={() => onSelect(row)}
          />
        </span>
      )}
      {columns.map(({ name, cell }) => (
        <span key={name} role="gridcell" class={`request-${name}`}>
          {cell(row, link)}
        </span>
      ))}
    </>
  )
}

function Foot({ count, log: { left } }: { count: number; log: RequestLog }) {
  return (
    <p class="requests-foot hint">
      {counted(count, 'request')}.{left > 0 && ` This page keeps the newest ${shown(MOST_ROWS)}.`}{' '}
      The sandbox keeps only the latest requests of each account, so older ones may be gone.{' '}
      <span class="request-shortcuts">
        <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>x</kbd> selects, <kbd>Esc</kbd>{' '}
        closes.
      </span>
    </p>
  )
}

function NothingShown({
  log,
  isFiltered,
  onClear,
}: {
  log: RequestLog
  isFiltered: boolean
  onClear: () => void
}) {
  if (!isFiltered) return <FirstRequest />
  return (
    <Empty title="No requests match the filters">
      <p>
        {log.isEmpty ? 'There are no requests yet. ' : 'Other requests exist. '}
        New matching requests appear here.
      </p>
      <div class="actions">
        <button type="button" onClick={onClear}>
          Clear filters
        </button>
      </div>
    </Empty>
  )
}

/** How to send the first request. */
function FirstRequest() {
  const token = useKnownToken()
  const address = `'${new URL('api/campaigns', document.baseURI)}?limit=1'`
  return (
    <Empty title="No requests yet">
      <p>
        Requests of your code to this account appear here in real time. Try it
        {token === undefined && (
          <>
            {' '}
            with a <a href={linkTo('integrations')}>key of the account</a>
          </>
        )}
        :
      </p>
      <Command text={curlCommand(address, token === undefined ? {} : { token })} />
    </Empty>
  )
}
