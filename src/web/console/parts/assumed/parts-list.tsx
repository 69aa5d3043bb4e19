import { placeName } from '../../client/assumed/place-name.ts'
import type { Control } from '../../client/session.ts'

/** The parts of a place, each with its origin, to open. */
export function Parts({
  parts,
  onOpen,
}: {
  parts: Control['DocumentPlace']['parts']
  onOpen: (pointer: string) => void
}) {
  if (parts.length === 0) return null
  return (
    <ul class="assumed-parts">
      {parts.map(({ name, pointer, origin, editable, value }) => (
        <li key={pointer}>
          <button type="button" class="link" onClick={() => onOpen(pointer)}>
            {placeName(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)}
          </button>
          <span class={`origin-mark origin-${editable ? origin : 'stated'}`}>
            {editable ? (origin === 'overlay' ? 'changed' : 'assumed') : 'stated'}
          </span>
          <span class="assumed-value faint">{shortOf(value)}</span>
        </li>
      ))}
    </ul>
  )
}

function shortOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '…'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
