import { useState } from 'preact/hooks'
import { keptKey } from '../../client/console-key.js'
import { useLoaded } from '../../hooks/loaded.js'
import { linkTo } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Empty } from '../../parts/empty.js'
import { Failure } from '../../parts/failure.js'
import { Time } from '../../parts/time.js'
import { SettingsHeader } from '../settings/header.js'
import { Addresses, Permissions, RateLimit } from '../settings/terms.js'
import { DeleteKey } from './delete-key.js'
import { isDue, isOwnKey, Marks, Status } from './marks.js'
import { Rotation } from './rotation.js'
import { useCalls } from './use-calls.js'

/** @typedef {import('../settings/terms.js').Key} Key */

/** Permissions and addresses that are shown of a key; its own page shows all. */
const MOST = 3

export function KeyList() {
  const { control, account } = useSandbox()
  const [withDeleted, setWithDeleted] = useState(false)
  const [leaving, setLeaving] = useState(/** @type {Key | undefined} */ (undefined))
  const { data, error, loading, reload } = useLoaded(
    async (signal) => {
      const { data } = await control('GET', 'keys', {
        query: { include_deleted: withDeleted },
        signal,
      })
      return /** @type {Key[]} */ (data)
    },
    [control, withDeleted],
  )
  useCalls(reload)
  const kept = keptKey(account)
  const done = () => {
    setLeaving(undefined)
    reload()
  }

  return html`<${SettingsHeader} trail="Settings" title="API Keys">
      <a class="button primary" href=${linkTo('integrations')}>Create API Token</a>
    </${SettingsHeader}>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} title="The keys could not be loaded" />`}
    ${data === undefined && loading && html`<div class="loading" role="status">Loading keys…</div>`}
    ${
      data &&
      html`<${Rotation} due=${data.filter(isDue)} />
      <section class="panel keys-panel" aria-label="Keys">
        <label class="check">
          <input
            type="checkbox"
            checked=${withDeleted}
            onChange=${(/** @type {{ currentTarget: HTMLInputElement }} */ event) => setWithDeleted(event.currentTarget.checked)}
          />
          Show deleted keys
        </label>
        ${data.length === 0 ? html`<${NoKeys} />` : html`<${KeyTable} keys=${data} kept=${kept} onDelete=${setLeaving} />`}
      </section>`
    }
    ${
      leaving &&
      html`<${DeleteKey}
        apiKey=${leaving}
        isOwn=${isOwnKey(leaving, kept)}
        onDone=${done}
        onClose=${() => setLeaving(undefined)}
      />`
    }`
}

/** @param {{ keys: Key[], kept: import('../../client/console-key.js').ConsoleKey | undefined, onDelete: (key: Key) => void }} props */
function KeyTable({ keys, kept, onDelete }) {
  return html`<table class="table stacked keys">
    <caption class="hidden-text">Keys of the account, the oldest first</caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Prefix</th>
        <th scope="col">Permissions</th>
        <th scope="col">Limits</th>
        <th scope="col">Created</th>
        <th scope="col">Last used</th>
        <th scope="col">Expires</th>
        <th scope="col">Status</th>
        <th scope="col"><span class="hidden-text">Delete</span></th>
      </tr>
    </thead>
    <tbody>
      ${keys.map(
        (key) => html`<tr key=${key.id}>
          <th scope="row">
            <span>
              <a href=${linkTo('keys', key.id)}><bdi>${key.name}</bdi></a>
              <${Marks} apiKey=${key} isOwn=${isOwnKey(key, kept)} />
            </span>
          </th>
          <td data-label="Prefix"><span><code>${key.prefix}</code> <span class="faint">${key.type}</span></span></td>
          <td data-label="Permissions"><${Permissions} permissions=${key.permissions} most=${MOST} /></td>
          <td data-label="Limits" class="limits">
            <span><${RateLimit} limit=${key.rate_limit} /> <${Addresses} addresses=${key.allowed_ips} most=${MOST} /></span>
          </td>
          <td data-label="Created"><${Time} at=${key.created_at} precision="day" /></td>
          <td data-label="Last used"><${Time} at=${key.last_used_at} /></td>
          <td data-label="Expires"><${Time} at=${key.expires_at} precision="day" /></td>
          <td data-label="Status"><${Status} apiKey=${key} /></td>
          <td class="row-action">
            ${
              key.status !== 'deleted' &&
              html`<button type="button" class="quiet danger" aria-label=${`Delete ${key.name}`} onClick=${() => onDelete(key)}>Delete</button>`
            }
          </td>
        </tr>`,
      )}
    </tbody>
  </table>`
}

function NoKeys() {
  return html`<${Empty} title="This account has no keys">
    <p>Without a key nothing can call the API for it. <a href=${linkTo('integrations')}>Create an API token</a>.</p>
  </${Empty}>`
}
