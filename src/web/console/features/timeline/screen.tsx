import { SOURCES } from '../../client/timeline.ts'
import { linkTo, type Route, replaceRoute } from '../../hooks/route.ts'
import { useRead } from '../../hooks/sandbox.ts'
import { ChoiceButtons } from '../../ui/controls.tsx'
import { Panel, Pending, ScreenHeader } from '../../ui/page.tsx'
import { Changes } from './changes.tsx'
import { MomentDialog, Moments } from './moments.tsx'

const ALL = 'all'
const CHOICES = [[ALL, 'All'], ...SOURCES] as const

/** The changes of the account, which can be undone, and the states that were kept. */
export default function TimelineScreen({ route }: { route: Route }) {
  const asked = route.query.get('source')
  const source = SOURCES.find(([each]) => each === asked)?.[0]
  const loaded = useRead(
    (control, signal) => control('GET', '/timeline', { query: { source }, signal }),
    [source],
  )
  const { data } = loaded
  const moment = route.id
  const go = (change: Record<string, string | undefined>, id = moment) =>
    replaceRoute(linkTo(route.screen, id, { ...Object.fromEntries(route.query), ...change }))
  const show = (id: string) => go({}, id)
  const close = () => replaceRoute(linkTo(route.screen, undefined, Object.fromEntries(route.query)))
  // Another source begins with its first page.
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
            title="Changes"
            actions={
              <ChoiceButtons
                label="Source"
                value={source ?? ALL}
                options={CHOICES}
                onChange={(each) =>
                  go({ source: each === ALL ? undefined : each, page: undefined })
                }
              />
            }
          >
            <Changes
              changes={data.changes}
              page={page}
              onPage={(next) => go({ page: next === 0 ? undefined : String(next + 1) })}
              shown={moment}
              onShow={show}
            />
          </Panel>
          <Moments moments={data.moments} shown={moment} onShow={show} />
          {moment !== undefined && (
            <MomentDialog key={moment} id={moment} onClose={close} onRestored={close} />
          )}
        </>
      )}
    </>
  )
}
