import type { EventIndex } from './event-index.ts'
import { deliveryLine, lineText } from './lines.ts'
import type { EventEntry, Row } from './rows.ts'
import type { Place, Segments } from './segments.ts'

/** Segments that are left alone, however little of them is in use. */
const SPARE_SEGMENTS = 4

/**
 * Writes what the oldest segments still hold again, at the end, so that a few deliveries that wait for long do not keep
 * all that came after them. After that, these segments are not in use any more.
 */
export function compact(index: EventIndex, segments: Segments): void {
  const most = SPARE_SEGMENTS + Math.ceil((1.25 * index.bytes) / segments.segmentBytes)
  const { oldest } = segments
  if (oldest === undefined || segments.count <= most) return
  for (const event of index.events.values()) {
    const isIn = ({ place }: { place: Place }) => place.segment === oldest
    if (isIn(event) || event.rows.some(isIn)) move(event, index, segments)
  }
}

/** Moves an event with its deliveries and their attempts. */
function move(event: EventEntry, index: EventIndex, segments: Segments): void {
  const lines: string[] = []
  const moves: ((place: Place) => void)[] = []
  const add = (line: string, holder?: { place: Place }) => {
    lines.push(line)
    moves.push((place) => {
      if (!holder) return
      index.use(holder.place, -1)
      holder.place = place
      index.use(place, 1)
    })
  }
  add(segments.read(event.place), event)
  for (const row of event.rows) {
    add(lineText(deliveryLine(row, row.number)), row)
    for (const attempt of row.attempts) add(segments.read(attempt.place), attempt)
    add(lineText(stateOf(row)))
  }
  for (const [at, place] of segments.append(lines).entries()) moves[at]?.(place)
}

function stateOf({ id, status, next_attempt_at, failure_reason: reason }: Row) {
  const change = { kind: 'change' as const, id, status, next: next_attempt_at }
  return reason === undefined ? change : { ...change, reason }
}
