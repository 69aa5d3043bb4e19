import { useId, useState } from 'preact/hooks'
import { linesOf } from '../../client/form-request.ts'
import { isolated } from '../../client/format.ts'
import { Check, optionsOf, toggled, valueTo } from '../../ui/controls.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { Suggestions } from '../../ui/fields.tsx'
import type { Collection } from './collections.ts'
import { useExplorer } from './context.ts'
import type { Field } from './fields.ts'
import { NEW, type Row, type Rows, suggestionsFor } from './first-press.ts'
import { MarkTag, Prose } from './mark-tag.tsx'

/** One parameter: what it is, and the input for it. */
export function FieldInput({
  operation,
  field,
  value,
  rows,
  problem,
  isLinked,
  onValue,
}: {
  /** Id of the operation. */
  operation: string
  field: Field
  value: string
  rows: Rows
  problem: string | undefined
  /** Whether the address names this parameter. */
  isLinked: boolean
  onValue: (value: string) => void
}) {
  const { link } = useExplorer()
  const id = useId()
  const { name, type, required, mark, description, limits, byDefault, example, place } = field
  const facts = [...limits, ...(byDefault === undefined ? [] : [`default ${byDefault}`])]
  const about = `${id}-about${problem === undefined ? '' : ` ${id}-problem`}`
  return (
    <div class={`parameter${isLinked ? ' is-linked' : ''}`} id={`parameter-${name}`}>
      <p class="parameter-head row">
        <label for={id}>{name}</label>
        <span class="faint">
          {type}
          {place === 'query' ? '' : `, in the ${place}`}
        </span>
        {required && <span class="required">required</span>}
        <MarkTag mark={mark} about={name} />
        <a href={link(operation, name)} aria-label={`Link to ${name}`}>
          #
        </a>
      </p>
      <div id={`${id}-about`}>
        <Prose text={description} />
        {facts.length > 0 && <p class="faint">{facts.join(', ')}</p>}
      </div>
      <Input field={field} id={id} about={about} {...{ value, rows, problem, onValue }} />
      {!required && example.length > 0 && value === '' && example.join() !== byDefault && (
        <button type="button" class="link" onClick={() => onValue(example.join('\n'))}>
          Use the example <code>{example.join(', ')}</code>
          <span class="hidden-text"> for {name}</span>
        </button>
      )}
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  )
}

function Input({
  field,
  id,
  about,
  value,
  rows,
  problem,
  onValue,
}: {
  field: Field
  id: string
  about: string
  value: string
  rows: Rows
  problem: string | undefined
  onValue: (value: string) => void
}) {
  const { control, many, options, required, byDefault, collection } = field
  const shared = {
    id,
    'aria-describedby': about,
    'aria-invalid': problem === undefined ? undefined : true,
    autocomplete: 'off',
    spellcheck: false,
  }
  if (many && control === 'choice') {
    const chosen = linesOf(value)
    return (
      <div class="row" id={id} role="group" aria-label={field.name}>
        {options.map((option) => (
          <Check
            key={option}
            checked={chosen.includes(option)}
            onChange={() => onValue(toggled(chosen, option).join('\n'))}
          >
            {option}
          </Check>
        ))}
      </div>
    )
  }
  if (control === 'choice') {
    const values = options.length > 0 ? options : ['true', 'false']
    const none = byDefault === undefined ? 'Not sent' : `Not sent (${byDefault})`
    const all = [...(required ? [] : [['', none]]), ...values.map((each) => [each, each])]
    return (
      <select {...shared} value={value} onInput={valueTo(onValue)}>
        {optionsOf(all, value)}
      </select>
    )
  }
  const entries = collection && rows[collection.path]
  if (collection && entries) {
    return <IdInput {...{ shared, value, required, collection, entries, onValue }} />
  }
  if (many) {
    return (
      <textarea
        {...shared}
        rows={Math.min(6, Math.max(2, value.split('\n').length))}
        placeholder="One value a line"
        value={value}
        onInput={valueTo(onValue)}
      />
    )
  }
  if (control === 'date') return <DateInput value={value} onChange={onValue} attributes={shared} />
  const known = suggestionsFor(field, rows)
  return (
    <>
      <input
        {...shared}
        type="text"
        inputMode={control === 'number' ? 'decimal' : undefined}
        list={known.length > 0 ? `${id}-known` : undefined}
        placeholder={byDefault}
        value={value}
        onInput={valueTo(onValue)}
      />
      {known.length > 0 && <Suggestions id={`${id}-known`} values={known} />}
    </>
  )
}

const OTHER = '(other)'

/** A choice of the records of a list, of a new one, or of any other id. */
export function IdInput({
  shared,
  value,
  required,
  collection,
  entries,
  onValue,
}: {
  shared: { id: string; 'aria-describedby'?: string }
  value: string
  required: boolean
  collection: Collection
  entries: readonly Row[]
  onValue: (value: string) => void
}) {
  const isKnown = value === '' || value === NEW || entries.some(({ id }) => id === value)
  const [isOther, setOther] = useState(!isKnown)
  const { noun, create } = collection
  const options = [
    ...(required ? [] : [['', 'Not sent']]),
    ...entries.map(({ id, name }) => [id, name === id ? id : `${isolated(name)} (${id})`]),
    ...(create ? [[NEW, `A new ${noun}, created first`]] : []),
    [OTHER, 'Another id…'],
  ]
  const pick = (next: string) => {
    setOther(next === OTHER)
    onValue(next === OTHER ? '' : next)
  }
  return (
    <>
      <select {...shared} value={isOther ? OTHER : value} onInput={valueTo(pick)}>
        {optionsOf(options, isOther ? OTHER : value)}
      </select>
      {isOther && (
        <input
          type="text"
          aria-label={`Id of a ${noun}`}
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={valueTo(onValue)}
        />
      )}
    </>
  )
}
