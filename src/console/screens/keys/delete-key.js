import { useState } from 'preact/hooks'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Confirmation } from '../../parts/dialog.js'
import { Failure } from '../../parts/failure.js'
import { isolated } from '../../parts/isolated.js'
import { Time } from '../../parts/time.js'
import { ALL } from '../settings/terms.js'

/**
 * Asks whether a key is to be deleted, and does it.
 *
 * @param {object} props
 * @param {import('../settings/terms.js').Key} props.apiKey
 * @param {boolean} props.isOwn Whether this page calls the API with it.
 * @param {() => void} props.onDone
 * @param {() => void} props.onClose
 */
export function DeleteKey({ apiKey, isOwn, onDone, onClose }) {
  const { control, notify, session } = useSandbox()
  const [error, setError] = useState(/** @type {unknown} */ (undefined))
  const [busy, setBusy] = useState(false)
  const { id, name, prefix, last_used_at, permissions } = apiKey
  const mayBeSession = session.role === 'owner' && permissions.includes(ALL) && !isOwn
  const remove = async () => {
    setBusy(true)
    try {
      await control('DELETE', `keys/${encodeURIComponent(id)}`)
      notify(`The key “${isolated(name)}” is deleted. Requests with its token fail from now on.`)
      onDone()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return html`<${Confirmation}
    title=${html`Delete the key “<bdi>${name}</bdi>”?`}
    confirm=${html`Delete “<bdi>${name}</bdi>”`}
    busy=${busy}
    onConfirm=${remove}
    onClose=${onClose}
  >
    <p>
      This takes effect immediately: every request with its token (<code>${prefix}…</code>) fails from then on. It cannot be
      taken back. Last use: <${Time} at=${last_used_at} />.
    </p>
    ${isOwn && html`<p>It is the key of this page, which will make itself a new one when it needs one.</p>`}
    ${mayBeSession && html`<p>If it is the key that you opened this console with, you need another one to come in again.</p>`}
    ${error !== undefined && html`<${Failure} error=${error} title="The key was not deleted" />`}
  </${Confirmation}>`
}
