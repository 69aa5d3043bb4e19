import { html } from '../html.js'
import { DeliveryPage } from './webhooks/delivery-page.js'
import { WebhooksPage } from './webhooks/webhooks-page.js'

/**
 * Webhooks and what is sent to them: `#/webhooks`, with one delivery open `#/webhooks/<delivery id>`.
 *
 * @param {{ route: import('../hooks/route.js').Route }} props
 */
export function Webhooks({ route }) {
  const { id, query } = route
  return id === undefined
    ? html`<${WebhooksPage} query=${query} />`
    : html`<${DeliveryPage} key=${id} id=${id} />`
}
