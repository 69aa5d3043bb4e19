import { Choice } from './controls.tsx'

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
