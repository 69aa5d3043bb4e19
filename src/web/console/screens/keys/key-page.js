import { useState } from 'preact/hooks'
import { keptKey } from '../../client/console-key.js'
import { linkTo } from '../../hooks/route.js'
import { useLoaded, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Facts, Pending, ScreenHeader } from '../../parts/page.js'
import { Time } from '../../parts/values.js'
import {
  Addresses,
  DeleteKey,
  isOwnKey,
  Marks,
  Permissions,
  RateLimit,
  Rotation,
  Status,
} from './terms.js'
import { Usage, useCalls } from './usage.js'

/** @typedef {import('./terms.js').Key} Key */

/** @param {{ id: string }} props */
export function KeyPage({ id }) {
  const { control, account } = useSandbox()
  const [isLeaving, setIsLeaving] = useState(false)
  const loaded = useLoaded(
    async (signal) => {
      const params = { key_id: id }
      const [key, usage, clock] = await Promise.all([
        control('GET', '/keys/{key_id}', { params, signal }),
        control('GET', '/keys/{key_id}/usage', { params, signal }),
        control('GET', '/clock', { signal }),
      ])
      return { key: key.data, usage: usage.data, now: clock.data.now }
    },
    [control, id],
  )
  useCalls(loaded.reload, id)
  const trail = html`Settings → <a href=${linkTo('keys')}>API Keys</a> →`

  if (loaded.data === undefined) {
    return html`<${ScreenHeader} trail=${trail} title="Key" />
      <${Pending} of=${loaded} title="The key could not be loaded">Loading the key…</${Pending}>`
  }
  const { key, usage, now } = loaded.data
  const isOwn = isOwnKey(key, keptKey(account))
  return html`<${ScreenHeader}
      trail=${trail}
      title=${html`<bdi>${key.name}</bdi> <${Marks} apiKey=${key} isOwn=${isOwn} />`}
    >
      <div class="actions">
        <a class="button" href=${linkTo('integrations', undefined, { like: id })}>Create one like it</a>
        ${
          key.status !== 'deleted' &&
          html`<button type="button" class="danger" onClick=${() => setIsLeaving(true)}>Delete key</button>`
        }
      </div>
    </${ScreenHeader}>
    <${Pending} of=${loaded} title="The key could not be loaded again" />
    <${Rotation} keys=${[key]} title="This key is due for rotation" />
    <section class="panel" aria-label="The key"><${Facts} class="facts facts-many" facts=${factsOf(key)} /></section>
    <${Usage} usage=${usage} now=${now} />
    ${isLeaving && html`<${DeleteKey} apiKey=${key} isOwn=${isOwn} onDone=${loaded.reload} onClose=${() => setIsLeaving(false)} />`}`
}

/** @param {Key} key @returns {import('../../parts/page.js').FactList} */
function factsOf(key) {
  return [
    ['Status', html`<${Status} apiKey=${key} />`],
    ['Prefix', html`<code>${key.prefix}</code>`],
    ['Type', key.type],
    ['Id', html`<code>${key.id}</code>`],
    ['Permissions', html`<${Permissions} permissions=${key.permissions} />`],
    ['Rate limit', html`<${RateLimit} limit=${key.rate_limit} />`],
    ['Allowed addresses', html`<${Addresses} addresses=${key.allowed_ips} />`],
    ['Created', html`<${Time} at=${key.created_at} />`],
    ['Last used', html`<${Time} at=${key.last_used_at} />`],
    key.revoked_at === null
      ? ['Expires', html`<${Time} at=${key.expires_at} />`]
      : ['Deleted', html`<${Time} at=${key.revoked_at} />`],
  ]
}
