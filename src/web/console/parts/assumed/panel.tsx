import { useEffect, useRef, useState } from 'preact/hooks'
import { placeName } from '../../client/assumed/place-name.ts'
import { useRead } from '../../hooks/sandbox.ts'
import { Dialog } from '../dialog.tsx'
import { Field } from '../fields.tsx'
import { Pending } from '../states.tsx'
import { Change } from './change.tsx'
import { AssumptionReasons, Statements } from './reasons.tsx'

/** The panel of a place: why it is as it is, and how it can be changed. */
export default function AssumedPanel({
  places,
  onClose,
}: {
  places: readonly string[]
  onClose: () => void
}) {
  /** The places that were opened one from another; the last one is shown. */
  const [way, setWay] = useState([places[0] ?? ''])
  const pointer = way.at(-1) as string
  const loaded = useRead(
    (control, signal) => control('GET', '/document/places', { query: { pointer }, signal }),
    [pointer],
  )
  const place = loaded.data
  // The place of before stays until the next one is there; it must not be taken for that.
  const isCurrent = place !== undefined && !loaded.loading
  const content = useRef<HTMLDivElement>(null)
  // The element that opened the part has been removed with its place.
  useEffect(() => {
    if (way.length > 1) content.current?.focus()
  }, [way])
  return (
    <Dialog wide title={placeName(place?.pointer ?? pointer)} onClose={onClose}>
      {way.length > 1 && (
        <button type="button" class="link assumed-back" onClick={() => setWay(way.slice(0, -1))}>
          ‹ {placeName(way.at(-2) as string)}
        </button>
      )}
      {places.length > 1 && way.length === 1 && (
        <Field
          label="Place"
          value={pointer}
          onValue={(next) => setWay([next])}
          options={places.map((each) => [each, placeName(each)])}
        />
      )}
      <Pending of={loaded} title="This place could not be loaded">
        Loading…
      </Pending>
      {place && (
        <div class="assumed-place" ref={content} tabindex={-1}>
          <Statements place={place} />
          <AssumptionReasons place={place} />
          <Change
            key={place.pointer}
            place={place}
            isCurrent={isCurrent}
            onOpen={(next) => setWay([...way, next])}
          />
        </div>
      )}
    </Dialog>
  )
}
