import { useState } from 'preact/hooks'
import { useFaults } from '../hooks/faults.js'
import { html } from '../html.js'
import { Failure } from '../parts/failure.js'
import { useChoices } from './faults/choices.js'
import { draftOf, EMPTY_DRAFT } from './faults/draft.js'
import { RuleForm } from './faults/rule-form.js'
import { RuleList } from './faults/rule-list.js'
import { Switches } from './faults/switches.js'
import { TryIt } from './faults/try-it.js'

/** `#/faults`: lets requests of the account fail on purpose. */
export function Faults() {
  const { faults, error, reload } = useFaults()
  const choices = useChoices()
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const [isOpen, setOpen] = useState(false)
  const copy = (/** @type {import('./faults/presets.js').Fault} */ rule) => {
    setDraft(draftOf(rule))
    setOpen(true)
  }
  return html`<div class="screen-header">
      <div>
        <h1>Faults</h1>
        <p>Let requests of this account fail, be slow or break off, to see what your client makes of it.</p>
      </div>
    </div>
    ${error !== undefined && html`<${Failure} error=${error} retry=${reload} title="The rules could not be loaded" />`}
    ${choices.error !== undefined && html`<${Failure} error=${choices.error} title="Operations and keys to choose from could not be loaded" />`}
    ${
      faults === undefined
        ? error === undefined && html`<div class="loading" role="status">Loading rules…</div>`
        : html`<div class="faults">
            <${Switches} faults=${faults} choices=${choices} />
            <${TryIt} faults=${faults} choices=${choices} />
            <${RuleList} faults=${faults} choices=${choices} onNew=${() => setOpen(true)} onCopy=${copy} />
            <${Unaffected} />
          </div>`
    }
    ${isOpen && html`<${RuleForm} draft=${draft} onDraft=${setDraft} choices=${choices} onClose=${() => setOpen(false)} />`}`
}

/** Said where somebody looks who wonders why a request got through. */
function Unaffected() {
  return html`<section class="panel" aria-labelledby="unaffected-title">
    <h2 id="unaffected-title">What no rule acts on</h2>
    <ul class="prose-list">
      <li>Requests that are refused anyway: for their key, their quota, or what is wrong with them.</li>
      <li>
        Requests that ask for an error or a delay of their own, with <code>X-Sandbox-Error</code>,${' '}
        <code>X-Sandbox-Delay</code> or <code>Prefer: code=…</code>.
      </li>
      <li>Requests of other accounts, and all to <code>/_sandbox</code>: this screen works whatever is on.</li>
    </ul>
    <p class="faint">
      An answer on which a rule acted says so in <code>X-Sandbox-Fault</code>, as does the request log. This page's own
      requests to the API are hit like any other, unless a rule names the one key on whose requests it acts.
    </p>
  </section>`
}
