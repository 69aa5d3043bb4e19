import { useState } from 'preact/hooks'
import { apiDocument, operationsOf } from '../../client/document.ts'
import { counted, shown } from '../../client/format.ts'
import { RequestFailed } from '../../client/http.ts'
import type { Control } from '../../client/session.ts'
import type { Route } from '../../hooks/route.ts'
import { useAction, useAttempt, useLoaded, useOperator, useSandbox } from '../../hooks/sandbox.ts'
import { useStream } from '../../hooks/stream.ts'
import { useGathered, useInterval, useTurn } from '../../hooks/timing.ts'
import { Check, Chips } from '../../ui/controls.tsx'
import { Command, CopyButton } from '../../ui/copy.tsx'
import {
  Empty,
  type FactList,
  Facts,
  Failure,
  Panel,
  Pending,
  ScreenHeader,
} from '../../ui/page.tsx'
import { Badge } from '../../ui/values.tsx'
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

type Mode = Control['ProxyMode']

const MODES: readonly [mode: Mode, says: string][] = [
  ['watch', 'Passes requests to the upstream, and judges them. Records nothing.'],
  ['record', 'As watch, and records every answer in a new cassette.'],
  ['replay', 'Answers from the cassette alone, without a network.'],
  ['update', 'Answers from the cassette. Passes on and records what it lacks.'],
]

/** The source of responses. A choice takes effect with the button. */
function ModePanel({ proxy, onChange }: { proxy: Control['Proxy']; onChange: () => void }) {
  const { notify } = useSandbox()
  const control = useOperator()
  const { attempt, busy, error } = useAttempt()
  const [chosen, choose] = useState<Mode>()
  const mode = chosen ?? proxy.mode
  const hasCassette = proxy.cassette !== null
  const change = async () => {
    await control('PATCH', '/proxy', { body: { mode } })
    choose(undefined)
    onChange()
    notify(`The mode is ${mode}. Requests follow it from now on.`)
  }
  return (
    <Panel title="Mode">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          attempt(change)
        }}
      >
        <div class="grid fields" role="radiogroup" aria-label="Mode">
          {MODES.map(([each, says]) => (
            <Check
              key={each}
              checked={each === mode}
              onChange={() => choose(each)}
              attributes={{
                type: 'radio',
                name: 'mode',
                disabled: !hasCassette && each !== 'watch' && each !== proxy.mode,
              }}
            >
              <span>
                <strong>{each}</strong> {each === proxy.mode && <Badge tone="accent">now</Badge>}
                <span class="note">{says}</span>
              </span>
            </Check>
          ))}
        </div>
        <p class="faint">
          {hasCassette ? (
            <>
              Cassette: <code>{proxy.cassette}</code>, {counted(proxy.recorded, 'recording')}.
            </>
          ) : (
            <>
              No cassette. Start the proxy with <code>--cassette session.har</code> to record and
              replay.
            </>
          )}
        </p>
        {error !== undefined && <Failure error={error} title="The mode was not switched" />}
        <div class="actions">
          <button type="submit" class="primary" disabled={busy || mode === proxy.mode}>
            {mode === proxy.mode ? 'Switch the mode' : `Switch to ${mode}`}
          </button>
        </div>
      </form>
    </Panel>
  )
}

/** The operations that the sandbox answers instead of the upstream. */
function SandboxOperations({ proxy, onChange }: { proxy: Control['Proxy']; onChange: () => void }) {
  const control = useOperator()
  const operations = useLoaded(async () => operationsOf(await apiDocument()), [])
  const change = useAction(
    async (body: { sandbox_operations: string[] } | { sandbox_missing: boolean }) => {
      await control('PATCH', '/proxy', { body })
      onChange()
      return 'Changed. Requests follow it from now on.'
    },
  )
  return (
    <Panel title="Answered by the sandbox">
      <div class="stack">
        <Chips
          label="Operations that the sandbox answers"
          any="Choose an operation…"
          values={proxy.sandbox_operations}
          options={(operations.data ?? []).map(({ id }) => id)}
          onChange={(sandbox_operations) => change.run({ sandbox_operations })}
        />
        <Check
          checked={proxy.sandbox_missing}
          onChange={(sandbox_missing) => change.run({ sandbox_missing })}
        >
          Everything that the upstream does not have: unknown paths, 501, and refused connections
        </Check>
        <p class="faint">
          Resources created upstream stay there. A write that was sent is never repeated.
        </p>
      </div>
    </Panel>
  )
}

/** Real milliseconds between two reloads, because an app may send hundreds of requests in a row. */
const GATHER_MS = 1000
/** Some verdicts need several requests, and come after them. */
const LOOK_MS = 5000

/** A number that grows when the proxy may have new counts and violations, to reload them. */
function useTrafficTurn() {
  const [turn, next] = useTurn()
  const soon = useGathered(next, GATHER_MS)
  const query = { unauthenticated: true }
  useStream('/requests/stream', ({ event }) => event === 'request' && soon(), { query })
  useInterval(next, LOOK_MS)
  return [turn, next] as const
}
