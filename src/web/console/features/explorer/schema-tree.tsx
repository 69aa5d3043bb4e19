import { useState } from 'preact/hooks'
import type { Schema } from '../../../../schema/schema-view.ts'
import { counted } from '../../client/format.ts'
import { Prose } from '../../ui/values.tsx'
import { useExplorer } from './context.ts'
import { MarkTag } from './mark-tag.tsx'
import { type SchemaRow, schemaRows, valueRow } from './schema-rows.ts'

/** Members of a body that are open at first. */
const OPEN_LEVELS = 1

/** The members of a body with their types, marks and descriptions. */
export function SchemaTree({ schemas, label }: { schemas: readonly Schema[]; label: string }) {
  const { api } = useExplorer()
  const rows = schemaRows(api.reader, schemas)
  if (rows.length === 0) {
    const value = valueRow(api.reader, schemas)
    return (
      <p class="faint">
        {value.type}. {value.description}
      </p>
    )
  }
  return <Rows rows={rows} level={0} label={label} />
}

function Rows({ rows, level, label }: { rows: SchemaRow[]; level: number; label?: string }) {
  return (
    <ul class="schema" aria-label={label}>
      {rows.map((row) => (
        <Row key={row.name} row={row} level={level} />
      ))}
    </ul>
  )
}

function Row({ row, level }: { row: SchemaRow; level: number }) {
  const [open, setOpen] = useState(level < OPEN_LEVELS)
  const { name, type, required, mark, description, values, limits, byDefault, hasBelow } = row
  const below = open && hasBelow ? row.below() : []
  const facts = [...limits, ...(byDefault === undefined ? [] : [`default ${byDefault}`])]
  return (
    <li>
      <p class="schema-head row">
        <span class={row.isChoice ? 'schema-choice' : 'schema-name'}>{name}</span>
        <span class="faint">{type}</span>
        {required && <span class="required">required</span>}
        <MarkTag mark={mark} about={name} />
      </p>
      <Prose text={description} />
      {values.length > 0 && (
        <p class="schema-values row">
          {values.map(({ value, meaning }) => (
            <code key={value} title={meaning}>
              {value}
            </code>
          ))}
        </p>
      )}
      {facts.length > 0 && <p class="faint">{facts.join(', ')}</p>}
      {hasBelow && (
        <button
          type="button"
          class="schema-toggle"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide members' : `Show ${counted(row.below().length, 'member')}`}
          <span class="hidden-text"> of {name}</span>
        </button>
      )}
      {below.length > 0 && <Rows rows={below} level={level + 1} />}
    </li>
  )
}
