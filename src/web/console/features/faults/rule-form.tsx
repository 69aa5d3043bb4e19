import { useRef, useState } from 'preact/hooks'
import { controlDocument } from '../../client/control-document.ts'
import { titleOf } from '../../client/fault-rules.ts'
import { changesOf, draftOf, type FormDraft, requestOf } from '../../client/form-request.ts'
import { isolated } from '../../client/format.ts'
import {
  bodyFields,
  type FieldSettings,
  type FormField,
  type FormSettings,
} from '../../client/schema-form.ts'
import type { Control } from '../../client/session.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/fields.tsx'
import { Pending } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form.tsx'
import type { Choices } from './choices.ts'
import { type Fault, TEMPLATES } from './presets.ts'

export type RuleSettings = FormSettings<Control['FaultInput']> &
  Record<'delay.median' | 'delay.p99', FieldSettings>

/** The labels of a rule, and the values that it can name. */
export const ruleSettings = ({ operations, keys }: Choices): RuleSettings => ({
  name: {
    label: 'Name',
    hint: 'Optional. The rule also has an id.',
    placeholder: 'Three failures, then success',
  },
  operation: {
    label: 'Operations',
    kind: 'choices',
    hint: 'If none is selected, all of them.',
    options: operations.map(({ id, method, path }) => [id, `${id} (${method} ${path})`]),
  },
  method: {
    label: 'Methods',
    kind: 'choices',
    hint: '',
    options: [...new Set(operations.map(({ method }) => method))].map((each) => [each, each]),
  },
  path: {
    label: 'Path',
    hint: 'With or without the API root; * matches anything.',
    placeholder: '/campaigns/*',
    suggestions: [],
  },
  key: {
    label: 'Key',
    hint: "A key's id, the first 8 characters of its token, or the token.",
    suggestions: keys.map(({ id }) => id),
  },
  share: { label: 'Share', hint: 'Above 0, up to 1: 0.1 is one in ten.', placeholder: '1' },
  error: { label: 'Error', hint: 'Sets the status, unless you give one.', fallback: 'None' },
  status: {
    label: 'Status',
    hint: '400 to 599. Sets the error, unless you give one.',
    placeholder: '503',
  },
  delay: { label: 'Delay', hint: 'Milliseconds.', placeholder: '800' },
  'delay.median': { label: 'or median', hint: 'Milliseconds.', placeholder: '200' },
  'delay.p99': { label: 'and 99th percentile', hint: 'Milliseconds.', placeholder: '1500' },
  connection: { label: 'Connection', hint: '', fallback: 'Unchanged' },
  body: { label: 'Body', hint: '', fallback: 'Unchanged' },
  missing_headers: {
    label: 'Headers left out',
    hint: 'Names, one per line.',
    placeholder: 'X-RateLimit-Remaining',
  },
  count: {
    label: 'Count',
    hint: 'Number of requests; later ones succeed.',
    placeholder: 'no limit',
  },
  expires_in: {
    label: 'Expires in',
    hint: "On the account's clock: 90s, 10m, 1h.",
    placeholder: 'never',
    suggestions: [],
  },
  expires_at: { label: 'or at', hint: 'A time in UTC.' },
  enabled: { label: 'Enable the rule now', hint: '' },
})

const EFFECTS: readonly string[] = [
  'error',
  'status',
  'delay',
  'delay.median',
  'delay.p99',
  'connection',
  'body',
  'missing_headers',
]

const GROUPS = [
  ['', ['name']],
  ['Which requests', ['operation', 'method', 'path', 'key', 'share']],
  ['What it does', EFFECTS],
  ['When it ends', ['count', 'expires_in', 'expires_at']],
  ['', ['enabled']],
] as const

/** The changes of a rule. The server replaces all of its effects if it gets one, so they are sent together. */
function changesOfRule(fields: readonly FormField[], rule: Fault, draft: FormDraft) {
  const changes = changesOf(fields, draftOf(fields, rule), draft)
  const isEffect = (name: string) => EFFECTS.includes(name)
  const effects = requestOf(
    fields.filter(({ name }) => isEffect(name)),
    draft,
  )
  // The server says what is wrong with a rule that does nothing.
  if (!Object.keys(changes).some(isEffect) || Object.keys(effects).length === 0) return changes
  const others = Object.entries(changes).filter(([name]) => !isEffect(name))
  return { ...Object.fromEntries(others), ...effects }
}

/** The draft of a new rule. */
export const EMPTY: FormDraft = { enabled: 'true' }

/** A form for a new rule, or for `editing`. The form of a new rule keeps its input when it is closed, until the rule was created. */
export function RuleForm({
  state,
  begin,
  choices,
  editing,
  onClose,
}: {
  state: [draft: FormDraft, put: (draft: FormDraft) => void]
  /** A rule that a new one begins with. */
  begin?: Partial<Fault> | undefined
  choices: Choices
  editing?: Fault
  onClose: () => void
}) {
  const { control, refresh, notify } = useSandbox()
  const [draft, put] = state
  /** A template begins the form again, without the problems of what was sent. */
  const [filled, setFilled] = useState(0)
  const hasBegun = useRef(false)
  const loaded = useLoaded(async () => {
    const document = await controlDocument()
    const settings = ruleSettings(choices)
    const fields = editing
      ? bodyFields(document, 'put', '/faults/{id}', settings)
      : bodyFields(document, 'post', '/faults', settings)
    const from = editing ?? begin
    // A reload keeps what was typed since.
    if (from && !hasBegun.current) put(draftOf(fields, from))
    hasBegun.current = true
    return fields.filter(({ name }) => name !== 'position')
  }, [choices.operations, choices.keys])
  const fields = loaded.data ?? []
  const send = async () => {
    const enabled = draft.enabled === 'true'
    const changes = editing && changesOfRule(fields, editing, draft)
    if (changes && Object.keys(changes).length === 0) return onClose()
    const { data } = editing
      ? await control('PUT', '/faults/{id}', { params: { id: editing.id }, body: changes ?? {} })
      : await control('POST', '/faults', { body: { ...requestOf(fields, draft), enabled } })
    put(EMPTY)
    refresh()
    onClose()
    notify(`Rule “${isolated(titleOf(data))}” ${editing ? 'saved' : 'created'}.`)
  }
  return (
    <Dialog title={editing ? 'Edit rule' : 'New rule'} wide onClose={onClose}>
      <Pending of={loaded}>Loading the form…</Pending>
      {loaded.data && !editing && (
        <Field
          label="Template"
          value=""
          options={[
            ['', 'Fill the form from…'],
            ...TEMPLATES.map(({ title }) => [title, title]),
            ['none', 'Nothing: clear the form'],
          ]}
          onValue={(title) => {
            const template = TEMPLATES.find((each) => each.title === title)
            const record = template && { ...template.effect, name: title }
            put({ ...draftOf(fields, record), ...EMPTY })
            setFilled(filled + 1)
          }}
        />
      )}
      {loaded.data && (
        <SchemaForm
          key={filled}
          fields={fields}
          state={state}
          initial={EMPTY}
          groups={GROUPS}
          submit={editing ? 'Save rule' : 'Create rule'}
          send={send}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
