import { titleOf } from '../../client/fault-rules.js'
import { useForm } from '../../hooks/form.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { Check, FieldGroup, FormProblem, toggled } from '../../parts/controls.js'
import { Dialog } from '../../parts/dialog.js'
import { isolated, numberOf } from '../../parts/values.js'
import { OperationPicker } from './choices.js'

/** @import { Choices } from './choices.js' */

const DELAYS = [
  ['', 'None'],
  ['fixed', 'Constant'],
  ['varying', 'Varying (log-normal)'],
]
const CONNECTIONS = [
  ['', 'Unchanged'],
  ['reset', 'Reset (TCP RST)'],
  ['empty', 'Empty: closed without a response'],
]
const BODIES = [
  ['', 'Unchanged'],
  ['truncated', 'Truncated: half of it, then closed'],
  ['malformed', 'Malformed: complete, but not valid JSON'],
]

/**
 * A form for a rule. It keeps its input when it is closed, until a rule was created.
 * @param {{ draft: Draft, onDraft: (draft: Draft) => void, choices: Choices, onClose: () => void }} props
 */
export function RuleForm({ draft, onDraft, choices, onClose }) {
  const { control, refresh, notify } = useSandbox()
  const { attributes, busy, put, field, problemsOf, problem, clear } = useForm(
    [draft, onDraft],
    async () => {
      const { data } = await control('POST', '/faults', { body: inputOf(draft) })
      onDraft(EMPTY_DRAFT)
      refresh()
      onClose()
      notify(`Rule “${isolated(titleOf(data))}” created.`)
    },
  )
  const codes = [['', 'None'], ...choices.codes.map((code) => [code, code])]
  const methods = [...new Set(choices.operations.map(({ method }) => method))]

  return html`<${Dialog} title="New rule" wide onClose=${onClose}>
    <form ...${attributes}>
      <${FormProblem} text=${problem} />
      ${field('name', 'Name', { hint: 'Optional. The rule also has an id.', placeholder: 'Three failures, then success' })}
      <fieldset>
        <legend>Which requests</legend>
        <p class="hint">Empty fields match every request.</p>
        <${OperationPicker}
          operations=${choices.operations}
          picked=${draft.operation}
          onPick=${(/** @type {string[] | undefined} */ operation) => put({ operation })}
          problems=${problemsOf('operation')}
        />
        <${FieldGroup} legend="Methods" problems=${problemsOf('method')} class="check-row">
          ${methods.map(
            (method) => html`<${Check}
              checked=${draft.method.includes(method)}
              onChange=${() => put({ method: toggled(draft.method, method) })}
            >${method}</${Check}>`,
          )}
        </${FieldGroup}>
        <div class="field-row">
          ${field('path', 'Path', { hint: 'Below the API root; * matches anything.', placeholder: '/campaigns/*' })}
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
          ${field('error', 'Error', { options: codes, hint: 'Sets the status, unless you give one.' })}
          ${field('status', 'Status', { inputmode: 'numeric', hint: '400 to 599. Sets the error, unless you give one.', placeholder: '503' })}
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
          ${field('missing_headers', 'Headers left out', { placeholder: 'X-RateLimit-Remaining', hint: 'Names, separated by commas.' })}
        </div>
      </fieldset>
      <fieldset>
        <legend>When it ends</legend>
        <div class="field-row">
          ${field('count', 'Count', { inputmode: 'numeric', hint: 'Number of requests; later ones succeed.', placeholder: 'no limit' })}
          ${field('expires_in', 'Expires in', { hint: "On the account's clock: 90s, 10m, 1h.", placeholder: 'never' })}
          ${field('expires_at', 'or at', { hint: 'A time in UTC.', placeholder: '2026-01-31T12:00:00Z' })}
        </div>
      </fieldset>
      <${Check} checked=${draft.enabled} onChange=${(/** @type {boolean} */ enabled) => put({ enabled })}>Enable the rule now</${Check}>
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

/** A rule in the form: texts, as they were typed. */
export const EMPTY_DRAFT = {
  name: '',
  enabled: true,
  /** Undefined for all of them. */
  operation: /** @type {string[] | undefined} */ (undefined),
  method: /** @type {string[]} */ ([]),
  path: '',
  key: '',
  share: '',
  error: '',
  status: '',
  delays: /** @type {'' | 'fixed' | 'varying'} */ (''),
  delay: '',
  median: '',
  p99: '',
  connection: '',
  body: '',
  missing_headers: '',
  count: '',
  expires_in: '',
  expires_at: '',
}

/** @typedef {typeof EMPTY_DRAFT} Draft */

/**
 * The request body of a draft. Values that the server would refuse are sent as they were typed: its answer says what is wrong.
 * @param {Draft} draft @returns {any}
 */
function inputOf(draft) {
  const { enabled, operation, method, delays, missing_headers } = draft
  const headers = missing_headers.split(/[\s,]+/).filter((name) => name !== '')
  const delay = {
    '': undefined,
    fixed: numberOf(draft.delay) ?? '',
    varying: { median: numberOf(draft.median) ?? '', p99: numberOf(draft.p99) ?? '' },
  }
  return {
    name: draft.name.trim() || undefined,
    enabled,
    operation,
    method: method.length === 0 ? undefined : method,
    path: draft.path.trim() || undefined,
    key: draft.key.trim() || undefined,
    share: numberOf(draft.share),
    error: draft.error || undefined,
    status: numberOf(draft.status),
    delay: delay[delays],
    connection: draft.connection || undefined,
    body: draft.body || undefined,
    missing_headers: headers.length === 0 ? undefined : headers,
    count: numberOf(draft.count),
    expires_in: draft.expires_in.trim() || undefined,
    expires_at: draft.expires_at.trim() || undefined,
  }
}

/** Members that a rule and a draft share, as texts in the draft. */
const TEXTS = /** @type {(keyof import('./presets.js').Fault)[]} */ ([
  'path',
  'key',
  'share',
  'error',
  'status',
  'connection',
  'body',
  'count',
  'expires_at',
])

/** A draft that says the same as a rule. @param {import('./presets.js').Fault} rule @returns {Draft} */
export function draftOf(rule) {
  const { operation, method = [], delay, missing_headers = [] } = rule
  const varying = typeof delay === 'object' ? delay : {}
  return {
    ...EMPTY_DRAFT,
    ...Object.fromEntries(TEXTS.map((name) => [name, String(rule[name] ?? '')])),
    name: rule.name ? `${rule.name} (copy)` : '',
    operation: operation && [...operation],
    method: [...method],
    delays: delay === undefined ? '' : typeof delay === 'number' ? 'fixed' : 'varying',
    delay: typeof delay === 'number' ? String(delay) : '',
    median: String(varying.median ?? ''),
    p99: String(varying.p99 ?? ''),
    missing_headers: missing_headers.join(', '),
  }
}
