import type { ComponentChildren } from 'preact'

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

/** One of several values for a filter; the empty one, `any`, lets all through. Without it, one is always chosen. The address may name a value that is not an option. */
export function Choice({
  label,
  any,
  value,
  options,
  onChange,
}: {
  label: string
  any?: string
  value: string
  /** Values, or values with their texts. */
  options: readonly (string | readonly string[])[]
  onChange: (value: string) => void
}) {
  const pairs = options.map((each) => (typeof each === 'string' ? [each, each] : each))
  return (
    <select
      aria-label={label}
      class={value === '' || any === undefined ? '' : 'is-set'}
      value={value}
      onChange={valueTo(onChange)}
    >
      {optionsOf(any === undefined ? pairs : [['', any], ...pairs], value)}
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

export const PERIODS: [days: number, text: string][] = [7, 30, 90].map((days) => [
  days,
  `${days} days`,
])

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

/** Several values for a filter: each is a button that removes it, and a list adds others. */
export function Chips({
  label,
  any,
  values,
  options,
  onChange,
}: {
  label: string
  any: string
  values: readonly string[]
  options: readonly string[]
  onChange: (values: string[]) => void
}) {
  return (
    <span class="chips" role="group" aria-label={label}>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          class="chip"
          aria-label={`Remove ${value}`}
          onClick={() => onChange(values.filter((each) => each !== value))}
        >
          <bdi>{value}</bdi> <span aria-hidden="true">✕</span>
        </button>
      ))}
      <Choice
        label={label}
        any={values.length === 0 ? any : 'Add…'}
        value=""
        options={options.filter((each) => !values.includes(each)).map((each) => [each, each])}
        onChange={(value) => value !== '' && onChange([...values, value])}
      />
    </span>
  )
}
