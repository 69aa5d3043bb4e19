import { useState } from 'preact/hooks'
import { useForm } from '../../hooks/form.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { CopyButton } from '../../parts/copy.js'
import { Dialog } from '../../parts/dialog.js'
import { Field, FieldGroup, FormProblem } from '../../parts/field.js'
import { newSecret } from './webhook.js'

const FIELDS = ['url', 'events', 'secret']

/**
 * Asks for a webhook and makes it, then shows its secret this once.
 *
 * @param {{ kinds: readonly import('../../client/document.js').EventKind[], onClose: () => void }} props
 */
export function CreateWebhook({ kinds, onClose }) {
  const { api } = useSandbox()
  const [made, setMade] = useState(
    /** @type {{ url: string, secret: string } | undefined} */ (undefined),
  )
  const [url, setUrl] = useState('')
  // All of them until something else was ticked: who knows no kind wants to see them all.
  const [ticked, setTicked] = useState(/** @type {string[] | undefined} */ (undefined))
  const [secret, setSecret] = useState('')

  const names = kinds.map(({ name }) => name)
  const events = ticked ?? names
  const tick = (/** @type {string} */ name) =>
    setTicked(names.filter((each) => (each === name) !== events.includes(each)))
  const { attributes, problems, busy } = useForm(FIELDS, async () => {
    const body = { url: url.trim(), events, ...(secret && { secret }) }
    setMade((await api('POST', 'webhooks', { body })).data)
  })

  if (made !== undefined) {
    return html`<${Dialog} title="The webhook is there" onClose=${onClose}>
      <p>Events are sent to <code class="webhooks-url">${made.url}</code> from now on.</p>
      <p>This is the secret that they are signed with. It is shown this once: give it to your receiver.</p>
      <output class="token" aria-label="Secret">${made.secret}</output>
      <div class="actions">
        <${CopyButton} text=${made.secret} label="Copy the secret" class="primary" />
        <button type="button" onClick=${onClose}>Done</button>
      </div>
    </${Dialog}>`
  }
  return html`<${Dialog} title="Create a webhook" onClose=${onClose}>
    <form ...${attributes}>
      <${Field}
        label="Address"
        value=${url}
        onValue=${setUrl}
        problems=${problems.fields.url}
        hint="Begins with https://. On your own machine the sandbox also takes http://localhost."
        attributes=${{ type: 'url', placeholder: 'http://localhost:3000/hook', autocomplete: 'off', spellcheck: false }}
      />
      <${FieldGroup} legend="Events" problems=${problems.fields.events}>
        ${kinds.map(
          ({ name, description }) => html`<label class="check">
            <input type="checkbox" checked=${events.includes(name)} onChange=${() => tick(name)} />
            <span><code>${name}</code> ${description && html`<span class="faint">${description}</span>`}</span>
          </label>`,
        )}
      </${FieldGroup}>
      <${Field}
        label="Secret"
        value=${secret}
        onValue=${setSecret}
        problems=${problems.fields.secret}
        hint="Events are signed with it. When it is empty the service makes one."
        attributes=${{ type: 'text', class: 'webhooks-secret', autocomplete: 'off', spellcheck: false }}
        beside=${html`<button type="button" onClick=${() => setSecret(newSecret())}>Generate</button>`}
      />
      <${FormProblem} text=${problems.rest} />
      <div class="actions">
        <button class="primary" disabled=${busy}>Create the webhook</button>
        <button type="button" onClick=${onClose}>Cancel</button>
      </div>
    </form>
  </${Dialog}>`
}
