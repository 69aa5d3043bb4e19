import { titleOf } from '../../client/fault-rules.js'
import { useForm } from '../../hooks/form.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Dialog } from '../../parts/dialog.js'
import { Field, FieldGroup, FormProblem } from '../../parts/field.js'
import { isolated } from '../../parts/isolated.js'
import { EMPTY_DRAFT, inputOf } from './draft.js'
import { OperationPicker } from './operation-picker.js'

/** @typedef {import('./draft.js').Draft} Draft */

const FIELDS = [
  ...Object.keys(EMPTY_DRAFT).filter((name) => !['delays', 'median', 'p99'].includes(name)),
  'delay.median',
  'delay.p99',
]

/** @type {[value: string, label: string][]} */
const DELAYS = [
  ['', 'None'],
  ['fixed', 'Always the same'],
  ['varying', 'Varying (log-normal)'],
]
/** @type {[value: string, label: string][]} */
const CONNECTIONS = [
  ['', 'Stays'],
  ['reset', 'Reset: broken off (TCP RST)'],
  ['empty', 'Empty: closed without an answer'],
]
/** @type {[value: string, label: string][]} */
const BODIES = [
  ['', 'As it is'],
  ['truncated', 'Truncated: half of it, then closed'],
  ['malformed', 'Malformed: all of it, but no JSON'],
]

/**
 * A rule with all that the API takes. What was typed stays until a rule was made of it, also when the form is closed.
 *
 * @param {object} props
 * @param {Draft} props.draft
 * @param {(draft: Draft) => void} props.onDraft
 * @param {import('./choices.js').Choices} props.choices
 * @param {() => void} props.onClose
 */
export function RuleForm({ draft, onDraft, choices, onClose }) {
  const { control, refresh, notify } = useSandbox()
  const { attributes, problems, busy, clear } = useForm(FIELDS, async () => {
    const { data } = await control('POST', 'faults', { body: inputOf(draft) })
    onDraft(EMPTY_DRAFT)
    refresh()
    onClose()
    notify(`The rule “${isolated(titleOf(data))}” is there.`)
  })
  const { fields, rest } = problems
  const put = (/** @type {Partial<Draft>} */ change) => onDraft({ ...draft, ...change })
  /**
   * @param {'name' | 'path' | 'key' | 'share' | 'error' | 'status' | 'delays' | 'delay' | 'median' | 'p99' | 'connection' | 'body' | 'missing_headers' | 'count' | 'expires_in' | 'expires_at'} name
   * @param {string} label
   * @param {{ hint?: string, options?: [string, string][], of?: string } & Record<string, unknown>} [more]
   *   `of`: what it is called in the rule. What else there is are attributes of the input.
   */
  const field = (name, label, { hint, options, of = name, ...more } = {}) =>
    html`<${Field}
      label=${label}
      value=${draft[name]}
      onValue=${(/** @type {string} */ value) => put({ [name]: value })}
      problems=${fields[of]}
      hint=${hint}
      options=${options}
      attributes=${{ autocomplete: 'off', ...more }}
    />`
  const codes = /** @type {[string, string][]} */ ([
    ['', 'None'],
    ...choices.codes.map((code) => [code, code]),
  ])
  const methods = [...new Set(choices.operations.map(({ method }) => method))]

  return html`<${Dialog} title="New rule" wide onClose=${onClose}>
    <form ...${attributes}>
      <${FormProblem} text=${rest} />
      ${field('name', 'Name', { hint: 'For people; the rule is known by its id.', placeholder: 'Three failures, then success' })}
      <fieldset>
        <legend>Which requests</legend>
        <p class="hint">What is left out excludes nothing.</p>
        <${OperationPicker}
          operations=${choices.operations}
          picked=${draft.operation}
          onPick=${(/** @type {string[] | undefined} */ operation) => put({ operation })}
          problems=${fields.operation}
        />
        <${FieldGroup} legend="Methods" problems=${fields.method} class="check-row">
          ${methods.map(
            (method) => html`<label class="check">
              <input
                type="checkbox"
                checked=${draft.method.includes(method)}
                onChange=${() =>
                  put({
                    method: draft.method.includes(method)
                      ? draft.method.filter((each) => each !== method)
                      : [...draft.method, method],
                  })}
              />
              ${method}
            </label>`,
          )}
        </${FieldGroup}>
        <div class="field-row">
          ${field('path', 'Path', { hint: 'Below the API root; * stands for anything.', placeholder: '/campaigns/*' })}
          ${field('key', 'Key', { hint: "A key's id, the first 8 characters of its token, or the token.", list: 'fault-keys' })}
          ${field('share', 'Share', { hint: 'Above 0, up to 1: 0.1 is one in ten.', inputmode: 'decimal', placeholder: '1' })}
        </div>
        <datalist id="fault-keys">
          ${choices.keys.map(({ id, name, prefix }) => html`<option value=${id}>${name ?? prefix}</option>`)}
        </datalist>
      </fieldset>
      <fieldset>
        <legend>What it does</legend>
        <div class="field-row">
          ${field('error', 'Error', { options: codes, hint: 'Its status follows, unless one is given.' })}
          ${field('status', 'Status', { inputmode: 'numeric', hint: '400 to 599; alone, it decides on the error.', placeholder: '503' })}
        </div>
        <div class="field-row">
          ${field('delays', 'Delay', { options: DELAYS })}
          ${draft.delays === 'fixed' && field('delay', 'Milliseconds', { inputmode: 'numeric', placeholder: '800' })}
          ${
            draft.delays === 'varying' &&
            html`${field('median', 'Median (ms)', { of: 'delay.median', inputmode: 'numeric', placeholder: '200' })}
              ${field('p99', '99th percentile (ms)', { of: 'delay.p99', inputmode: 'numeric', placeholder: '1500' })}`
          }
        </div>
        <div class="field-row">
          ${field('connection', 'Connection', { options: CONNECTIONS })}
          ${field('body', 'Body', { options: BODIES })}
          ${field('missing_headers', 'Headers left out', { placeholder: 'X-RateLimit-Remaining', hint: 'Names, with commas between.' })}
        </div>
      </fieldset>
      <fieldset>
        <legend>When it ends</legend>
        <div class="field-row">
          ${field('count', 'Count', { inputmode: 'numeric', hint: 'Acts so often, then lets requests pass.', placeholder: 'no limit' })}
          ${field('expires_in', 'Expires in', { hint: "On the account's clock: 90s, 10m, 1h.", placeholder: 'never' })}
          ${field('expires_at', 'or at', { hint: 'A time in UTC.', placeholder: '2026-01-31T12:00:00Z' })}
        </div>
      </fieldset>
      <label class="check">
        <input type="checkbox" checked=${draft.enabled} onChange=${() => put({ enabled: !draft.enabled })} />
        Acts at once
      </label>
      <div class="actions">
        <button type="submit" class="primary" disabled=${busy}>Create rule</button>
        <button type="button" onClick=${onClose}>Close</button>
        <button type="button" class="quiet" onClick=${() => {
          onDraft(EMPTY_DRAFT)
          clear()
        }}>Clear the form</button>
      </div>
    </form>
  </${Dialog}>`
}
