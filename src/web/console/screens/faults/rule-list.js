import { useState } from 'preact/hooks'
import { blockerOf, effectOf, shareOf, targetOf, titleOf } from '../../client/fault-rules.js'
import { useAction, useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Confirmation } from '../../parts/dialog.js'
import { Empty, Panel, Table } from '../../parts/page.js'
import { Badge, counted, shown, Time } from '../../parts/values.js'

/** @import { Choices } from './choices.js' */
/** @import { Column } from '../../parts/page.js' */
/** @import { Fault } from './presets.js' */

const TONES = { active: 'bad', disabled: 'plain', used_up: 'warn', expired: 'warn' }

/** @param {{ faults: Fault[], choices: Choices, onNew: () => void, onCopy: (rule: Fault) => void }} props */
export function RuleList({ faults, choices, onNew, onCopy }) {
  const { control, refresh } = useSandbox()
  const [leaving, setLeaving] = useState(/** @type {Fault | 'all' | undefined} */ (undefined))
  const remove = async (/** @type {Fault | 'all'} */ what) => {
    if (what === 'all') await control('DELETE', '/faults')
    else await control('DELETE', '/faults/{id}', { params: { id: what.id } })
    refresh()
    return what === 'all' ? 'All rules deleted.' : `Rule “${titleOf(what)}” deleted.`
  }
  const actions = html`<div class="actions">
    <button type="button" class="primary" onClick=${onNew}>New rule</button>
    ${faults.length > 0 && html`<button type="button" class="danger" onClick=${() => setLeaving('all')}>Delete all</button>`}
  </div>`
  return html`<${Panel} title="Rules" actions=${actions}>
    ${
      faults.length === 0
        ? html`<${Empty} title="No fault rules yet">
            <p>Turn on a switch, or create a rule that says which requests fail, how, and how often.</p>
          </${Empty}>`
        : html`<p class="faint">
              Tried from top to bottom. The first match that does more than delay is the last.
            </p>
            <${Table}
              class="rules"
              columns=${columnsOf({ faults, choices, onCopy, onDelete: setLeaving })}
              rows=${faults}
              rowClass=${(/** @type {Fault} */ { state }) => (state === 'active' ? '' : 'is-off')}
            />`
    }
    ${
      leaving !== undefined &&
      html`<${Confirmation}
        title=${leaving === 'all' ? 'Delete all rules?' : 'Delete this rule?'}
        confirm=${leaving === 'all' ? `Delete ${counted(faults.length, 'rule')}` : 'Delete rule'}
        failed="Nothing was deleted"
        act=${() => remove(leaving)}
        onClose=${() => setLeaving(undefined)}
      >
        <p>
          ${leaving === 'all' ? 'This also deletes the rules of the switches.' : html`This deletes “<bdi>${titleOf(leaving)}</bdi>” for good.`}
          To let requests pass for a while, disable it instead.
        </p>
      </${Confirmation}>`
    }
  </${Panel}>`
}

/** @param {Omit<Parameters<typeof RowActions>[0], 'rule'> & { faults: Fault[], choices: Choices }} parts @returns {Column<Fault>[]} */
function columnsOf({ faults, choices, onCopy, onDelete }) {
  return [
    [
      'Rule',
      (rule, index) => html`
        <span><span class="faint">${index + 1}.</span> <bdi>${titleOf(rule)}</bdi></span>
        ${rule.name && html`<code class="faint rule-id">${rule.id}</code>`}
      `,
    ],
    ['Acts on', (rule) => `${targetOf(rule, choices.keyName)}, ${shareOf(rule.share)}`],
    ['Does', effectOf],
    ['State', (rule) => html`<${State} rule=${rule} blocker=${blockerOf(rule, faults)} />`],
    ['Acted', ({ matched }) => shown(matched), 'number'],
    ['Remaining', ({ remaining: left }) => (left === null ? 'no limit' : shown(left)), 'number'],
    [
      'Actions',
      (rule) => html`<${RowActions} rule=${rule} onCopy=${onCopy} onDelete=${onDelete} />`,
      'rule-actions',
    ],
  ]
}

/** @param {{ rule: Fault, blocker: Fault | undefined }} props */
function State({ rule, blocker }) {
  return html`<div>
    <${Badge} tone=${TONES[rule.state]}>${rule.state.replace('_', ' ')}</${Badge}>
    ${blocker && html`<div class="switch-blocked">never reached: “<bdi>${titleOf(blocker)}</bdi>” comes first</div>`}
    ${rule.expires_at && html`<div class="faint">until <${Time} at=${rule.expires_at} /></div>`}
  </div>`
}

/** @param {{ rule: Fault, onCopy: (rule: Fault) => void, onDelete: (rule: Fault) => void }} props */
function RowActions({ rule, onCopy, onDelete }) {
  const { control, refresh } = useSandbox()
  const turn = useAction(async () => {
    await control('PUT', '/faults/{id}', {
      params: { id: rule.id },
      body: { enabled: !rule.enabled },
    })
    refresh()
  })
  const name = titleOf(rule)
  const does = rule.enabled ? 'Disable' : 'Enable'
  return html`<div class="actions">
    <button type="button" disabled=${turn.busy} aria-label=${`${does} ${name}`} onClick=${() => turn.run()}>${does}</button>
    <button type="button" aria-label=${`Copy ${name}`} onClick=${() => onCopy(rule)}>Copy</button>
    <button type="button" class="danger" aria-label=${`Delete ${name}`} onClick=${() => onDelete(rule)}>Delete</button>
  </div>`
}
