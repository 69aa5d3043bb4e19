import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'

/** A listener that passes on the value of an input. */
export const valueTo =
  (take: (value: string) => void) => (event: { currentTarget: { value: string } }) =>
    take(event.currentTarget.value)

/** A checkbox with its label, or a radio button with the attribute `type="radio"`. */
export function Check({
  checked,
  onChange,
  children,
  attributes,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  children?: ComponentChildren
  attributes?: object
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        {...attributes}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  )
}

/** The list with the value added, or removed if it was there. */
export const toggled = <T,>(list: readonly T[], value: T) =>
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value]

/** The options of a select, with the chosen value if they lack it. */
export function optionsOf(
  options: readonly (readonly [value: string, text: string] | readonly string[])[],
  chosen: string,
) {
  const isKnown = chosen === '' || options.some(([value]) => value === chosen)
  return (isKnown ? options : [...options, [chosen, chosen]]).map(([value, text]) => (
    <option key={value} value={value} selected={value === chosen}>
      {text}
    </option>
  ))
}

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

/** An input or, with `options`, a select, with its label, hint and problems, and a `button` next to it. */
export function Field(props: {
  label: string
  value: string
  onValue: (value: string) => void
  problems?: readonly string[] | undefined
  hint?: ComponentChildren
  as?: 'input' | 'textarea'
  options?: readonly (readonly string[])[]
  attributes?: Record<string, unknown>
  button?: ComponentChildren
}) {
  const { label, value, onValue, problems, hint, as = 'input', options, button } = props
  const id = useId()
  const about = [hint && `${id}-hint`, problems && `${id}-problems`].filter(Boolean).join(' ')
  const shared = {
    ...props.attributes,
    id,
    value,
    ...(problems && { 'aria-invalid': true }),
    ...(about && { 'aria-describedby': about }),
    onInput: valueTo(onValue),
  }
  const Input = as
  const input = options ? (
    <select {...shared}>{optionsOf(options, value)}</select>
  ) : (
    <Input {...shared} />
  )
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {button ? (
        <div class="field-input">
          {input}
          {button}
        </div>
      ) : (
        input
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
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
  legend: string
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

/** One of several values for a filter; the empty one, `any`, lets all through. The address may name a value that is not an option. */
export function Choice({
  label,
  any,
  value,
  options,
  onChange,
}: {
  label: string
  any: string
  value: string
  options: string[][]
  onChange: (value: string) => void
}) {
  return (
    <select
      aria-label={label}
      class={value === '' ? '' : 'is-set'}
      value={value}
      onChange={valueTo(onChange)}
    >
      {optionsOf([['', any], ...options], value)}
    </select>
  )
}

/** A choice of a few values, with a button for each. */
export function ChoiceButtons<T extends string | number>({
  label,
  value,
  options,
  onChange,
  class: style = '',
}: {
  label: string
  value: T
  options: readonly (readonly [value: T, text: ComponentChildren])[]
  onChange: (value: T) => void
  class?: string
}) {
  return (
    <div class={`choice ${style}`} role="group" aria-label={label}>
      {options.map(([each, text]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChange(each)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

const PERIODS: [days: number, text: string][] = [7, 30, 90].map((days) => [days, `${days} days`])

/** The number of days in figures. */
export function PeriodChoice({ days, onDays }: { days: number; onDays: (days: number) => void }) {
  return <ChoiceButtons label="Period" value={days} options={PERIODS} onChange={onDays} />
}

export function Switch({
  on,
  label,
  describedby,
  disabled,
  onChange,
}: {
  on: boolean
  label: string
  describedby: string
  disabled: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <button
      type="button"
      role="switch"
      class="switch"
      aria-checked={on}
      aria-label={label}
      aria-describedby={describedby}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      <span class="switch-knob" aria-hidden="true"></span>
      <span aria-hidden="true">{on ? 'On' : 'Off'}</span>
    </button>
  )
}

const SHOWN_MS = 3000

/** Puts a text on the clipboard. */
export function CopyButton({
  text,
  label = 'Copy',
  class: style = '',
  autofocus = false,
}: {
  text: string | (() => string)
  label?: string
  class?: string
  /** In a dialog: Enter copies. */
  autofocus?: boolean
}) {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const copy = async () => {
    try {
      await write(typeof text === 'function' ? text() : text)
      setShown('Copied')
    } catch {
      // Shown in the button, because a dialog would cover a toast.
      setShown('Not allowed here: select the text and copy it')
    }
  }
  return (
    <button type="button" class={style} autofocus={autofocus} onClick={copy}>
      <span aria-live="polite">{shown ?? label}</span>
    </button>
  )
}

/** A page from another machine over plain HTTP has no clipboard API, but can copy a selection. */
async function write(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (!done) throw new Error('The browser refused.')
}

/**
 * A command for a shell, to copy.
 * @param props `label`: of the button.
 */
export function Command({ text, label }: { text: string; label?: string }) {
  return (
    <div class="code">
      <pre tabindex={0} aria-label="Command">
        {text}
      </pre>
      <CopyButton text={text} label={label} />
    </div>
  )
}

/** curl with its own arguments, the key, and a JSON body. */
export function curlCommand(
  begin: string,
  { token = '<your key>', body }: { token?: string; body?: string } = {},
) {
  return [
    `curl ${begin}`,
    `-H 'Authorization: Bearer ${token}'`,
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${body}'`]),
  ].join(' \\\n  ')
}
