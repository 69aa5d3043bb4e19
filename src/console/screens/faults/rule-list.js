import { useCallback, useState } from 'preact/hooks'
import { blockerOf, effectOf, shareOf, targetOf, titleOf } from '../../client/fault-rules.js'
import { useAction } from '../../hooks/action.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Badge } from '../../parts/badge.js'
import { Confirmation } from '../../parts/dialog.js'
import { Empty } from '../../parts/empty.js'
import { counted, shown } from '../../parts/numbers.js'
import { Time } from '../../parts/time.js'

/** @typedef {import('./presets.js').Fault} Fault */

/** @type {Record<Fault['state'], [tone: string, word: string]>} */
const STATES = {
  active: ['bad', 'active'],
  disabled: ['plain', 'disabled'],
  used_up: ['warn', 'used up'],
  expired: ['warn', 'expired'],
}

/**
 * @param {object} props
 * @param {Fault[]} props.faults In the order in which they are tried.
 * @param {import('./choices.js').Choices} props.choices
 * @param {() => void} props.onNew
 * @param {(rule: Fault) => void} props.onCopy
 */
export function RuleList({ faults, choices, onNew, onCopy }) {
  const { control, refresh } = useSandbox()
  const [leaving, setLeaving] = useState(/** @type {Fault | 'all' | undefined} */ (undefined))
  const remove = useAction(
    useCallback(
      async (/** @type {Fault | 'all'} */ what) => {
        await control('DELETE', what === 'all' ? 'faults' : `faults/${what.id}`)
        setLeaving(undefined)
        refresh()
        return what === 'all' ? 'All rules are deleted.' : `“${titleOf(what)}” is deleted.`
      },
      [control, refresh],
    ),
  )
  return html`<section class="panel" aria-labelledby="rules-title">
    <div class="panel-header">
      <h2 id="rules-title">Rules</h2>
      <div class="actions">
        <button type="button" class="primary" onClick=${onNew}>New rule</button>
        ${faults.length > 0 && html`<button type="button" class="danger" onClick=${() => setLeaving('all')}>Delete all</button>`}
      </div>
    </div>
    ${
      faults.length === 0
        ? html`<${Empty} title="This account has no fault rules">
            <p>Turn a switch on, or write a rule that says exactly which requests fail, how, and how often.</p>
          </${Empty}>`
        : html`<p class="faint">
              Tried from top to bottom. A rule that only delays lets those after it act too, any other is the last.
            </p>
            <table class="table stacked rules">
              <thead>
                <tr>
                  <th scope="col">Rule</th>
                  <th scope="col">Acts on</th>
                  <th scope="col">Does</th>
                  <th scope="col">State</th>
                  <th scope="col" class="number">Acted</th>
                  <th scope="col" class="number">Remaining</th>
                  <th scope="col"><span class="hidden-text">Actions</span></th>
                </tr>
              </thead>
              <tbody>
                ${faults.map(
                  (rule, index) => html`<${RuleRow}
                    key=${rule.id}
                    rule=${rule}
                    place=${index + 1}
                    blocker=${blockerOf(rule, faults)}
                    choices=${choices}
                    onCopy=${onCopy}
                    onDelete=${setLeaving}
                  />`,
                )}
              </tbody>
            </table>`
    }
    ${
      leaving !== undefined &&
      html`<${Confirmation}
        title=${leaving === 'all' ? 'Delete all rules' : 'Delete this rule'}
        confirm=${leaving === 'all' ? `Delete ${counted(faults.length, 'rule')}` : 'Delete rule'}
        busy=${remove.busy}
        onConfirm=${() => remove.run(leaving)}
        onClose=${() => setLeaving(undefined)}
      >
        <p>
          ${leaving === 'all' ? 'Those of the switches go with them.' : html`“<bdi>${titleOf(leaving)}</bdi>” is gone for good.`}
          To let requests pass for a while, disable instead.
        </p>
      </${Confirmation}>`
    }
  </section>`
}

/**
 * @param {object} props
 * @param {Fault} props.rule
 * @param {number} props.place
 * @param {Fault | undefined} props.blocker
 * @param {import('./choices.js').Choices} props.choices
 * @param {(rule: Fault) => void} props.onCopy
 * @param {(rule: Fault) => void} props.onDelete
 */
function RuleRow({ rule, place, blocker, choices, onCopy, onDelete }) {
  const { control, refresh } = useSandbox()
  const turn = useAction(
    useCallback(
      async (/** @type {boolean} */ enabled) => {
        await control('PUT', `faults/${rule.id}`, { body: { enabled } })
        refresh()
      },
      [control, rule.id, refresh],
    ),
  )
  const [tone, word] = STATES[rule.state]
  const name = titleOf(rule)
  return html`<tr class=${rule.state === 'active' ? '' : 'is-off'}>
    <th scope="row">
      <span><span class="faint">${place}.</span> <bdi>${name}</bdi></span>
      ${rule.name && html`<code class="faint rule-id">${rule.id}</code>`}
    </th>
    <td data-label="Acts on">${targetOf(rule, choices.keyName)}, ${shareOf(rule.share)}</td>
    <td data-label="Does">${effectOf(rule)}</td>
    <td data-label="State">
      <div>
        <${Badge} tone=${tone}>${word}</${Badge}>
        ${blocker && html`<div class="switch-blocked">never reached: “<bdi>${titleOf(blocker)}</bdi>” comes first</div>`}
        ${rule.expires_at && html`<div class="faint">until <${Time} at=${rule.expires_at} /></div>`}
      </div>
    </td>
    <td data-label="Acted" class="number">${shown(rule.matched)}</td>
    <td data-label="Remaining" class="number">${rule.remaining === null ? 'no limit' : shown(rule.remaining)}</td>
    <td class="rule-actions">
      <div class="actions">
        <button type="button" disabled=${turn.busy} aria-label=${`${rule.enabled ? 'Disable' : 'Enable'} ${name}`} onClick=${() => turn.run(!rule.enabled)}>
          ${rule.enabled ? 'Disable' : 'Enable'}
        </button>
        <button type="button" aria-label=${`Copy ${name}`} onClick=${() => onCopy(rule)}>Copy</button>
        <button type="button" class="danger" aria-label=${`Delete ${name}`} onClick=${() => onDelete(rule)}>Delete</button>
      </div>
    </td>
  </tr>`
}
