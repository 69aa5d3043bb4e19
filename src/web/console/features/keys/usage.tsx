import { useState } from 'preact/hooks'
import { shown } from '../../client/format.ts'
import type { Control } from '../../client/session.ts'
import { DAY_MS } from '../../client/session.ts'
import { useStream } from '../../hooks/stream.ts'
import { useGathered } from '../../hooks/timing.ts'
import { Chart } from '../../ui/chart.tsx'
import { PeriodChoice } from '../../ui/controls.tsx'

export type KeyUsage = Control['KeyUsage']

const COUNTS: [count: keyof KeyUsage['total'], label: string][] = [
  ['requests', 'Requests'],
  ['rate_limited', 'Rate limited'],
  ['client_errors', 'Client errors'],
  ['server_errors', 'Server errors'],
]

/**
 * The usage of a key.
 * @param props `now` is the time of the account's clock.
 */
export function Usage({ usage, now }: { usage: KeyUsage; now: string }) {
  const [period, setPeriod] = useState(30)
  const days = Array.from({ length: period }, (_, index) =>
    new Date(Date.parse(now) - (period - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
  const byDay = new Map(usage.days.map((day) => [day.date, day]))
  const lines = COUNTS.map(([count, name]) => ({
    name,
    values: days.map((day) => byDay.get(day)?.[count] ?? 0),
  }))
  return (
    <section class="usage" aria-labelledby="usage-title">
      <div class="panel-header">
        <h2 id="usage-title">Usage</h2>
        <PeriodChoice days={period} onDays={setPeriod} />
      </div>
      <div class="tiles" role="group" aria-label="Totals">
        {COUNTS.map(([count, label]) => (
          <div class="tile" key={count}>
            <h3>{label} in total</h3>
            <p class="tile-value">{shown(usage.total[count])}</p>
          </div>
        ))}
      </div>
      <div class="panels">
        <div class="panel">
          <Chart title="Requests per day" days={days} lines={lines.slice(0, 1)} bars />
        </div>
        <div class="panel">
          <Chart title="Errors per day" days={days} lines={lines.slice(1)} whole />
        </div>
      </div>
      <p class="hint">
        {usage.total.requests === 0 ? 'No requests with this key yet. ' : ''}Days follow the clock
        of the account, in UTC. Rate limited requests also count as client errors.
      </p>
    </section>
  )
}

/** Real milliseconds between two reloads. */
const GATHER_MS = 500

/** Reloads after calls of the API, only those with `key` if it is given. */
export function useCalls(reload: () => void, key?: string) {
  const gather = useGathered(reload, GATHER_MS)
  useStream('/requests/stream', gather, { query: { key } })
}
