import { titleOf } from '../../client/fault-rules.ts'
import { isolated } from '../../client/format.ts'
import { useSandbox } from '../../hooks/sandbox.ts'
import { Check, toggled } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldGroup, FormProblem } from '../../ui/fields.tsx'
import { useForm } from '../../ui/form.tsx'
import type { Choices } from './choices.tsx'
import { OperationPicker } from './choices.tsx'
import { changesOf, type Draft, draftOf, EMPTY_DRAFT, inputOf } from './fault-draft.ts'
import { type Fault, TEMPLATES } from './presets.ts'

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

/** A form for a new rule, or for `editing`. The form of a new rule keeps its input when it is closed, until the rule was created. */
export function RuleForm({
  draft,
  onDraft,
  choices,
  editing,
  onClose,
}: {
  draft: Draft
  onDraft: (draft: Draft) => void
  choices: Choices
  editing?: Fault | undefined
  onClose: () => void
}) {
  const { control, refresh, notify } = useSandbox()
  const { attributes, busy, put, field, problemsOf, problem, clear } = useForm(
    [draft, onDraft],
    async () => {
      const { data } = editing
        ? await control('PUT', '/faults/{id}', {
            params: { id: editing.id },
            body: changesOf(draft, editing),
          })
        : await control('POST', '/faults', { body: inputOf(draft) })
      onDraft(EMPTY_DRAFT)
      refresh()
      onClose()
      notify(`Rule “${isolated(titleOf(data))}” ${editing ? 'saved' : 'created'}.`)
    },
  )
  const codes = [['', 'None'], ...choices.codes.map((code) => [code, code])]
  const methods = [...new Set(choices.operations.map(({ method }) => method))]

  return (
    <Dialog title={editing ? 'Edit rule' : 'New rule'} wide onClose={onClose}>
      <form {...attributes}>
        <FormProblem text={problem} />
        {!editing && (
          <Field
            label="Template"
            value=""
            options={[['', 'Fill the form from…'], ...TEMPLATES.map(({ title }) => [title, title])]}
            onValue={(title) => {
              const template = TEMPLATES.find((each) => each.title === title)
              if (template) onDraft({ ...draftOf(template.effect), name: title })
            }}
          />
        )}
        {field('name', 'Name', {
          hint: 'Optional. The rule also has an id.',
          placeholder: 'Three failures, then success',
        })}
        <fieldset>
          <legend>Which requests</legend>
          <p class="hint">Empty fields match every request.</p>
          <OperationPicker
            operations={choices.operations}
            picked={draft.operation}
            onPick={(operation: string[] | undefined) => put({ operation })}
            problems={problemsOf('operation')}
          />
          <FieldGroup legend="Methods" problems={problemsOf('method')} class="row">
            {methods.map((method) => (
              <Check
                checked={draft.method.includes(method)}
                onChange={() => put({ method: toggled(draft.method, method) })}
              >
                {method}
              </Check>
            ))}
          </FieldGroup>
          <div class="grid fields">
            {field('path', 'Path', {
              hint: 'With or without the API root; * matches anything.',
              placeholder: '/campaigns/*',
            })}
            {field('key', 'Key', {
              hint: "A key's id, the first 8 characters of its token, or the token.",
              list: 'fault-keys',
            })}
            {field('share', 'Share', {
              hint: 'Above 0, up to 1: 0.1 is one in ten.',
              inputmode: 'decimal',
              placeholder: '1',
            })}
          </div>
          <datalist id="fault-keys">
            {choices.keys.map(({ id, name, prefix }) => (
              <option value={id}>{name ?? prefix}</option>
            ))}
          </datalist>
        </fieldset>
        <fieldset>
          <legend>What it does</legend>
          <div class="grid fields">
            {field('error', 'Error', {
              options: codes,
              hint: 'Sets the status, unless you give one.',
            })}
            {field('status', 'Status', {
              inputmode: 'numeric',
              hint: '400 to 599. Sets the error, unless you give one.',
              placeholder: '503',
            })}
          </div>
          <div class="grid fields">
            {field('delays', 'Delay', { options: DELAYS })}
            {draft.delays === 'fixed' &&
              field('delay', 'Milliseconds', { inputmode: 'numeric', placeholder: '800' })}
            {draft.delays === 'varying' && (
              <>
                {field('median', 'Median (ms)', {
                  of: 'delay.median',
                  inputmode: 'numeric',
                  placeholder: '200',
                })}
                {field('p99', '99th percentile (ms)', {
                  of: 'delay.p99',
                  inputmode: 'numeric',
                  placeholder: '1500',
                })}
              </>
            )}
          </div>
          <div class="grid fields">
            {field('connection', 'Connection', { options: CONNECTIONS })}
            {field('body', 'Body', { options: BODIES })}
            {field('missing_headers', 'Headers left out', {
              placeholder: 'X-RateLimit-Remaining',
              hint: 'Names, separated by commas.',
            })}
          </div>
        </fieldset>
        <fieldset>
          <legend>When it ends</legend>
          <div class="grid fields">
            {field('count', 'Count', {
              inputmode: 'numeric',
              hint: 'Number of requests; later ones succeed.',
              placeholder: 'no limit',
            })}
            {field('expires_in', 'Expires in', {
              hint: "On the account's clock: 90s, 10m, 1h.",
              placeholder: 'never',
            })}
            {field('expires_at', 'or at', {
              hint: 'A time in UTC.',
              placeholder: '2026-01-31T12:00:00Z',
            })}
          </div>
        </fieldset>
        <Check checked={draft.enabled} onChange={(enabled: boolean) => put({ enabled })}>
          Enable the rule now
        </Check>
        <div class="actions">
          <button type="submit" class="primary" disabled={busy}>
            {editing ? 'Save rule' : 'Create rule'}
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
          {!editing && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                onDraft(EMPTY_DRAFT)
                clear()
              }}
            >
              Clear the form
            </button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
