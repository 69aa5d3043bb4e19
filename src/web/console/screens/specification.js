import { linkTo } from '../hooks/route.js'
import { useRead } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { Pending, ScreenHeader } from '../parts/page.js'
import { Comparison } from './specification/comparison.js'
import { OperationTable, OperationView } from './specification/operations.js'
import { Overlays } from './specification/overlays.js'

/** @import { Route } from '../hooks/route.js' */

/** `#/specification`, `?view=operations`, `?view=overlays`, or one operation at `#/specification/<id>`. @param {{ route: Route }} props */
export default function Specification({ route }) {
  const loaded = useRead((control, signal) => control('GET', '/specification', { signal }))
  const { data } = loaded
  const view = route.id === undefined ? (route.query.get('view') ?? '') : 'operations'
  /** @type {[view: string, title: string][]} */
  const views = [
    ['', 'Side by side'],
    ['operations', 'By operation'],
    ['overlays', `Changed by --overlay${data ? ` (${data.overlays.length})` : ''}`],
  ]
  return html`<${ScreenHeader} title="Specification" about="What the provider states, and what the sandbox assumes.">
      <div class="actions">
        <a class="button" href="openapi.json" download="openapi.json">Download the document</a>
        <a class="button" href="docs">API docs</a>
      </div>
    </${ScreenHeader}>
    <nav class="tabs" aria-label="Views of the specification">
      ${views.map(
        ([name, title]) => html`<a
          href=${linkTo('specification', undefined, { view: name })}
          aria-current=${name === view ? 'page' : undefined}
        >${title}</a>`,
      )}
    </nav>
    <${Pending} of=${loaded} title="The specification could not be loaded">Loading the specification…</${Pending}>
    ${data && viewOf(data, view, route)}`
}

/** @param {import('./specification/entries.js').Specification} specification @param {string} view @param {Route} route */
function viewOf(specification, view, { id, query }) {
  if (id !== undefined) return html`<${OperationView} specification=${specification} id=${id} />`
  if (view === 'operations') return html`<${OperationTable} specification=${specification} />`
  if (view === 'overlays') return html`<${Overlays} specification=${specification} />`
  return html`<${Comparison} specification=${specification} query=${query} />`
}
