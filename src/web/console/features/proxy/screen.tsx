import { shown } from '../../client/format.ts'
import { RequestFailed } from '../../client/http.ts'
import type { Control } from '../../client/session.ts'
import { useOperator } from '../../hooks/operator.ts'
import type { Route } from '../../hooks/route.ts'
import { useLoaded } from '../../hooks/sandbox.ts'
import { Command, CopyButton } from '../../ui/copy.tsx'
import { type FactList, Facts, Panel, ScreenHeader } from '../../ui/page.tsx'
import { Empty, Pending } from '../../ui/states.tsx'
import { ModePanel } from './mode.tsx'
import { SandboxOperations } from './sandbox-operations.tsx'
import { useTrafficTurn } from './traffic.ts'
import { Violations } from './violations.tsx'

/** The upstream of a proxy: its mode, its cassette, who answers, and what its traffic violates. */
export default function ProxyScreen({ route }: { route: Route }) {
  const control = useOperator()
  const [turn, next] = useTrafficTurn()
  const loaded = useLoaded(
    async (signal) => (await control('GET', '/proxy', { signal })).data,
    [control, turn],
  )
  const { data, error } = loaded
  if (data === undefined && error instanceof RequestFailed && error.status === 404) {
    return <NoProxy />
  }
  return (
    <>
      <ScreenHeader
        title="Proxy"
        about="Requests of your app pass here on their way to a server."
      />
      <Pending of={loaded} title="The proxy could not be loaded">
        Loading the proxy…
      </Pending>
      {data && (
        <>
          <Panel title="Upstream">
            <Facts class="facts" facts={addressesOf(data)} />
            <Sources proxy={data} />
          </Panel>
          <div class="panels">
            <ModePanel proxy={data} onChange={next} />
            <SandboxOperations proxy={data} onChange={next} />
          </div>
          <Violations route={route} turn={turn} onChange={next} />
        </>
      )}
    </>
  )
}

/** The address that requests go to, and the one that the app sends them to. The path is that of the upstream. */
function addressesOf({ upstream }: Control['Proxy']): FactList {
  const { pathname } = new URL(upstream)
  const base = new URL(pathname.slice(1), document.baseURI).href.replace(/\/$/, '')
  return [
    ['Server', <code>{upstream}</code>],
    [
      'Base URL for your app',
      <span class="row">
        <code>{base}</code> <CopyButton text={base} />
      </span>,
    ],
  ]
}

/** How many answers came from where. */
function Sources({ proxy }: { proxy: Control['Proxy'] }) {
  const { sources, recorded, unjudged, unjudged_reasons = {} } = proxy
  const figures: [label: string, count: number, about: string][] = [
    ['Upstream', sources.upstream, 'answers'],
    ['Cassette', sources.cassette, `answers of ${shown(recorded)} recorded`],
    ['Sandbox', sources.sandbox, 'answers'],
    ['Not judged', unjudged, Object.keys(unjudged_reasons).join('; ') || 'exchanges'],
  ]
  return (
    <dl class="proxy-figures tiles">
      {figures.map(([label, count, about]) => (
        <div key={label} class="tile">
          <dt>{label}</dt>
          <dd class="tile-value">{shown(count)}</dd>
          <dd class="tile-change faint">{about}</dd>
        </div>
      ))}
    </dl>
  )
}

function NoProxy() {
  return (
    <>
      <ScreenHeader title="Proxy" />
      <Empty title="This sandbox has no upstream">
        <p>
          A proxy is a sandbox in front of a server. It watches, records and replays its traffic:
        </p>
        <Command text="npx svc-sandbox proxy https://staging.example.com/api" />
      </Empty>
    </>
  )
}
