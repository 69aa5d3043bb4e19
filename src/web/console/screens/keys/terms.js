import { linkTo } from '../../hooks/route.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Confirmation } from '../../parts/dialog.js'
import { Panel } from '../../parts/page.js'
import { Badge, counted, isolated, shown, Time } from '../../parts/values.js'

/** @import { ConsoleKey } from '../../client/console-key.js' */
/** @import { Control } from '../../client/session.js' */

/** @typedef {Control['Key']} Key */

/** The permission that means all of them (§2). */
export const ALL = '*'

/** @param {{ permissions: string[], most?: number }} props Without `most` all of them are listed. */
export function Permissions({ permissions, most }) {
  if (permissions.includes(ALL)) return html`<span>all (<code>${ALL}</code>)</span>`
  return html`<${Values} values=${permissions} most=${most} />`
}

/** @param {{ addresses: string[], most?: number }} props */
export function Addresses({ addresses, most }) {
  if (addresses.length === 0) return html`<span class="faint">any address</span>`
  return html`<${Values} values=${addresses} most=${most} />`
}

/** @param {{ values: string[], most?: number }} props */
function Values({ values, most = values.length }) {
  const left = values.slice(most)
  return html`<span class="values">
    ${values.slice(0, most).map((value) => html`<code>${value}</code> `)}
    ${left.length > 0 && html`<span class="faint" title=${left.join(', ')}>and ${shown(left.length)} more</span>`}
  </span>`
}

/** @param {{ limit: number | null }} props Requests an hour. */
export function RateLimit({ limit }) {
  return limit === null
    ? html`<span class="faint">the plan’s limit</span>`
    : html`<span>${shown(limit)} per hour</span>`
}

/** The type of keys for the real service (§5.3). */
const LIVE = 'live'
const TONES = /** @type {const} */ ({ active: 'good', expired: 'warn', deleted: 'bad' })

/** @param {{ apiKey: Key }} props */
export function Status({ apiKey: { type, status } }) {
  if (type === LIVE && status === 'active') {
    return html`<${Badge} tone="warn" title="Live keys are only for the real service">refused here</${Badge}>`
  }
  return html`<${Badge} tone=${TONES[status]}>${status}</${Badge}>`
}

/** Marks next to the name of a key. @param {{ apiKey: Key, isOwn: boolean }} props */
export function Marks({ apiKey, isOwn }) {
  return html`
    ${isOwn && html` <${Badge} tone="accent" title="The console calls the API with this key">this page</${Badge}>`}
    ${isDue(apiKey) && html` <${Badge} tone="warn">rotation due</${Badge}>`}`
}

/** Whether this page calls the API with a key. @param {Key} key @param {ConsoleKey | undefined} kept */
export const isOwnKey = ({ id, status }, kept) => status === 'active' && kept?.id === id

/** Whether to replace a key. Live keys do not work here, so they are not rotated here. @param {Key} key */
const isDue = ({ type, rotation_due }) => rotation_due && type !== LIVE

/** How to rotate the keys that are due (§5.6). @param {{ keys: Key[], title?: string }} props */
export function Rotation({ keys, title }) {
  const due = keys.filter(isDue)
  if (due.length === 0) return null
  const [first] = due
  const like = due.length === 1 ? { like: first?.id } : {}
  return html`<${Panel} class="notice" title=${title ?? `${counted(due.length, 'key is', 'keys are')} due for rotation`}>
    <p>Keys should be replaced every 90 days, in case one has leaked:</p>
    <ol>
      <li><a href=${linkTo('integrations', undefined, like)}>Create a new token</a> with the settings of the old one.</li>
      <li>Use it in your applications instead of the old one.</li>
      <li>Check that the new key is in use, and that “last used” of the old one stops changing.</li>
      <li>Delete the old key.</li>
    </ol>
  </${Panel}>`
}

/** `isOwn`: this page uses it. @param {{ apiKey: Key, isOwn: boolean, onDone: () => void, onClose: () => void }} props */
export function DeleteKey({ apiKey, isOwn, onDone, onClose }) {
  const { control, session } = useSandbox()
  const { id, name, prefix, last_used_at, permissions } = apiKey
  const mayBeSession = session.role === 'owner' && permissions.includes(ALL) && !isOwn
  const remove = async () => {
    await control('DELETE', '/keys/{key_id}', { params: { key_id: id } })
    onDone()
    return `Key “${isolated(name)}” deleted. Requests with its token fail from now on.`
  }
  return html`<${Confirmation}
    title=${html`Delete the key “<bdi>${name}</bdi>”?`}
    confirm=${html`Delete “<bdi>${name}</bdi>”`}
    failed="The key was not deleted"
    act=${remove}
    onClose=${onClose}
  >
    <p>
      This takes effect immediately: every request with its token (<code>${prefix}…</code>) fails from then on. It cannot be
      undone. Last use: <${Time} at=${last_used_at} />.
    </p>
    ${isOwn && html`<p>This page uses the key. It creates a new one when it needs one.</p>`}
    ${mayBeSession && html`<p>If you signed in with this key, you need another one to sign in again.</p>`}
  </${Confirmation}>`
}
