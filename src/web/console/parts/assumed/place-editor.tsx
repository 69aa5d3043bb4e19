import { useState } from 'preact/hooks'
import { isObject, type Json, type JsonObject } from '../../../../schema/json.ts'
import type { Control } from '../../client/session.ts'
import { ChoiceButtons } from '../controls.tsx'
import { Parts } from './parts-list.tsx'
import { ValueInput } from './value-input.tsx'

type Part = Control['DocumentPlace']['parts'][number]

/**
 * Edits the value of a place by its type. An object has an input for each plain member that may be changed, and links to the
 * others; the whole can be edited as JSON.
 * @param props `onDraft` takes the new value, or undefined while it is none.
 */
export function PlaceEditor({
  place,
  onDraft,
  onOpen,
}: {
  place: Control['DocumentPlace']
  onDraft: (draft: Json | undefined) => void
  onOpen: (pointer: string) => void
}) {
  const value = place.value as Json
  const [mode, setMode] = useState<'fields' | 'json'>('fields')
  if (!isObject(value) || place.parts.length === 0) {
    return <ValueInput label="Value" value={value} choices={place.choices} onValue={onDraft} />
  }
  const choose = (next: typeof mode) => {
    setMode(next)
    onDraft(value)
  }
  return (
    <>
      <ChoiceButtons label="Edit as" value={mode} options={MODES} onChange={choose} />
      {mode === 'json' ? (
        <ValueInput label="Value" value={value} onValue={onDraft} />
      ) : (
        <Members value={value} parts={place.parts} onDraft={onDraft} onOpen={onOpen} />
      )}
    </>
  )
}

const MODES = [
  ['fields', 'Fields'],
  ['json', 'JSON'],
] as const

function Members({
  value,
  parts,
  onDraft,
  onOpen,
}: {
  value: JsonObject
  parts: readonly Part[]
  onDraft: (draft: Json | undefined) => void
  onOpen: (pointer: string) => void
}) {
  /** The changed members; undefined for one that is no value. */
  const [changed, setChanged] = useState<Record<string, Json | undefined>>({})
  const put = (name: string, next: Json | undefined) => {
    const all = { ...changed, [name]: next }
    setChanged(all)
    const isWhole = Object.values(all).every((each) => each !== undefined)
    onDraft(isWhole ? { ...value, ...all } : undefined)
  }
  const isPlain = (part: Part) =>
    part.editable && part.value !== undefined && (!isNested(part.value) || isPlainList(part.value))
  const plain = parts.filter((part) => isPlain(part) && !isProse(part))
  const others = parts.filter((part) => !plain.includes(part))
  return (
    <>
      <div class="assumed-members">
        {plain.map((part) => (
          <ValueInput
            key={part.pointer}
            label={part.name}
            value={part.value as Json}
            choices={part.choices}
            onValue={(next) => put(part.name, next)}
          />
        ))}
      </div>
      <Parts parts={others} onOpen={onOpen} />
    </>
  )
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function isPlainList(value: unknown): boolean {
  return Array.isArray(value) && !value.some(isNested)
}

/** Texts for readers, which no answer follows. */
function isProse({ name }: Part): boolean {
  return ['description', 'summary', 'title', 'example', 'examples'].includes(name)
}
