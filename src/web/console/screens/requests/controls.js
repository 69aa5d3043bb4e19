import { useEffect, useState } from 'preact/hooks'
import { filterIn } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { useDebounced } from '../../hooks/timing.js'
import { html } from '../../html.js'
import { Check, Choice, valueTo } from '../../parts/controls.js'
import { Confirmation } from '../../parts/dialog.js'
import { counted, isolated, shown } from '../../parts/values.js'

/** @import { RequestLog } from './log.js' */
/** @import { Control } from '../../client/session.js' */

/**
 * The state of the list, and buttons to pause and clear it. `waiting`: the number of new requests during a pause.
 * @param {{ log: RequestLog, isPaused: boolean, waiting: number, onPause: () => void, onResume: () => void }} props
 */
export function Controls({ log, isPaused, waiting, onPause, onResume }) {
  const { control, session, account } = useSandbox()
  const [isAsking, setAsking] = useState(false)
  const name = session.accounts.find(({ id }) => id === account)?.name ?? account
  const clear = async () => {
    const { data } = await control('DELETE', '/requests')
    log.reload()
    return `${counted(data.deleted, 'request')} of ${isolated(name)} cleared.`
  }
  return html`<div class="actions request-controls">
    <${Connection} state=${log.connection} isPaused=${isPaused} />
    <button type="button" onClick=${isPaused ? onResume : onPause}>
      ${isPaused ? `Resume${waiting > 0 ? ` (${shown(waiting)} new)` : ''}` : 'Pause'}
    </button>
    <button type="button" onClick=${() => setAsking(true)}>Clear…</button>
    ${
      isAsking &&
      html`<${Confirmation}
        title=${html`Clear the requests of <bdi>${name}</bdi>?`}
        confirm="Clear requests"
        failed="The log was not cleared"
        act=${clear}
        onClose=${() => setAsking(false)}
      >
        <p>
          This clears the whole log of <bdi>${name}</bdi> (<code>${account}</code>), not only the requests that match the filter. The usage
          of keys, quotas, and requests without a valid key stay unchanged.
        </p>
      </${Confirmation}>`
    }
  </div>`
}

/** @typedef {ReturnType<typeof import('../../hooks/stream.js').useStream>} Stream */

/** Whether new requests are shown in real time. @param {{ state: Stream, isPaused: boolean }} props */
function Connection({ state, isPaused }) {
  const [kind, text] =
    state instanceof Error
      ? ['failed', 'Not connected']
      : STATES[isPaused && state === 'open' ? 'paused' : state]
  return html`<span class=${`connection connection-${kind}`} role="status">${text}</span>`
}

const STATES = {
  open: ['open', 'Live'],
  paused: ['waiting', 'Paused'],
  waiting: ['waiting', 'Connecting…'],
  hidden: ['waiting', 'Paused in the background'],
}

/**
 * @typedef {Record<typeof NAMES[number], string>} Filter The filter in the address. An empty text matches everything. `key` is `none`
 *   for requests without a valid key. `own` is `shown` to include requests of the console.
 */

/** Requests without a valid key belong to no account, so only the operator sees them. */
export const WITHOUT_KEY = 'none'
const NAMES = /** @type {const} */ (['text', 'method', 'status', 'operation', 'key', 'own'])
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']
const STATUSES = [
  ['2xx', '2xx success'],
  ['3xx', '3xx redirect'],
  ['4xx', '4xx client error'],
  ['5xx', '5xx server error'],
  ['none', 'no response'],
]
/** The limit of the control API. */
const MOST_TEXT = 200

/** @param {URLSearchParams} query @returns {Filter} */
export const filterOf = (query) => filterIn(query, NAMES)

/** Whether it hides more than requests of the console. @param {Filter} filter */
export function isFiltering({ own, ...rest }) {
  return Object.values(rest).some((value) => value !== '')
}

/** The query for the control API. @param {Filter} filter */
export function queryOf({ own, key, ...query }) {
  // Without an account, the result includes requests of no account.
  return key === WITHOUT_KEY ? { ...query, account: '' } : { ...query, key }
}

/**
 * @param {{ filter: Filter, onChange: (change: Partial<Filter>) => void, operations: readonly Control['OperationOrigin'][],
 *   keys: readonly Control['Key'][], isOperator: boolean }} props
 */
export function FilterBar({ filter, onChange, operations, keys, isOperator }) {
  const bound = (/** @type {keyof Filter} */ name) => ({
    value: filter[name],
    onChange: (/** @type {string} */ value) => onChange({ [name]: value }),
  })
  const known = keys.map(({ id, name, prefix }) => [id, `${isolated(name)} (${prefix}…)`])
  return html`<div class="filter-bar request-filter" role="search" aria-label="Filter the requests">
    <${TextFilter} ...${bound('text')} />
    <${Choice} label="Method" any="Any method" ...${bound('method')} options=${METHODS.map((method) => [method, method])} />
    <${Choice} label="Status" any="Any status" ...${bound('status')} options=${STATUSES} />
    <${Choice} label="Operation" any="Any operation" ...${bound('operation')} options=${operations.map(({ id, method, path }) => [id, `${id} (${method} ${path})`])} />
    <${Choice} label="Key" any="Any valid key" ...${bound('key')} options=${[...known, ...(isOperator ? [[WITHOUT_KEY, 'Without a valid key']] : [])]} />
    <${Check} checked=${filter.own !== 'shown'} onChange=${(/** @type {boolean} */ isHidden) => onChange({ own: isHidden ? '' : 'shown' })}>
      Hide requests of the console
    </${Check}>
  </div>`
}

/** @param {{ value: string, onChange: (value: string) => void }} props */
function TextFilter({ value: text, onChange }) {
  const [typed, setTyped] = useState(text)
  // Links, history and the reset button also change the filter.
  useEffect(() => setTyped(text), [text])
  const rested = useDebounced(typed)
  useEffect(() => {
    if (rested !== text) onChange(rested)
  }, [rested])
  return html`<input
    type="search"
    aria-label="Text"
    placeholder="Search address, body…"
    title="In the address, the headers and the bodies"
    maxlength=${MOST_TEXT}
    value=${typed}
    onInput=${valueTo(setTyped)}
  />`
}
