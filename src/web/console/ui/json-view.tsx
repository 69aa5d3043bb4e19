import { useState } from 'preact/hooks'
import { counted } from '../client/format.ts'
import type { Origins } from '../client/stated.ts'
import { originsOfEntry, originsOfMember } from '../client/stated.ts'

/** Entries of a list that are shown at first; each click shows five times as many more. */
const ENTRIES = 20
/** Entries from this one on are folded at first, because they resemble the first ones. */
const FOLDED_FROM = 3
/** Characters of a string that are shown at first. */
const CHARACTERS = 400

/** Foldable JSON that copies as JSON. */
export function JsonView({
  value,
  label,
  origins,
}: {
  value: unknown
  label: string
  origins?: Origins | undefined
}) {
  return (
    <div class="json" role="region" tabindex={0} aria-label={label}>
      <Line value={value} origins={origins} />
    </div>
  )
}

export type Mark = { name?: string | undefined; isAssumed?: boolean | undefined }

export type Place = {
  value: unknown
  origins?: Origins | undefined
  isFolded?: boolean
  isLast?: boolean
} & Mark

function Line(place: Place) {
  const { name, value, isAssumed, isLast = true } = place
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return <Branch {...place} value={value} />
  }
  return (
    <div class="json-line">
      <Name name={name} isAssumed={isAssumed} />
      <Scalar value={value} />
      {isLast ? '' : ','}
      {isAssumed && <AssumedTag />}
    </div>
  )
}

function Branch({
  name,
  value,
  origins,
  isAssumed,
  isFolded = false,
  isLast = true,
}: Place & { value: object }) {
  const [folded, setFolded] = useState(isFolded)
  const [most, setMost] = useState(ENTRIES)
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const inner = Object.entries(value)
  const size = counted(inner.length, isList ? 'entry' : 'member', isList ? 'entries' : 'members')
  const what = name ?? (isList ? 'list' : 'object')
  const shown = isList ? inner.slice(0, most) : inner
  const hidden = inner.length - shown.length
  return (
    <>
      <div class="json-line">
        <button
          type="button"
          class="json-fold"
          aria-expanded={!folded}
          aria-label={`${what}, ${size}`}
          onClick={() => setFolded(!folded)}
        ></button>
        <Name name={name} isAssumed={isAssumed} />
        {open}
        {folded && (
          <>
            <span class="json-size" data-size={size}></span>
            {close}
            {isLast ? '' : ','}
          </>
        )}
        {isAssumed && <AssumedTag />}
      </div>
      {!folded && (
        <>
          <div class="json-inner">
            {shown.map(([key, each], index) => (
              <Line
                key={key}
                {...(isList
                  ? { origins: origins && originsOfEntry(origins), isFolded: index >= FOLDED_FROM }
                  : memberOf(key, origins))}
                value={each}
                isLast={index === inner.length - 1}
              />
            ))}
            {hidden > 0 && (
              <button type="button" class="link" onClick={() => setMost(most + 5 * ENTRIES)}>
                {counted(hidden, 'more entry', 'more entries')}
              </button>
            )}
          </div>
          <div class="json-line">
            {close}
            {isLast ? '' : ','}
          </div>
        </>
      )}
    </>
  )
}

function memberOf(name: string, owner: Origins | undefined) {
  if (owner === undefined) return { name }
  const origins = originsOfMember(owner, name)
  // Everything within an assumed member is assumed, too, so one mark is enough.
  return { name, origins, isAssumed: origins === undefined }
}

function Name({ name, isAssumed }: Mark) {
  if (name === undefined) return null
  return (
    <>
      <span class={isAssumed ? 'json-name is-assumed' : 'json-name'}>{JSON.stringify(name)}</span>
      {': '}
    </>
  )
}

/** Marks what the provider does not state and the sandbox assumes. */
export function AssumedTag() {
  return <span class="assumed-tag">assumed</span>
}

function Scalar({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false)
  const text = JSON.stringify(value)
  const kind = value === null ? 'null' : typeof value
  if (whole || text.length <= CHARACTERS) return <span class={`json-${kind}`}>{text}</span>
  return (
    <>
      <span class={`json-${kind}`}>{text.slice(0, CHARACTERS)}…</span>{' '}
      <button type="button" class="link" onClick={() => setWhole(true)}>
        Show all {counted(text.length, 'character')}
      </button>
    </>
  )
}
