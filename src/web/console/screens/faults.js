import { useState } from 'preact/hooks'
import { useFaults } from '../hooks/faults.js'
import { html } from '../html.js'
import { Failure, Panel, Pending, ScreenHeader } from '../parts/page.js'
import { useChoices } from './faults/choices.js'
import { draftOf, EMPTY_DRAFT, RuleForm } from './faults/rule-form.js'
import { RuleList } from './faults/rule-list.js'
import { Switches } from './faults/switches.js'
import { TryIt } from './faults/try-it.js'

/** `#/faults`: makes requests of the account fail on purpose. */
export default function Faults() {
  const loaded = useFaults()
  const { data: faults } = loaded
  const choices = useChoices()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [isOpen, setOpen] = useState(false)
  const copy = (/** @type {import('./faults/presets.js').Fault} */ rule) => {
    setDraft(draftOf(rule))
    setOpen(true)
  }
  return html`<${ScreenHeader} title="Faults" about="Make requests of this account fail or slow down, to see how your client handles it." />
    <${Pending} of=${loaded} title="The rules could not be loaded">Loading rules…</${Pending}>
    ${choices.error !== undefined && html`<${Failure} error=${choices.error} title="Operations and keys to choose from could not be loaded" />`}
    ${
      faults &&
      html`<div class="faults">
        <${Switches} faults=${faults} choices=${choices} />
        <${TryIt} faults=${faults} choices=${choices} />
        <${RuleList} faults=${faults} choices=${choices} onNew=${() => setOpen(true)} onCopy=${copy} />
        <${Unaffected} />
      </div>`
    }
    ${isOpen && html`<${RuleForm} draft=${draft} onDraft=${setDraft} choices=${choices} onClose=${() => setOpen(false)} />`}`
}

/** Explains why a request may succeed in spite of a rule. */
function Unaffected() {
  return html`<${Panel} title="Requests that no rule affects">
    <ul class="prose-list">
      <li>Requests that fail anyway, because of their key, their quota or invalid values.</li>
      <li>
        Requests that ask for an error or a delay with <code>X-Sandbox-Error</code>,${' '}
        <code>X-Sandbox-Delay</code> or <code>Prefer: code=…</code>.
      </li>
      <li>Requests of other accounts and requests to <code>/_sandbox</code>, so this screen always works.</li>
    </ul>
    <p class="faint">
      The header <code>X-Sandbox-Fault</code> and the request log name the rule that affected a request. Rules also affect the
      requests of this page, unless they name another key.
    </p>
  </${Panel}>`
}
