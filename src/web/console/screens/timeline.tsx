import { minuteOf, shown } from '../client/format.ts'
import { DAY_MS, shownBy } from '../client/session.ts'
import { KINDS, type Kind, PERIODS, periodOf } from '../client/timeline.ts'
import { linkTo, type Route, replaceRoute } from '../hooks/route.ts'
import { useLoaded, useSandbox } from '../hooks/sandbox.ts'
import { Check, ChoiceButtons, toggled } from '../parts/controls.tsx'
import { Panel, ScreenHeader } from '../parts/page.tsx'
import { Pending } from '../parts/states.tsx'
import { Entries } from './timeline/entries.tsx'
import { MomentPanel } from './timeline/moment-panel.tsx'
import { Moments } from './timeline/moments.tsx'

const ALL = KINDS.map(([kind]) => kind)

/** The past of the account, from which its states can be compared and restored. */
export default function TimelineScreen({ route }: { route: Route }) {
  const { control } = useSandbox()
  const asked = route.query.toString()
  const loaded = useLoaded(
    async (signal) => {
      const { data: clock } = await control('GET', '/clock', { signal })
      const present = shownBy({ ...clock, readAt: performance.now() })
      const period = periodOf(route.query, present)
      const query = {
        from: new Date(period.from).toISOString(),
        to: new Date(period.to).toISOString(),
        limit: 100,
      }
      const { data } = await control('GET', '/timeline', { query, signal })
      return { ...data, period }
    },
    [control, asked],
  )
  const { data } = loaded
  const kinds = kindsOf(route)
  const moment = route.id
  const go = (change: Record<string, string | undefined>, id = moment) =>
    replaceRoute(linkTo(route.screen, id, { ...Object.fromEntries(route.query), ...change }))
  const show = (id: string) => go({}, id)
  // A new period begins with its first page.
  const page = Math.max(0, Number.parseInt(route.query.get('page') ?? '1', 10) - 1 || 0)

  return (
    <>
      <ScreenHeader title="What happened" />
      <Pending of={loaded} title="The changes could not be loaded">
        Loading…
      </Pending>
      {data && (
        <>
          <Panel
            title={`${minuteOf(data.from)} to ${minuteOf(data.to)}`}
            actions={<Period route={route} period={data.period} now={data.now} go={go} />}
          >
            <div class="checks" role="group" aria-label="Shown kinds">
              {KINDS.map(([kind, label]) => (
                <Check
                  key={kind}
                  checked={kinds.includes(kind)}
                  onChange={() => go({ kind: kindText(toggled(kinds, kind)), page: undefined })}
                >
                  {label} <span class="faint">{shown(totalOf(data.lanes, kind))}</span>
                </Check>
              ))}
            </div>
          </Panel>
          {moment !== undefined && (
            <MomentPanel
              key={moment}
              id={moment}
              onRestored={() =>
                replaceRoute(linkTo(route.screen, undefined, Object.fromEntries(route.query)))
              }
            />
          )}
          <Entries
            entries={data.entries.filter(({ kind }) => kinds.includes(kind))}
            page={page}
            onPage={(next) => go({ page: next === 0 ? undefined : String(next + 1) })}
            shown={moment}
            onShow={show}
          />
          <Moments moments={data.moments} shown={moment} onShow={show} />
        </>
      )}
    </>
  )
}

/** The length of the period, and buttons that move it. */
function Period({
  route,
  period,
  now,
  go,
}: {
  route: Route
  period: { from: number; to: number; days: number }
  now: string
  go: (change: Record<string, string | undefined>) => void
}) {
  const moved = (by: number) => {
    const to = period.to + by * period.days * DAY_MS * 0.5
    const isPresent = to >= Date.parse(now)
    go({ to: isPresent ? undefined : new Date(to).toISOString(), page: undefined })
  }
  return (
    <div class="actions">
      <ChoiceButtons
        label="Period"
        value={period.days}
        options={PERIODS}
        onChange={(days) => go({ days: String(days), page: undefined })}
      />
      <button type="button" onClick={() => moved(-1)}>
        Earlier
      </button>
      <button type="button" disabled={route.query.get('to') === null} onClick={() => moved(1)}>
        Later
      </button>
    </div>
  )
}

function kindsOf({ query }: Route): readonly Kind[] {
  const asked = (query.get('kind') ?? '').split(',')
  const found = ALL.filter((kind) => asked.includes(kind))
  return found.length === 0 ? ALL : found
}

/** Undefined for all kinds, which need no filter. */
function kindText(kinds: readonly Kind[]): string | undefined {
  return kinds.length === ALL.length || kinds.length === 0 ? undefined : kinds.join(',')
}

function totalOf(lanes: readonly { kind: Kind; total: number }[], kind: Kind): number {
  return lanes.find((lane) => lane.kind === kind)?.total ?? 0
}
