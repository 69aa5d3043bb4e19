import { useState } from 'preact/hooks'
import { shown } from '../../client/format.ts'
import { type Control, DAY_MS } from '../../client/session.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Chart } from '../../ui/chart.tsx'
import { PeriodChoice } from '../../ui/controls.tsx'
import { type FactList, Facts, Pending, ScreenHeader } from '../../ui/page.tsx'
import { Name, Time } from '../../ui/values.tsx'
import { RotateKey } from './rotate-key.tsx'
import {
  Addresses,
  DeleteKey,
  type Key,
  Marks,
  Permissions,
  RateLimit,
  Rotation,
  Status,
  useCalls,
} from './terms.tsx'

export function KeyPage({ id }: { id: string }) {
  const { control } = useSandbox()
  const loaded = useLoaded(
    async (signal) => {
      const params = { key_id: id }
      const [key, usage, clock] = await Promise.all([
        control('GET', '/keys/{key_id}', { params, signal }),
        control('GET', '/keys/{key_id}/usage', { params, signal }),
        control('GET', '/clock', { signal }),
      ])
      return { key: key.data, usage: usage.data, now: clock.data.now }
    },
    [control, id],
  )
  useCalls(loaded.reload, id)
  const trail = (
    <>
      Settings → <a href={linkTo('keys')}>API Keys</a> →
    </>
  )

  if (loaded.data === undefined) {
    return (
      <>
        <ScreenHeader trail={trail} title="Key" />
        <Pending of={loaded} title="The key could not be loaded">
          Loading the key…
        </Pending>
      </>
    )
  }
  const { key, usage, now } = loaded.data
  return (
    <>
      <ScreenHeader
        trail={trail}
        title={
          <>
            <Name>{key.name}</Name> <Marks apiKey={key} />
          </>
        }
      >
        <div class="actions">
          <a class="button" href={linkTo('integrations', undefined, { like: id })}>
            Create one like it
          </a>
          <RotateKey apiKey={key} onDone={loaded.reload} />
          {key.status !== 'deleted' && <DeleteKey apiKey={key} onDone={loaded.reload} />}
        </div>
      </ScreenHeader>
      <Pending of={loaded} title="The key could not be loaded again" />
      <Rotation keys={[key]} title="This key is due for rotation" />
      <section class="panel" aria-label="The key">
        <Facts class="facts facts-many" facts={factsOf(key)} />
      </section>
      <Usage usage={usage} now={now} />
    </>
  )
}

function factsOf(key: Key): FactList {
  return [
    ['Status', <Status apiKey={key} />],
    ['Prefix', <code>{key.prefix}</code>],
    ['Type', key.type],
    ['Id', <code>{key.id}</code>],
    ['Permissions', <Permissions permissions={key.permissions} />],
    ['Rate limit', <RateLimit limit={key.rate_limit} />],
    ['Allowed addresses', <Addresses addresses={key.allowed_ips} />],
    ['Created', <Time at={key.created_at} />],
    ['Last used', <Time at={key.last_used_at} />],
    key.revoked_at === null
      ? ['Expires', <Time at={key.expires_at} />]
      : ['Deleted', <Time at={key.revoked_at} />],
  ]
}

type KeyUsage = Control['KeyUsage']

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
function Usage({ usage, now }: { usage: KeyUsage; now: string }) {
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
