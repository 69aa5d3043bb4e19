import { useState } from 'preact/hooks'
import { keptKey } from '../client/console-key.js'
import { linkTo } from '../hooks/route.js'
import { useRead, useSandbox } from '../hooks/sandbox.js'
import { html } from '../html.js'
import { Check } from '../parts/controls.js'
import { Empty, Pending, ScreenHeader, Table } from '../parts/page.js'
import { Time } from '../parts/values.js'
import { KeyPage } from './keys/key-page.js'
import {
  Addresses,
  DeleteKey,
  isOwnKey,
  Marks,
  Permissions,
  RateLimit,
  Rotation,
  Status,
} from './keys/terms.js'
import { useCalls } from './keys/usage.js'

/** @import { Column } from '../parts/page.js' */
/** @import { Key } from './keys/terms.js' */
/** @import { Route } from '../hooks/route.js' */

/** The most permissions and addresses in a row; the page of the key shows all. */
const MOST = 3

/** Settings, API Keys (§5.5): `#/keys` for all of the account, `#/keys/<id>` for one. @param {{ route: Route }} props */
export default function Keys({ route: { id } }) {
  return id === undefined ? html`<${KeyList} />` : html`<${KeyPage} key=${id} id=${id} />`
}

function KeyList() {
  const { account } = useSandbox()
  const [withDeleted, setWithDeleted] = useState(false)
  const [leaving, setLeaving] = useState(/** @type {Key | undefined} */ (undefined))
  const query = { include_deleted: withDeleted }
  const keys = useRead(
    (control, signal) => control('GET', '/keys', { query, signal }),
    [withDeleted],
  )
  const { data, reload } = keys
  useCalls(reload)
  const kept = keptKey(account)

  return html`<${ScreenHeader} trail="Settings →" title="API Keys">
      <a class="button primary" href=${linkTo('integrations')}>Create API Token</a>
    </${ScreenHeader}>
    <${Pending} of=${keys} title="The keys could not be loaded">Loading keys…</${Pending}>
    ${
      data &&
      html`<${Rotation} keys=${data} />
      <section class="panel keys-panel" aria-label="Keys">
        <${Check} checked=${withDeleted} onChange=${setWithDeleted}>Show deleted keys</${Check}>
        ${
          data.length === 0
            ? html`<${Empty} title="No keys yet">
                <p>Nothing can call the API of this account without a key. <a href=${linkTo('integrations')}>Create an API token</a>.</p>
              </${Empty}>`
            : html`<${KeyTable} keys=${data} kept=${kept} onDelete=${setLeaving} />`
        }
      </section>`
    }
    ${
      leaving &&
      html`<${DeleteKey} apiKey=${leaving} isOwn=${isOwnKey(leaving, kept)} onDone=${reload} onClose=${() => setLeaving(undefined)} />`
    }`
}

/** @param {{ keys: Key[], kept: ReturnType<typeof keptKey>, onDelete: (key: Key) => void }} props */
function KeyTable({ keys, kept, onDelete }) {
  const limitsOf = (/** @type {Key} */ { rate_limit, allowed_ips }) =>
    html`<span><${RateLimit} limit=${rate_limit} /> <${Addresses} addresses=${allowed_ips} most=${MOST} /></span>`
  const deleteButton = (/** @type {Key} */ key) =>
    html`<button type="button" class="quiet danger" aria-label=${`Delete ${key.name}`} onClick=${() => onDelete(key)}>Delete</button>`
  /** @type {Column<Key>[]} */
  const columns = [
    [
      'Name',
      (key) => html`<span>
        <a href=${linkTo('keys', key.id)}><bdi>${key.name}</bdi></a>
        <${Marks} apiKey=${key} isOwn=${isOwnKey(key, kept)} />
      </span>`,
    ],
    [
      'Prefix',
      (key) => html`<span><code>${key.prefix}</code> <span class="faint">${key.type}</span></span>`,
    ],
    ['Permissions', (key) => html`<${Permissions} permissions=${key.permissions} most=${MOST} />`],
    ['Limits', limitsOf, 'limits'],
    ['Created', (key) => html`<${Time} at=${key.created_at} precision="day" />`],
    ['Last used', (key) => html`<${Time} at=${key.last_used_at} />`],
    ['Expires', (key) => html`<${Time} at=${key.expires_at} precision="day" />`],
    ['Status', (key) => html`<${Status} apiKey=${key} />`],
    ['Delete', (key) => key.status !== 'deleted' && deleteButton(key), 'row-actions'],
  ]
  return html`<${Table} class="keys" caption="Keys of the account, the oldest first" columns=${columns} rows=${keys} />`
}
