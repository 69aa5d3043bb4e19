import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { optionsOf, valueTo } from './controls.tsx'
import { DateInput } from './date-input.tsx'

/** The problems of one field. */
export function Problems({
  id,
  problems = [],
}: {
  id?: string
  problems: readonly string[] | undefined
}) {
  if (problems.length === 0) return null
  return (
    <div id={id}>
      {problems.map((each) => (
        <p class="problem">{each}</p>
      ))}
    </div>
  )
}

/** A problem of the whole form. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p class="problem form-problem" role="alert" tabindex={-1}>
      {text}
    </p>
  )
}

/** An input of its own; the attributes name it. */
export type Control = (attributes: { id: string }) => ComponentChildren

/**
 * An input, a select (with `options`), a date with a calendar or another `control`, with its label, hint and problems, and a
 * `button` next to it. `aside` follows the label.
 */
export function Field(props: {
  label: string
  value: string
  onValue: (value: string) => void
  problems?: readonly string[] | undefined
  hint?: ComponentChildren
  as?: 'input' | 'textarea'
  options?: readonly (readonly string[])[]
  date?: 'day' | 'time' | undefined
  attributes?: Record<string, unknown>
  button?: ComponentChildren
  aside?: ComponentChildren
  control?: Control | undefined
}) {
  const { label, value, onValue, problems, hint, as = 'input', options, date, button } = props
  const id = useId()
  const about = [hint && `${id}-hint`, problems && `${id}-problems`].filter(Boolean).join(' ')
  const named = {
    ...props.attributes,
    id,
    ...(problems && { 'aria-invalid': true }),
    ...(about && { 'aria-describedby': about }),
  }
  const shared = { ...named, value, onInput: valueTo(onValue) }
  const Input = as
  const input = props.control ? (
    props.control(named)
  ) : options ? (
    <select {...shared}>{optionsOf(options, value)}</select>
  ) : date ? (
    <DateInput value={value} onChange={onValue} withTime={date === 'time'} attributes={named} />
  ) : (
    <Input {...shared} />
  )
  return (
    <div class="field">
      {props.aside ? (
        <div class="row">
          <label for={id}>{label}</label>
          {props.aside}
        </div>
      ) : (
        <label for={id}>{label}</label>
      )}
      {button ? (
        <div class="field-input">
          {input}
          {button}
        </div>
      ) : (
        input
      )}
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      <Problems id={`${id}-problems`} problems={problems} />
    </div>
  )
}

export function FieldGroup({
  legend,
  problems,
  class: style = '',
  children,
}: {
  legend: ComponentChildren
  problems: readonly string[] | undefined
  class?: string
  children?: ComponentChildren
}) {
  const id = useId()
  return (
    <fieldset class={`${style}${problems ? ' invalid' : ''}`} aria-describedby={problems && id}>
      <legend>{legend}</legend>
      {children}
      <Problems id={id} problems={problems} />
    </fieldset>
  )
}

/** Values that an input with the attribute `list` offers. */
export function Suggestions({ id, values }: { id: string; values: readonly string[] }) {
  return (
    <datalist id={id}>
      {values.map((each) => (
        <option key={each} value={each} />
      ))}
    </datalist>
  )
}
