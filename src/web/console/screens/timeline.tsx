import { useEffect } from 'preact/hooks'
import { counted, minuteOf, shown } from '../client/format.ts'
import { DAY_MS, shownBy } from '../client/session.ts'
import { type Entry, type Kind, keyOf, LANES, spanOf, titleOf, ZOOMS } from '../client/timeline.ts'
import { linkTo, type Route, replaceRoute } from '../hooks/route.ts'
import { useLoaded, useSandbox } from '../hooks/sandbox.ts'
import { Check, ChoiceButtons, toggled } from '../parts/controls.tsx'
import { Panel, ScreenHeader } from '../parts/page.tsx'
import { Pending } from '../parts/states.tsx'
import { Name, Time } from '../parts/values.tsx'
import { Charts } from './timeline/charts.tsx'
import { Entries, linkOf, Outcomes } from './timeline/entries.tsx'
import { Line } from './timeline/line.tsx'
import { MomentPanel } from './timeline/moment-panel.tsx'
import { Moments } from './timeline/moments.tsx'
import { useWeek } from './timeline/play.ts'

const ALL = LANES.map(([kind]) => kind)

/** The past of the account on one line, from which its states can be compared and restored. */
export default function TimelineScreen({ route }: { route: Route }) {
  const { control } = useSandbox()
  const week = useWeek()
  const asked = route.query.toString()
  const loaded = useLoaded(
    async (signal) => {
      const { data: clock } = await control('GET', '/clock', { signal })
      const present = shownBy({ ...clock, readAt: performance.now() })
      const span = spanOf(route.query, clock.advancing ? Date.parse(clock.advancing.to) : present)
      const query = {
        from: new Date(span.from).toISOString(),
        to: new Date(span.to).toISOString(),
        limit: 100,
      }
      const { data } = await control('GET', '/timeline', { query, signal })
      return { ...data, span }
    },
    [control, asked, week.turn],
  )
  const { data } = loaded
  const kinds = kindsOf(route)
  const entries = (data?.entries ?? []).filter(({ kind }) => kinds.includes(kind))
  const selected = entries.find((entry) => keyOf(entry) === route.query.get('entry'))
  const moment = route.id ?? selected?.moment ?? undefined
  const go = (change: Record<string, string | undefined>, id = route.id) =>
    replaceRoute(linkTo(route.screen, id, { ...Object.fromEntries(route.query), ...change }))
  const select = (entry: Entry) => go({ entry: keyOf(entry) }, entry.moment ?? undefined)
  const { head } = week
  // A new period begins with its first page.
  const page = Math.max(0, Number.parseInt(route.query.get('page') ?? '1', 10) - 1 || 0)
  useEffect(() => {
    if (week.isPlaying) go({ to: undefined, entry: undefined, page: undefined }, undefined)
  }, [week.isPlaying])

  const visible = head === undefined ? entries : entries.filter(({ at }) => Date.parse(at) <= head)
  return (
    <>
      <ScreenHeader title="Timeline">
        <button
          type="button"
          class="primary"
          disabled={week.isPlaying || week.start.busy}
          onClick={() => week.start.run()}
        >
          Advance a week
        </button>
      </ScreenHeader>
      <Pending of={loaded} title="The timeline could not be loaded">
        Loading the timeline…
      </Pending>
      {data && (
        <>
          <Panel
            title={`${minuteOf(data.from)} to ${minuteOf(data.to)}`}
            actions={<Zoom route={route} span={data.span} now={data.now} go={go} />}
          >
            <div class="checks" role="group" aria-label="Shown kinds">
              {LANES.map(([kind, label]) => (
                <Check
                  key={kind}
                  checked={kinds.includes(kind)}
                  onChange={() => go({ kind: kindText(toggled(kinds, kind)), page: undefined })}
                >
                  {label} <span class="faint">{shown(totalOf(data.lanes, kind))}</span>
                </Check>
              ))}
            </div>
            <Line
              span={data.span}
              entries={entries}
              kinds={kinds}
              now={data.now}
              {...(head !== undefined && { until: head })}
              selected={route.query.get('entry') ?? undefined}
              onSelect={select}
            />
            <p class="faint timeline-help" role="status">
              {head === undefined
                ? keptWords(data.moments.length)
                : `${minuteOf(new Date(head).toISOString())} · ${playedWords(visible)}`}
            </p>
          </Panel>
          {selected && <Selected entry={selected} />}
          {moment !== undefined && (
            <MomentPanel
              key={moment}
              id={moment}
              onRestored={() => go({ entry: undefined, to: undefined }, undefined)}
            />
          )}
          <Charts
            span={data.span}
            entries={data.entries}
            {...(head !== undefined && { until: head })}
            turn={week.turn}
          />
          <Entries
            entries={visible}
            page={page}
            onPage={(next) => go({ page: next === 0 ? undefined : String(next + 1) })}
            selected={route.query.get('entry') ?? undefined}
            onSelect={select}
          />
          <Moments
            moments={data.moments}
            shown={moment}
            onShow={(id) => go({ entry: undefined }, id)}
          />
        </>
      )}
    </>
  )
}

/** The length of the period, and buttons that move it. */
function Zoom({
  route,
  span,
  now,
  go,
}: {
  route: Route
  span: { from: number; to: number; days: number }
  now: string
  go: (change: Record<string, string | undefined>) => void
}) {
  const moved = (by: number) => {
    const to = span.to + by * span.days * DAY_MS * 0.5
    const isPresent = to >= Date.parse(now)
    go({ to: isPresent ? undefined : new Date(to).toISOString(), page: undefined })
  }
  const isMoved = route.query.get('to') !== null
  return (
    <div class="actions">
      <ChoiceButtons
        label="Period"
        value={span.days}
        options={ZOOMS}
        onChange={(days) => go({ days: String(days), page: undefined })}
      />
      <button type="button" onClick={() => moved(-1)}>
        Earlier
      </button>
      <button type="button" disabled={!isMoved} onClick={() => moved(1)}>
        Later
      </button>
    </div>
  )
}

/** An entry that was chosen, with the way to more about it. */
function Selected({ entry }: { entry: Entry }) {
  const link = linkOf(entry)
  return (
    <section class="panel selected-entry" aria-label="Chosen entry">
      <strong>
        <Name>{titleOf(entry)}</Name>
      </strong>
      <span class="faint">
        <Time at={entry.at} precision="moment" />
        {entry.until !== null && entry.until !== entry.at && (
          <>
            {' '}
            to <Time at={entry.until} precision="moment" />
          </>
        )}
      </span>
      <Outcomes entry={entry} />
      {link && <a href={link}>Show it</a>}
    </section>
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

function keptWords(count: number): string {
  if (count === 0) return 'No state is kept yet: each move of the clock keeps one.'
  const states = count === 1 ? '1 state' : `The last ${count} states`
  return `${states} can be restored: ${count === 1 ? 'it has' : 'they have'} a ring.`
}

function playedWords(entries: readonly Entry[]): string {
  const count = (kind: Kind) =>
    entries.filter((each) => each.kind === kind).reduce((sum, each) => sum + each.count, 0)
  return `${counted(count('run'), 'run')}, ${counted(count('event'), 'event')}, ${counted(count('delivery'), 'delivery', 'deliveries')}`
}
