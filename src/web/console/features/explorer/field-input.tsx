import { useState } from 'preact/hooks'
import type { FormDraft } from '../../client/form-request.ts'
import { isolated } from '../../client/format.ts'
import { optionsOf, valueTo } from '../../ui/controls.tsx'
import type { useForm } from '../../ui/form.tsx'
import { SchemaField } from '../../ui/schema-form.tsx'
import type { Collection } from './collections.ts'
import { useExplorer } from './context.ts'
import type { Field } from './fields.ts'
import { NEW, type Row, type Rows, suggestionsFor } from './first-press.ts'
import { MarkTag } from './mark-tag.tsx'

/** One parameter: the field of a form, with its origin, and the records or values of the account to choose from. */
export function FieldInput({
  operation,
  field,
  form,
  draft,
  rows,
  isLinked,
}: {
  /** Id of the operation. */
  operation: string
  field: Field
  form: ReturnType<typeof useForm<FormDraft>>
  draft: FormDraft
  rows: Rows
  /** Whether the address names this parameter. */
  isLinked: boolean
}) {
  const { link } = useExplorer()
  const { name, label, type, facts, required, mark, example, place, collection, byDefault } = field
  const value = draft[name] ?? ''
  const onValue = (text: string) => form.put({ [name]: text })
  const entries = collection && rows[collection.path]
  const known = suggestionsFor(field, rows)
  return (
    <div class={`parameter${isLinked ? ' is-linked' : ''}`} id={`parameter-${label}`}>
      <SchemaField
        field={known.length > 0 ? { ...field, suggestions: known } : field}
        form={form}
        draft={draft}
        aside={
          <>
            <span class="faint">
              {[type, ...(place === 'query' ? [] : [`in the ${place}`]), ...facts].join(', ')}
            </span>
            {required && <span class="required">required</span>}
            <MarkTag mark={mark} about={label} />
            <a href={link(operation, label)} aria-label={`Link to ${label}`}>
              #
            </a>
          </>
        }
        control={
          collection &&
          entries &&
          ((attributes) => (
            <IdInput {...{ attributes, value, required, collection, entries, onValue }} />
          ))
        }
      />
      {!required && example !== '' && value === '' && example !== byDefault && (
        <button type="button" class="link" onClick={() => onValue(example)}>
          Use the example <code>{example.replaceAll('\n', ', ')}</code>
          <span class="hidden-text"> for {label}</span>
        </button>
      )}
    </div>
  )
}

const OTHER = '(other)'

/** A choice of the records of a list, of a new one, or of any other id. */
export function IdInput({
  attributes,
  value,
  required,
  collection,
  entries,
  onValue,
}: {
  attributes: { id: string }
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
      <select {...attributes} value={isOther ? OTHER : value} onInput={valueTo(pick)}>
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
