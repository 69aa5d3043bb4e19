import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { CONSOLE_KEY, keptKey } from '../client/console-key.js'
import { ofBrowser } from '../client/storage.js'
import { linkTo, replaceRoute } from '../hooks/route.js'
import { useRead, useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { Failure, ScreenHeader } from '../parts/page.js'
import { Controls, FilterBar, filterOf, queryOf, WITHOUT_KEY } from './requests/controls.js'
import { RequestDetail } from './requests/detail.js'
import { RequestList } from './requests/list.js'
import { useRequestLog } from './requests/log.js'

/** @import { Route } from '../hooks/route.js' */

const MARKS = 'svc-marks'

/** All requests and responses of the API in real time, with one open at `#/requests/<id>`. @param {{ route: Route }} props */
export default function Requests({ route }) {
  const { account, session } = useSandbox()
  const { id } = route
  const filter = filterOf(route.query)
  const isNarrow = useMedia('(max-width: 1100px)')
  const [isMarked, setMarked] = useState(() => ofBrowser.get(MARKS) !== 'off')
  const query = { include_deleted: true }
  const keys = useRead((control, signal) => control('GET', '/keys', { query, signal }))
  // The console in another browser has its own key.
  const consoles = new Set(
    (keys.data ?? []).filter(({ name }) => name === CONSOLE_KEY.name).map(({ id }) => id),
  )
  const isOwn = (/** @type {string} */ key) => consoles.has(key) || key === keptKey(account)?.id
  const log = useRequestLog(queryOf(filter), {
    fits: (row) => filter.key !== WITHOUT_KEY || row.account === null,
    hides: (row) => filter.own !== 'shown' && row.key !== null && isOwn(row.key.id),
    kind: `${filter.own} ${filter.key} ${[...consoles]}`,
  })
  const { rows, resume, pause, isPaused } = usePause(log)

  const specification = useRead((control, signal) => control('GET', '/specification', { signal }))
  const operations = specification.data?.operations

  const change = (/** @type {Partial<typeof filter>} */ next) =>
    replaceRoute(
      linkTo('requests', id, {
        ...filterOf(new URLSearchParams(location.hash.split('?')[1])),
        ...next,
      }),
    )
  const mark = (/** @type {boolean} */ next) => {
    ofBrowser.set(MARKS, next ? undefined : 'off')
    setMarked(next)
  }
  const isInPlace = isNarrow && id !== undefined

  return html`<div class=${`requests ${id === undefined ? '' : 'has-open'}`}>
    <div class="requests-top" hidden=${isInPlace}>
      <${ScreenHeader} title="Requests">
        <${Controls} log=${log} isPaused=${isPaused} waiting=${log.rows.length - rows.length} onPause=${pause} onResume=${resume} />
      </${ScreenHeader}>
      <${FilterBar}
        filter=${filter}
        onChange=${change}
        operations=${operations ?? []}
        keys=${keys.data ?? []}
        isOperator=${session.role === 'operator'}
      />
    </div>
    <div class="requests-panes">
      <div class="requests-list" hidden=${isInPlace}>
        ${log.error !== undefined && html`<${Failure} error=${log.error} retry=${log.reload} title="The requests could not be loaded" />`}
        <${RequestList} log=${log} rows=${rows} filter=${filter} openId=${id} isCompact=${isNarrow || id !== undefined} onFilter=${change} />
      </div>
      ${
        id !== undefined &&
        html`<${RequestDetail}
          id=${id}
          back=${linkTo('requests', undefined, { ...filter })}
          operations=${operations}
          keys=${keys.data ?? []}
          takesPlace=${isNarrow}
          isMarked=${isMarked}
          onMark=${mark}
        />`
      }
    </div>
  </div>`
}

/** Pauses the list; new requests are collected. @param {ReturnType<typeof useRequestLog>} log */
function usePause({ rows, isLoaded }) {
  const [held, setHeld] = useState(/** @type {typeof rows | undefined} */ (undefined))
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

/** Whether a media query matches. @param {string} query */
function useMedia(query) {
  const [holds, setHolds] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const media = matchMedia(query)
    const look = () => setHolds(media.matches)
    look()
    media.addEventListener('change', look)
    return () => media.removeEventListener('change', look)
  }, [query])
  return holds
}
