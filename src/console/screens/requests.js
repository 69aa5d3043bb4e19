import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { CONSOLE_KEY, keptKey } from '../client/console-key.js'
import { ofBrowser } from '../client/storage.js'
import { useLoaded } from '../hooks/loaded.js'
import { useMedia } from '../hooks/media.js'
import { linkTo, replaceRoute } from '../hooks/route.js'
import { useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { Failure } from '../parts/failure.js'
import { Controls } from './requests/controls.js'
import { RequestDetail } from './requests/detail.js'
import { FilterBar, filterOf, queryOf, WITHOUT_KEY } from './requests/filter.js'
import { RequestList } from './requests/list.js'
import { useRequestLog } from './requests/log.js'

const MARKS = 'svc-marks'

/**
 * What was asked of the API, as it happens: `#/requests`, with one open `#/requests/<id>`.
 *
 * @param {{ route: import('../hooks/route.js').Route }} props
 */
export function Requests({ route }) {
  const { control, account, session } = useSandbox()
  const { id } = route
  const filter = filterOf(route.query)
  const isNarrow = useMedia('(max-width: 1100px)')
  const [isMarked, setMarked] = useState(() => ofBrowser.get(MARKS) !== 'off')
  const keys = useLoaded(
    async (signal) =>
      (await control('GET', 'keys', { query: { include_deleted: true }, signal })).data,
    [control],
  )
  // Those of another browser, too.
  const consoles = new Set(
    (keys.data ?? [])
      .filter((/** @type {{ name: string }} */ { name }) => name === CONSOLE_KEY.name)
      .map((/** @type {{ id: string }} */ key) => key.id),
  )
  const isOwn = (/** @type {string} */ key) => consoles.has(key) || key === keptKey(account)?.id
  const log = useRequestLog(queryOf(filter), {
    fits: (row) => filter.key !== WITHOUT_KEY || row.account === null,
    hides: (row) => filter.own !== 'shown' && row.key !== null && isOwn(row.key.id),
    kind: `${filter.own} ${filter.key} ${[...consoles]}`,
  })
  const { rows, resume, pause, isPaused } = usePause(log)

  const specification = useLoaded(
    async (signal) => (await control('GET', 'specification', { signal })).data,
    [control],
  )
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
      <div class="screen-header">
        <h1>Requests</h1>
        <${Controls} log=${log} isPaused=${isPaused} waiting=${log.rows.length - rows.length} onPause=${pause} onResume=${resume} />
      </div>
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

/**
 * Holds the list still while somebody reads it; what comes is collected.
 *
 * @param {ReturnType<typeof useRequestLog>} log
 */
function usePause({ rows, isLoaded }) {
  const [held, setHeld] = useState(/** @type {typeof rows | undefined} */ (undefined))
  const current = useRef(rows)
  current.current = rows
  const pause = useCallback(() => setHeld(current.current), [])
  const resume = useCallback(() => setHeld(undefined), [])
  // Loaded anew, for another filter: what was held is of the former one.
  useEffect(() => {
    if (!isLoaded) resume()
  }, [isLoaded, resume])
  return { rows: held ?? rows, isPaused: held !== undefined, pause, resume }
}
