import { useRef } from 'preact/hooks'
import { dayOf, minuteOf } from '../../client/format.ts'
import {
  type Entry,
  type Kind,
  keyOf,
  LANES,
  neighbour,
  outcomeOf,
  placeOf,
  type Span,
  ticksOf,
  titleOf,
} from '../../client/timeline.ts'

/** Pixels. */
const LANE = 34
const AXIS = 22
const DAY_MS = 86_400_000

/**
 * One line of everything that happened, with a lane for each kind. The arrow keys go from entry to entry; only one of them
 * is a stop of the Tab key. `until`: later entries are not shown yet. `now`: the time on the clock, ISO 8601.
 */
export function Line({
  span,
  entries,
  kinds,
  now,
  until = Number.POSITIVE_INFINITY,
  selected,
  onSelect,
}: {
  span: Span
  entries: readonly Entry[]
  kinds: readonly Kind[]
  now: string
  until?: number
  selected: string | undefined
  onSelect: (entry: Entry) => void
}) {
  const drawn = useRef<SVGSVGElement>(null)
  const lanes = LANES.filter(([kind]) => kinds.includes(kind))
  const shown = entries.filter(({ at }) => Date.parse(at) <= until)
  const height = AXIS + lanes.length * LANE
  const rowOf = (kind: Kind) => AXIS + lanes.findIndex(([each]) => each === kind) * LANE
  const stop = shown.find((entry) => keyOf(entry) === selected) ?? shown.at(-1)

  const move = (event: KeyboardEvent, entry: Entry) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onSelect(entry)
    }
    const next = neighbour(shown, entry, event.key)
    if (!next) return
    event.preventDefault()
    onSelect(next)
    drawn.current?.querySelector<SVGGElement>(`[data-entry="${next.id}"]`)?.focus()
  }
  const head = Math.min(until, Date.parse(now))
  return (
    <div class="timeline-line">
      <div class="timeline-labels" aria-hidden="true">
        {lanes.map(([kind, label]) => (
          <span key={kind}>{label}</span>
        ))}
      </div>
      <svg
        ref={drawn}
        height={height}
        role="group"
        aria-label="Timeline; move along it with the arrow keys"
      >
        {ticksOf(span).map((at) => (
          <g key={at} class="axis">
            <line class="tick" x1={x(at, span)} x2={x(at, span)} y1={AXIS - 4} y2={height} />
            <text x={x(at, span)} y={12}>
              {tickText(at, span)}
            </text>
          </g>
        ))}
        {lanes.map(([kind], n) => (
          <line
            key={kind}
            class="lane"
            x1="0"
            x2="100%"
            y1={AXIS + (n + 0.5) * LANE}
            y2={AXIS + (n + 0.5) * LANE}
          />
        ))}
        {head <= span.to && (
          <line class="now" x1={x(head, span)} x2={x(head, span)} y1={AXIS} y2={height} />
        )}
        {shown.map((entry) => (
          <g
            key={entry.id}
            role="button"
            class={`entry ${classOf(entry)}`}
            data-entry={entry.id}
            tabindex={entry === stop ? 0 : -1}
            aria-pressed={keyOf(entry) === selected}
            aria-label={`${titleOf(entry)}, ${minuteOf(entry.at)}`}
            onClick={() => onSelect(entry)}
            onKeyDown={(event) => move(event, entry)}
          >
            <title>{`${titleOf(entry)}, ${minuteOf(entry.at)}`}</title>
            <Mark entry={entry} y={rowOf(entry.kind) + LANE / 2} span={span} until={until} />
          </g>
        ))}
      </svg>
    </div>
  )
}

function Mark({ entry, y, span, until }: { entry: Entry; y: number; span: Span; until: number }) {
  const from = placeOf(entry.at, span)
  const end = entry.until === null ? from : placeOf(Math.min(Date.parse(entry.until), until), span)
  const size = entry.count > 1 ? Math.min(11, 5 + Math.log2(entry.count)) : 5
  return (
    <>
      {end > from && <rect x={`${from}%`} y={y - 3} width={`${end - from}%`} height="6" rx="3" />}
      <circle cx={`${from}%`} cy={y} r={size} />
      {entry.moment !== null && <circle class="ring" cx={`${from}%`} cy={y} r={size + 4} />}
    </>
  )
}

const x = (at: number, span: Span) => `${placeOf(at, span)}%`

const classOf = (entry: Entry) => `is-${entry.kind} is-${outcomeOf(entry) ?? 'plain'}`

function tickText(at: number, { from, to }: Span): string {
  const iso = new Date(at).toISOString()
  if (to - from <= 2 * DAY_MS) return iso.slice(11, 16)
  return dayOf(iso).replace(/ \d{4}$/, '')
}
