import { useState } from 'preact/hooks'
import { counted } from '../client/format.ts'
import type { Origins } from '../client/stated.ts'
import { originsOfEntry, originsOfMember } from '../client/stated.ts'
import { Assumed } from './assumed.tsx'

/** Entries of a list that are shown at first; each click shows five times as many more. */
const ENTRIES = 20
/** Entries from this one on are folded at first, because they resemble the first ones. */
const FOLDED_FROM = 3
/** Characters of a string that are shown at first. */
const CHARACTERS = 400

/** What is known about members of a value, by their place in it. */
interface Marks {
  /** The place in the document of an assumed member. */
  placeOf?: ((path: readonly string[]) => Promise<string>) | undefined
  /** What is wrong with a member, by JSON Pointer; with a missing one at the closest that is there. */
  issues?: readonly { path: string; message: string }[] | undefined
}

/** Foldable JSON that copies as JSON. */
export function JsonView({
  value,
  label,
  origins,
  ...marks
}: {
  value: unknown
  label: string
  origins?: Origins | undefined
} & Marks) {
  return (
    <div class="json" role="region" tabindex={0} aria-label={label}>
      <Line value={value} origins={origins} marks={marks} path={[]} />
    </div>
  )
}

interface Mark {
  name?: string | undefined
  isAssumed?: boolean | undefined
}

interface Place extends Mark {
  value: unknown
  marks: Marks
  /** From the root on. */
  path: readonly string[]
  origins?: Origins | undefined
  isFolded?: boolean
  isLast?: boolean
}

function Line(place: Place) {
  const { name, value, isAssumed, isLast = true } = place
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return <Branch {...place} value={value} />
  }
  const found = issuesOf(place)
  return (
    <>
      <div class={found.length > 0 ? 'json-line is-wrong' : 'json-line'}>
        <Name name={name} isAssumed={isAssumed} />
        <Scalar value={value} />
        {isLast ? '' : ','}
        <AssumedDot {...place} />
      </div>
      <Issues found={found} />
    </>
  )
}

/** The issues of a value: its own, and those of members that are missing in it. */
function issuesOf({ marks, path, value }: Place) {
  const pointer = path
    .map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
  return (marks.issues ?? []).flatMap((issue) => {
    if (issue.path === pointer) return [issue.message]
    if (!issue.path.startsWith(`${pointer}/`)) return []
    const rest = issue.path.slice(pointer.length + 1)
    const name = (rest.split('/')[0] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
    const isBelow = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    return isBelow ? [] : [`${rest} ${issue.message}`]
  })
}

/** Not in text that is copied: that stays JSON. */
function Issues({ found }: { found: readonly string[] }) {
  return found.map((text) => (
    <p key={text} class="json-issue">
      {text}
    </p>
  ))
}

function Branch(place: Place & { value: object }) {
  const { name, value, origins, isAssumed, isFolded = false, isLast = true, marks, path } = place
  const [folded, setFolded] = useState(isFolded)
  const [most, setMost] = useState(ENTRIES)
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const inner = Object.entries(value)
  const size = counted(inner.length, isList ? 'entry' : 'member', isList ? 'entries' : 'members')
  const what = name ?? (isList ? 'list' : 'object')
  const shown = isList ? inner.slice(0, most) : inner
  const hidden = inner.length - shown.length
  const found = issuesOf(place)
  return (
    <>
      <div class={found.length > 0 ? 'json-line is-wrong' : 'json-line'}>
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
        <AssumedDot {...place} />
      </div>
      <Issues found={found} />
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
                marks={marks}
                path={[...path, key]}
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
function AssumedDot({ name, isAssumed, marks, path, value: _ }: Place) {
  if (!isAssumed) return null
  const names = path.filter((each) => !/^\d+$/.test(each))
  return (
    <Assumed
      quiet
      place={marks.placeOf ? () => marks.placeOf?.(names) ?? Promise.resolve('') : []}
      about={name}
    />
  )
}

function Scalar({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false)
  const text = JSON.stringify(value)
  const tone = value === null ? 'faint' : typeof value === 'string' ? 'json-string good' : 'other'
  if (whole || text.length <= CHARACTERS) return <span class={tone}>{text}</span>
  return (
    <>
      <span class={tone}>{text.slice(0, CHARACTERS)}…</span>{' '}
      <button type="button" class="link" onClick={() => setWhole(true)}>
        Show all {counted(text.length, 'character')}
      </button>
    </>
  )
}
