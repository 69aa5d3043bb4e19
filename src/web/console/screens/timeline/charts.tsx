import { type Entry, outcomeOf, type Span } from '../../client/timeline.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Chart } from '../../parts/chart.tsx'
import { Pending } from '../../parts/states.tsx'

/** The longest period of the charts, in days: one point a day. */
const MOST_DAYS = 365
const DAY_MS = 86_400_000

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Visibility, mentions and deliveries of each day of the period. Days after `until` are empty, so that a week can be played. */
export function Charts({
  span,
  entries,
  until = Number.POSITIVE_INFINITY,
  turn,
}: {
  span: Span
  entries: readonly Entry[]
  until?: number
  turn: number
}) {
  const { api } = useSandbox()
  const [first, last] = [dayOf(Math.max(span.from, span.to - MOST_DAYS * DAY_MS)), dayOf(span.to)]
  const loaded = useLoaded(
    async (signal) => {
      const query = { start_date: first, end_date: last, compare: 'none' as const }
      return (await api('GET', '/core/dashboards', { query, signal })).data.series
    },
    [api, first, last, turn],
  )
  const days = daysOf(first, last)
  const rows = new Map((loaded.data ?? []).map((row) => [row.date, row]))
  const isShown = (day: string) => Date.parse(day) <= until
  const values = (read: (row: Figures) => number | null) =>
    days.map((day) => {
      const row = isShown(day) ? rows.get(day) : undefined
      return row ? read(row) : null
    })
  const sent = deliveriesOf(entries, until)
  const counts = (outcome: 'ok' | 'failed') =>
    days.map((day) => (isShown(day) ? (sent.get(`${day} ${outcome}`) ?? 0) : null))
  return (
    <div class="timeline-charts">
      <Pending of={loaded} title="The figures could not be loaded" />
      {loaded.data && (
        <>
          <Chart
            title="Visibility"
            unit=" %"
            days={days}
            lines={[{ name: 'Visibility', values: values(({ visibility }) => visibility) }]}
          />
          <Chart
            title="Mentions"
            bars
            days={days}
            lines={[{ name: 'Mentions', values: values(({ mentions }) => mentions) }]}
          />
        </>
      )}
      <Chart
        title="Deliveries"
        whole
        days={days}
        lines={[
          { name: 'Delivered', values: counts('ok') },
          { name: 'Failed', values: counts('failed') },
        ]}
      />
    </div>
  )
}

type Figures = { visibility: number | null; mentions: number | null }

/** Counts by day and outcome. Groups count on the day on which they begin. */
function deliveriesOf(entries: readonly Entry[], until: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    if (entry.kind !== 'delivery' || Date.parse(entry.at) > until || !outcomeOf(entry)) continue
    for (const [outcome, count] of Object.entries(entry.outcomes)) {
      const key = `${entry.at.slice(0, 10)} ${outcome}`
      counts.set(key, (counts.get(key) ?? 0) + count)
    }
  }
  return counts
}

function daysOf(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY_MS) days.push(dayOf(at))
  return days
}
