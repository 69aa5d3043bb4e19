import { useState } from 'preact/hooks'
import { keptKey } from '../../client/console-key.js'
import { useLoaded } from '../../hooks/loaded.js'
import { linkTo } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Failure } from '../../parts/failure.js'
import { Time } from '../../parts/time.js'
import { SettingsHeader } from '../settings/header.js'
import { Addresses, Permissions, RateLimit } from '../settings/terms.js'
import { DeleteKey } from './delete-key.js'
import { isDue, isOwnKey, Marks, Status } from './marks.js'
import { Rotation } from './rotation.js'
import { Usage } from './usage.js'
import { useCalls } from './use-calls.js'

/** @typedef {import('../settings/terms.js').Key} Key */

/** @param {{ id: string }} props */
export function KeyPage({ id }) {
  const { control, account } = useSandbox()
  const [isLeaving, setIsLeaving] = useState(false)
  const { data, error, loading, reload } = useLoaded(
    async (signal) => {
      const place = `keys/${encodeURIComponent(id)}`
      const [key, usage, clock] = await Promise.all(
        [place, `${place}/usage`, 'clock'].map((path) => control('GET', path, { signal })),
      )
      return {
        key: /** @type {Key} */ (key?.data),
        usage: /** @type {import('./usage.js').KeyUsage} */ (usage?.data),
        now: /** @type {string} */ (clock?.data.now),
      }
    },
    [control, id],
  )
  useCalls(reload, id)
  const trail = html`Settings → <a href=${linkTo('keys')}>API Keys</a>`

  if (data === undefined) {
    return html`<${SettingsHeader} trail=${trail} title="Key" />
      ${error !== undefined && html`<${Failure} error=${error} retry=${reload} title="The key could not be loaded" />`}
      ${loading && html`<div class="loading" role="status">Loading the key…</div>`}`
  }
  const { key, usage, now } = data
  const isOwn = isOwnKey(key, keptKey(account))
  const done = () => {
    setIsLeaving(false)
    reload()
  }
  return html`<${SettingsHeader}
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
    </${SettingsHeader}>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} title="The key could not be loaded again" />`}
    <${Rotation} due=${isDue(key) ? [key] : []} title="This key is due for rotation" />
    <${Facts} apiKey=${key} />
    <${Usage} usage=${usage} now=${now} />
    ${isLeaving && html`<${DeleteKey} apiKey=${key} isOwn=${isOwn} onDone=${done} onClose=${() => setIsLeaving(false)} />`}`
}

/** @param {{ apiKey: Key }} props */
function Facts({ apiKey: key }) {
  /** @type {[string, unknown][]} */
  const facts = [
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
  return html`<section class="panel" aria-label="The key">
    <dl class="facts facts-many">
      ${facts.map(([label, value]) => html`<div key=${label}><dt>${label}</dt><dd>${value}</dd></div>`)}
    </dl>
  </section>`
}
