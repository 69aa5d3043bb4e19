import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { counted } from '../../client/format.ts'
import { readLogged } from '../../client/logged-requests.ts'
import { parseQuery } from '../../client/request-query.ts'
import { useMedia } from '../../hooks/media.ts'
import { linkTo, type Route, replaceRoute } from '../../hooks/route.ts'
import { useRead, useSandbox } from '../../hooks/sandbox.ts'
import { ActionButton } from '../../ui/buttons.tsx'
import { toggled } from '../../ui/controls.tsx'
import { Failure, ScreenHeader } from '../../ui/page.tsx'
import { ColumnMenu, type Layout, useColumns } from './columns.tsx'
import { CompareView } from './compare.tsx'
import { Controls } from './controls.tsx'
import { RequestDetail } from './detail.tsx'
import { downloadHar, readMatching } from './download-har.ts'
import { RequestList } from './list.tsx'
import { useRequestLog } from './log.ts'
import { queryOfAddress, type RequestsAddress, requestsAddress } from './request-address.ts'
import type { Row } from './request-rows.ts'
import { SearchBar } from './search.tsx'

/** All requests and responses of the API in real time, with one open at `#/requests/<id>`, or two compared. */
export default function Requests({ route }: { route: Route }) {
  const sandbox = useSandbox()
  const { control, session, health } = sandbox
  const { id } = route
  const asked = route.query.toString()
  const address = useMemo(() => requestsAddress(new URLSearchParams(asked)), [asked])
  const { search, selected, isComparing } = address
  const isNarrow = useMedia('(max-width: 1100px)')
  const isPhone = useMedia('(max-width: 640px)')
  const keyQuery = { include_deleted: true }
  const keys = useRead((control, signal) => control('GET', '/keys', { query: keyQuery, signal }))
  const specification = useRead((control, signal) => control('GET', '/specification', { signal }))
  const operations = specification.data?.operations

  const { filter } = parseQuery(
    search,
    operations?.map(({ id }) => id),
  )
  const log = useRequestLog(filter)
  const { rows, resume, pause, isPaused } = usePause(log)
  const isOpen = id !== undefined || isComparing
  const layout: Layout = isPhone ? 'phone' : isOpen ? 'beside' : 'wide'
  const { columns, all, chosen, choose } = useColumns(layout, { isProxy: health.proxy })

  const link = useCallback(
    (open: string | undefined, change: Partial<RequestsAddress> = {}) =>
      linkTo(
        'requests',
        open,
        queryOfAddress({ ...address, isComparing: false, original: undefined, ...change }),
      ),
    [address],
  )
  const change = (next: Partial<RequestsAddress>) => replaceRoute(link(id, next))
  const linkOf = useCallback((row: Row) => link(row.id), [link])
  const closed = link(undefined)
  const list = useRef<HTMLDivElement>(null)
  useShortcuts(list, isOpen ? () => (location.hash = closed) : undefined)
  const isInPlace = isNarrow && isOpen
  const save = async () => {
    const found = await (selected.length > 0
      ? readLogged(sandbox, selected)
      : readMatching(control, filter))
    downloadHar(found, health.api_version)
    return `${counted(found.length, 'request')} saved as requests.har.`
  }

  return (
    <div class={`${isOpen ? 'has-open' : ''}`}>
      <div hidden={isInPlace}>
        <ScreenHeader title="Requests">
          <Controls
            log={log}
            isPaused={isPaused}
            waiting={log.rows.length - rows.length}
            onPause={pause}
            onResume={resume}
          >
            <ActionButton disabled={rows.length === 0} act={save}>
              {selected.length > 0 ? `Save ${selected.length} as HAR` : 'Save as HAR'}
            </ActionButton>
            {layout === 'wide' && <ColumnMenu all={all} chosen={chosen} choose={choose} />}
          </Controls>
        </ScreenHeader>
        <SearchBar
          search={search}
          onSearch={(next) => change({ search: next })}
          operations={operations ?? []}
          keys={keys.data ?? []}
          isOperator={session.role === 'operator'}
        />
        {selected.length > 0 && (
          <div class="row" role="status">
            {counted(selected.length, 'request')} selected.
            {selected.length === 2 ? (
              <a class="button" href={link(undefined, { isComparing: true })}>
                Compare
              </a>
            ) : (
              <span class="faint">Select two to compare them.</span>
            )}
            <button type="button" class="link" onClick={() => change({ selected: [] })}>
              Clear selection
            </button>
          </div>
        )}
      </div>
      <div class="requests-panes">
        <div class="requests-list" hidden={isInPlace} ref={list}>
          {log.error !== undefined && (
            <Failure
              error={log.error}
              retry={log.reload}
              title="The requests could not be loaded"
            />
          )}
          <RequestList
            log={log}
            rows={rows}
            columns={columns}
            layout={layout}
            openId={id}
            isFiltered={search.trim() !== ''}
            selected={selected}
            linkOf={linkOf}
            onSelect={(row) => change({ selected: toggled(selected, row.id) })}
            onClearFilters={() => change({ search: '' })}
          />
        </div>
        {isComparing ? (
          <CompareView ids={[...selected].sort(byNumber)} back={closed} />
        ) : (
          id !== undefined && (
            <RequestDetail
              id={id}
              back={closed}
              operations={operations}
              keys={keys.data ?? []}
              takesPlace={isNarrow}
              linkOfCopy={(copy) => link(copy, { original: id })}
              compareWith={
                address.original && {
                  id: address.original,
                  link: link(undefined, { selected: [address.original, id], isComparing: true }),
                }
              }
            />
          )
        )}
      </div>
    </div>
  )
}

const byNumber = (one: string, other: string) => Number(one.slice(4)) - Number(other.slice(4))

/** j and k move in the list from anywhere on the page, Esc closes what is open. */
function useShortcuts(list: { current: HTMLElement | null }, close: (() => void) | undefined) {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event
      const isTaken =
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        !(target instanceof Element) ||
        target.closest('input, textarea, select, dialog, [contenteditable], [role=grid]') !== null
      const grid = list.current?.querySelector<HTMLElement>('[role=grid]')
      if (key === 'Escape' && (!isTaken || target === grid) && latest.current) {
        latest.current()
        grid?.focus({ preventScroll: true })
      } else if (!isTaken && /^[jk]$/.test(key) && grid) {
        grid.focus({ preventScroll: true })
        grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        event.preventDefault()
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Pauses the list; new requests are collected. */
function usePause({ rows, isLoaded }: ReturnType<typeof useRequestLog>) {
  const [held, setHeld] = useState<typeof rows>()
  const current = useRef(rows)
  current.current = rows
  const pause = useCallback(() => setHeld(current.current), [])
  const resume = useCallback(() => setHeld(undefined), [])
  // A new filter ends the pause.
  useEffect(() => {
    if (!isLoaded) resume()
  }, [isLoaded, resume])
  return { rows: held ?? rows, isPaused: held !== undefined, pause, resume }
}
