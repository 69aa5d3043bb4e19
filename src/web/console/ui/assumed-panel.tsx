import { useState } from 'preact/hooks'
import { namesIn } from '../../../schema/pointer.ts'
import type { Control } from '../client/session.ts'
import { useRead } from '../hooks/sandbox.ts'
import { Command } from './copy.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './fields.tsx'
import { Pending } from './page.tsx'
import { Badge } from './values.tsx'

type Place = Control['DocumentPlace']

/** The panel of a place: why it is as it is, and the overlay action that sets it. */
export default function AssumedPanel({
  places,
  onClose,
}: {
  places: readonly string[]
  onClose: () => void
}) {
  const [pointer, setPointer] = useState(places[0] ?? '')
  const loaded = useRead(
    (control, signal) => control('GET', '/document/places', { query: { pointer }, signal }),
    [pointer],
  )
  const place = loaded.data
  return (
    <Dialog wide title={placeName(place?.pointer ?? pointer)} onClose={onClose}>
      {places.length > 1 && (
        <Field
          label="Place"
          value={pointer}
          onValue={setPointer}
          options={places.map((each) => [each, placeName(each)])}
        />
      )}
      <Pending of={loaded} title="This place could not be loaded">
        Loading…
      </Pending>
      {place && (
        <div class="stack">
          <Statements place={place} />
          <AssumptionReasons place={place} />
          {place.action === undefined ? (
            <PresentValue place={place} />
          ) : (
            <section aria-label="Overlay action">
              <p>
                Does the real service differ? Copy this action into an overlay, change its value,
                and start the sandbox with <code>--overlay</code>. It serves the file again each
                time that you save it.
              </p>
              <Command text={place.action} label="Copy" />
            </section>
          )}
        </div>
      )}
    </Dialog>
  )
}

function PresentValue({ place: { value } }: { place: Place }) {
  if (value === undefined) return null
  return (
    <section aria-label="Value">
      <h3>Value</h3>
      <pre class="code" tabindex={0} aria-label="Present value">
        {JSON.stringify(value, null, 2)}
      </pre>
    </section>
  )
}

/** The provider's statements about the place. */
function Statements({ place: { statements } }: { place: Place }) {
  if (statements.length === 0) return null
  return (
    <section class="stack reasons" aria-label="What the provider states">
      {statements.map(({ section, fact, statement, quote }) => (
        <div key={fact ?? section}>
          <p class="row">
            <Badge tone="good">{section}</Badge>
            {fact && <span class="faint">fact {fact}</span>}
          </p>
          {isSentence(quote) ? <blockquote>{quote}</blockquote> : <p>{statement ?? quote}</p>}
        </div>
      ))}
    </section>
  )
}

/** Rows of tables are quoted with their heads, which reads badly outside of a table. */
function isSentence(quote: string | null): boolean {
  return quote !== null && !quote.includes('|')
}

/** Why it is assumed. The closest assumption is open, the others are folded. */
function AssumptionReasons({ place: { assumptions } }: { place: Place }) {
  const [first, ...others] = assumptions
  if (first === undefined) return null
  return (
    <section class="stack reasons reasons-assumed" aria-label="Why this is assumed">
      <Reason reason={first} />
      {others.length > 0 && (
        <details>
          <summary>
            {others.length === 1 ? '1 more assumption' : `${others.length} more assumptions`}
          </summary>
          {others.map((each) => (
            <Reason key={each.number} reason={each} />
          ))}
        </details>
      )}
    </section>
  )
}

function Reason({
  reason: { number, sections, description },
}: {
  reason: Place['assumptions'][number]
}) {
  return (
    <div>
      <p class="row">
        <span class="origin-mark origin-assumed">assumed</span>
        <span class="faint">
          #{number}, {sections.join(', ')}
        </span>
      </p>
      <p>{description}</p>
    </div>
  )
}

/** Steps of a pointer that say nothing to readers. */
const FORMAL = new Set([
  'components',
  'schemas',
  'properties',
  'content',
  'application/json',
  'schema',
  'allOf',
  'paths',
])

/** A place of the document in words, such as `Campaign › status › enum`. */
function placeName(pointer: string): string {
  const names = namesIn(pointer)
  const telling = names.filter((name, index) => {
    const isIndex = /^\d+$/.test(name) && names[index - 1] === 'allOf'
    return !isIndex && (!FORMAL.has(name) || index === names.length - 1)
  })
  return telling.join(' › ') || 'The document'
}
