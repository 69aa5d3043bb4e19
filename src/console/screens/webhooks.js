import { apiDocument } from '../client/document.js'
import { useLoaded } from '../hooks/loaded.js'
import { html } from '../html.js'
import { Empty } from '../parts/empty.js'
import { DeliveryPage } from './webhooks/delivery-page.js'
import { WebhooksPage } from './webhooks/webhooks-page.js'

/**
 * Webhooks and what is sent to them: `#/webhooks`, with one delivery open `#/webhooks/<delivery id>`.
 *
 * @param {{ route: import('../hooks/route.js').Route }} props
 */
export function Webhooks({ route }) {
  const { id, query } = route
  const { data: api } = useLoaded(apiDocument, [])
  if (api !== undefined && api.paths?.['/webhooks'] === undefined) {
    return html`<h1>Webhooks</h1>
      <${Empty} title=${`Release ${api.info?.version} has no webhooks`}>
        <p>They came with a later one (§9). Start the sandbox without --api-version to have them.</p>
      </${Empty}>`
  }
  return id === undefined
    ? html`<${WebhooksPage} query=${query} />`
    : html`<${DeliveryPage} key=${id} id=${id} />`
}
