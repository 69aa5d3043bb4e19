import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import { type FormDraft, linesOf } from '../client/form-request.ts'
import type { FormField } from '../client/schema-form.ts'
import { Check, toggled } from './controls.tsx'
import { type Control, FieldGroup, FormProblem, Suggestions } from './fields.tsx'
import { useForm } from './form.tsx'
import { Prose } from './values.tsx'

interface Props {
  /** The fields for a draft, because one value may decide which others are needed. */
  fields: readonly FormField[] | ((draft: FormDraft) => readonly FormField[])
  initial: FormDraft
  /** The draft, if it is kept elsewhere. */
  state?: [draft: FormDraft, put: (draft: FormDraft) => void]
  /** The names of the fields in groups with a title. */
  groups?: readonly (readonly [title: string, names: readonly string[]])[]
  /** Label of the button. */
  submit: string
  send: (draft: FormDraft) => Promise<void>
  onCancel?: () => void
  /** Names of the fields that most users leave alone; they are folded. */
  more?: readonly string[]
  /** Not the main action of the screen. */
  plain?: boolean
  /** A summary of the draft, above the buttons. */
  children?: (draft: FormDraft) => ComponentChildren
}

/** A form for a request as its schema describes it. The server validates it, and its problems are shown at the fields. */
export function SchemaForm({
  fields,
  initial,
  state: given,
  groups,
  submit,
  send,
  onCancel,
  more = [],
  plain = false,
  children,
}: Props) {
  const own = useState(initial)
  const state = given ?? own
  const [draft] = state
  const form = useForm(state, () => send(draft))
  const shown = typeof fields === 'function' ? fields(draft) : fields
  const folded = shown.filter(({ name }) => more.includes(name))
  const inputs = (some: readonly FormField[]) => (
    <div class="grid fields">
      {some.map((field) => (
        <SchemaField key={field.name} field={field} form={form} draft={draft} />
      ))}
    </div>
  )
  // A folded problem would be invisible.
  const isOpen = folded.some(({ name }) => form.problemsOf(name) !== undefined)
  return (
    <form {...form.attributes}>
      {groups?.map(([title, names]) => {
        const some = inputs(shown.filter(({ name }) => names.includes(name)))
        if (title === '') return some
        return (
          <fieldset key={title}>
            <legend>{title}</legend>
            {some}
          </fieldset>
        )
      })}
      {!groups && inputs(shown.filter((field) => !folded.includes(field)))}
      {folded.length > 0 && (
        <details open={isOpen}>
          <summary>More settings</summary>
          {inputs(folded)}
        </details>
      )}
      {children?.(draft)}
      <FormProblem text={form.problem} />
      <div class="actions">
        <button type="submit" class={plain ? '' : 'primary'} disabled={form.busy}>
          {submit}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  )
}

/** Fields of several lines. */
const WIDE: readonly FormField['kind'][] = ['lines', 'pairs', 'choices']

/** A field of a form. `aside` follows its label, and `control` replaces the input that its schema asks for. */
export function SchemaField({
  field: { name, label, kind, hint: said, options, suggestions, required, fallback, placeholder },
  form,
  draft,
  aside,
  control,
}: {
  field: FormField
  form: ReturnType<typeof useForm<FormDraft>>
  draft: FormDraft
  aside?: ComponentChildren
  control?: Control | undefined
}) {
  const id = useId()
  const value = draft[name] ?? ''
  const put = (text: string) => form.put({ [name]: text })
  const hint = said ? <Prose text={said} /> : undefined
  if (kind === 'choices') {
    const chosen = linesOf(value)
    const legend = aside ? (
      <span class="row">
        {label} {aside}
      </span>
    ) : (
      label
    )
    return (
      <FieldGroup class="wide" legend={legend} problems={form.problemsOf(name)}>
        <div class="grid fields choices">
          {options.map(([each, text]) => (
            <Check
              key={each}
              checked={chosen.includes(each)}
              onChange={() => put(toggled(chosen, each).join('\n'))}
            >
              {text}
            </Check>
          ))}
        </div>
        {hint && <div class="hint">{hint}</div>}
      </FieldGroup>
    )
  }
  if (kind === 'switch')
    return (
      <Check checked={value === 'true'} onChange={(on) => put(on ? 'true' : '')}>
        {label}
      </Check>
    )
  // The empty choice is that of the default, which is then no choice of its own.
  const preset = options.find(([each]) => each === fallback)?.[1] ?? fallback
  const unset = required && fallback === undefined ? 'Choose…' : (preset ?? 'Not set')
  const hasEmpty = options[0]?.[0] === '' || (value !== '' && value === fallback)
  return (
    <div class={WIDE.includes(kind) ? 'wide' : ''}>
      {form.field(name, label, {
        hint,
        aside,
        control,
        required,
        ...(kind === 'choice' && {
          options: hasEmpty
            ? options
            : [['', unset], ...options.filter(([each]) => each !== fallback)],
        }),
        ...(WIDE.includes(kind) && { as: 'textarea', rows: 4 }),
        ...(kind === 'number' && { inputmode: 'decimal' }),
        ...(kind === 'day' && { date: 'day' }),
        ...(kind === 'moment' && { date: 'time' }),
        ...(suggestions.length > 0 && { list: id }),
        ...(placeholder !== undefined && { placeholder }),
      })}
      {suggestions.length > 0 && <Suggestions id={id} values={suggestions} />}
    </div>
  )
}
