import { useEffect, useState } from 'preact/hooks'
import { useDebounced } from '../../hooks/debounced.js'
import { html } from '../../html.js'
import { Choice } from '../../parts/choice.js'
import { isolated } from '../../parts/isolated.js'

/**
 * @typedef {object} Filter What the address says after `#/requests?`. An empty text lets all through.
 * @property {string} text
 * @property {string} method
 * @property {string} status
 * @property {string} operation
 * @property {string} key Id of a key, or `none` for requests without a valid one.
 * @property {string} own `shown`: with those of the console itself.
 */

/** Those whose key is not valid belong to no account: only the operator sees them. */
export const WITHOUT_KEY = 'none'
const NAMES = /** @type {const} */ (['text', 'method', 'status', 'operation', 'key', 'own'])
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']
const STATUSES = [
  ['2xx', '2xx success'],
  ['3xx', '3xx elsewhere'],
  ['4xx', '4xx refused'],
  ['5xx', '5xx server error'],
  ['none', 'no answer'],
]
/** As long as the control plane takes them. */
const MOST_TEXT = 200

/** @param {URLSearchParams} query @returns {Filter} */
export function filterOf(query) {
  return /** @type {Filter} */ (
    Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? '']))
  )
}

/** Whether it leaves out more than the console's own. @param {Filter} filter */
export function isFiltering({ own, ...rest }) {
  return Object.values(rest).some((value) => value !== '')
}

/** What the control plane is asked for. @param {Filter} filter */
export function queryOf({ own, key, ...query }) {
  // Without an account it tells those of all and of nobody.
  return key === WITHOUT_KEY ? { ...query, account: '' } : { ...query, key }
}

/**
 * @param {object} props
 * @param {Filter} props.filter
 * @param {(change: Partial<Filter>) => void} props.onChange
 * @param {readonly import('../../client/session.js').Control['OperationOrigin'][]} props.operations
 * @param {readonly { id: string, name: string, prefix: string }[]} props.keys
 * @param {boolean} props.isOperator
 */
export function FilterBar({ filter, onChange, operations, keys, isOperator }) {
  const choose = (/** @type {keyof Filter} */ name) => (/** @type {string} */ value) =>
    onChange({ [name]: value })
  return html`<div class="filter-bar request-filter" role="search" aria-label="Filter the requests">
    <${TextFilter} text=${filter.text} onChange=${choose('text')} />
    <${Choice} label="Method" any="Any method" value=${filter.method} onChange=${choose('method')} options=${METHODS.map((method) => [method, method])} />
    <${Choice} label="Status" any="Any status" value=${filter.status} onChange=${choose('status')} options=${STATUSES} />
    <${Choice}
      label="Operation"
      any="Any operation"
      value=${filter.operation}
      onChange=${choose('operation')}
      options=${operations.map(({ id, method, path }) => [id, `${id} (${method} ${path})`])}
    />
    <${Choice}
      label="Key"
      any="Any valid key"
      value=${filter.key}
      onChange=${choose('key')}
      options=${[
        ...keys.map(({ id, name, prefix }) => [id, `${isolated(name)} (${prefix}…)`]),
        ...(isOperator ? [[WITHOUT_KEY, 'Without a valid key']] : []),
      ]}
    />
    <label class="check">
      <input
        type="checkbox"
        checked=${filter.own !== 'shown'}
        onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => onChange({ own: event.currentTarget.checked ? '' : 'shown' })}
      />
      Hide the console's own
    </label>
  </div>`
}

/** @param {{ text: string, onChange: (text: string) => void }} props */
function TextFilter({ text, onChange }) {
  const [typed, setTyped] = useState(text)
  // It may change from outside: a link, a step back, the button that takes the filter away.
  useEffect(() => setTyped(text), [text])
  const rested = useDebounced(typed)
  useEffect(() => {
    if (rested !== text) onChange(rested)
  }, [rested])
  return html`<input
    type="search"
    aria-label="Text"
    placeholder="Find in address, body…"
    title="In the address, the headers and the bodies"
    maxlength=${MOST_TEXT}
    value=${typed}
    onInput=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => setTyped(event.currentTarget.value)}
  />`
}
