import { useLoaded } from '../hooks/loaded.js'
import { linkTo } from '../hooks/route.js'
import { useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { Failure } from '../parts/failure.js'
import { Comparison } from './specification/comparison.js'
import { OperationTable, OperationView } from './specification/operations.js'
import { Overlays } from './specification/overlays.js'

/**
 * What the provider states and what is assumed: `#/specification` side by side, `?view=operations` and
 * `?view=overlays`, `#/specification/<operationId>` of one operation.
 *
 * @param {{ route: import('../hooks/route.js').Route }} props
 */
export function Specification({ route }) {
  const { control } = useSandbox()
  const { data, error, reload } = useLoaded(
    async (signal) =>
      /** @type {import('./specification/sections.js').Specification} */ (
        (await control('GET', 'specification', { signal })).data
      ),
    [control],
  )
  const view = route.id === undefined ? (route.query.get('view') ?? '') : 'operations'
  /** @type {[view: string, title: string][]} */
  const views = [
    ['', 'Side by side'],
    ['operations', 'By operation'],
    ['overlays', `Changed by --overlay${data ? ` (${data.overlays.length})` : ''}`],
  ]
  return html`<div class="screen-header">
      <div>
        <h1>Specification</h1>
        <p>What the provider states, and what was assumed where it is silent.</p>
      </div>
      <div class="actions">
        <a class="button" href="openapi.json" download="openapi.json">Download the document</a>
        <a class="button" href="docs">API docs</a>
      </div>
    </div>
    <nav class="tabs" aria-label="Views of the specification">
      ${views.map(
        ([name, title]) => html`<a
          href=${linkTo('specification', undefined, { view: name })}
          aria-current=${name === view ? 'page' : undefined}
        >${title}</a>`,
      )}
    </nav>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} title="The specification could not be loaded" />`}
    ${data === undefined ? error === undefined && html`<div class="loading" role="status">Loading the specification…</div>` : viewOf(data, view, route)}`
}

/**
 * @param {import('./specification/sections.js').Specification} specification
 * @param {string} view
 * @param {import('../hooks/route.js').Route} route
 */
function viewOf(specification, view, { id, query }) {
  if (id !== undefined) return html`<${OperationView} specification=${specification} id=${id} />`
  if (view === 'operations') return html`<${OperationTable} specification=${specification} />`
  if (view === 'overlays') return html`<${Overlays} specification=${specification} />`
  return html`<${Comparison} specification=${specification} query=${query} />`
}
