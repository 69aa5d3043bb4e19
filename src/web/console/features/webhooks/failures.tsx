import { daysOf, lastDays } from '../../client/date-range.ts'
import { counted, shown } from '../../client/format.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Chart } from '../../ui/chart.tsx'
import { Panel, Pending } from '../../ui/page.tsx'
import { failedOf, failuresByWebhook } from './delivery-failures.ts'
import type { Shared } from './webhook.tsx'

const DAYS = 7
/** Deliveries that are looked at. */
const MOST = 1000
/** The most lines that readers can distinguish. */
const MOST_LINES = 8

/** Failed attempts of each webhook per day. */
export function Failures({ nameOf, turn }: Pick<Shared, 'nameOf' | 'turn'>) {
  const { control } = useSandbox()
  const loaded = useLoaded(
    async (signal) => {
      const { data: clock } = await control('GET', '/clock', { signal })
      const range = lastDays(DAYS, clock.now)
      const query = { since: `${range.start_date}T00:00:00Z`, limit: MOST }
      const { data, meta } = await control('GET', '/deliveries', { query, signal })
      const days = daysOf(range)
      const rows = failuresByWebhook(data, days)
      return { days, rows, seen: data.length, total: meta?.pagination?.total ?? data.length }
    },
    [control, turn],
  )
  const { rows = [], days = [], seen = 0, total = 0 } = loaded.data ?? {}
  const failing = rows.filter((row) => failedOf(row) > 0)
  const failingDays = days.filter((_, day) => failing.some(({ failed }) => (failed[day] ?? 0) > 0))
  // The deliveries show what happened on one day.
  if (loaded.data && failingDays.length < 2) return null
  return (
    <Panel title="Failures">
      <Pending of={loaded} title="The failures could not be loaded">
        Loading failures…
      </Pending>
      {failing.length > 0 && (
        <>
          <Chart
            title="Failed attempts per day"
            days={days}
            whole
            lines={failing.slice(0, MOST_LINES).map(({ webhook, failed }) => ({
              name: nameOf(webhook),
              values: failed,
            }))}
          />
          <ul>
            {failing.map((row) => (
              <li key={row.webhook}>
                <a
                  href={linkTo('webhooks', undefined, {
                    webhook_id: row.webhook,
                    status: 'failed',
                  })}
                >
                  {nameOf(row.webhook)}
                </a>
                : {shown(failedOf(row))} of {counted(row.attempts, 'attempt')} failed
              </li>
            ))}
          </ul>
        </>
      )}
      {seen < total && (
        <p class="hint">
          Of the newest {shown(seen)} of {counted(total, 'delivery', 'deliveries')}.
        </p>
      )}
    </Panel>
  )
}
