import { documentVersion } from '../../client/document.ts'
import { call } from '../../client/http.ts'
import { PASTED } from '../../client/keys.ts'
import { linkTo, type Route } from '../../hooks/route.ts'
import { useRead, useSandbox } from '../../hooks/sandbox.ts'
import { useSendKeys } from '../../hooks/send-key.ts'
import { Failure, Loading, Pending } from '../../ui/page.tsx'
import { Comparison } from '../specification/comparison.tsx'
import { concerns, SideBySide, type Specification } from '../specification/entries.tsx'
import { Overlays } from '../specification/overlays.tsx'
import type { ExplorerParts } from './context.ts'
import { Explorer } from './explorer.tsx'
import { type LoadedApi, readEntries, useApiModel } from './hooks.ts'
import { useLoggedRequest } from './logged-request.tsx'

/** `#/explorer`, `#/explorer/<operation>`, and what the provider states at `?view=statements` and `?view=overlays`. */
export default function ExplorerScreen({ route }: { route: Route }) {
  const { id, query } = route
  const view = id === undefined ? (query.get('view') ?? '') : ''
  return (
    <>
      <nav class="tabs" aria-label="Views of the API">
        {VIEWS.map(([name, title]) => (
          <a
            key={name}
            href={linkTo('explorer', undefined, { view: name })}
            aria-current={name === view ? 'page' : undefined}
          >
            {title}
          </a>
        ))}
      </nav>
      {view === '' ? <Operations route={route} /> : <Statements view={view} query={query} />}
    </>
  )
}

const VIEWS = [
  ['', 'Operations'],
  ['statements', 'Stated and assumed'],
  ['overlays', 'Overlays'],
] as const

function Statements({ view, query }: { view: string; query: URLSearchParams }) {
  const loaded = useSpecification()
  return (
    <>
      <h1>{view === 'overlays' ? 'Changed by overlays' : 'Stated and assumed'}</h1>
      <Pending of={loaded} title="The specification could not be loaded">
        Loading the specification…
      </Pending>
      {loaded.data &&
        (view === 'overlays' ? (
          <Overlays specification={loaded.data} />
        ) : (
          <Comparison specification={loaded.data} query={query} />
        ))}
    </>
  )
}

const useSpecification = () =>
  useRead((control, signal) => control('GET', '/specification', { signal }))

function Operations({ route: { id, query } }: { route: Route }) {
  // A change of the document refreshes the page.
  useSandbox()
  const { loaded, error, retry, sawTime } = useApiModel(documentVersion())
  if (loaded === undefined) {
    return error === undefined ? (
      <Loading>Loading the document…</Loading>
    ) : (
      <Failure error={error} title="The document could not be loaded" retry={retry} />
    )
  }
  const [at, from] = ['at', 'from'].map((name) => query.get(name) ?? undefined)
  return <LoadedOperations loaded={loaded} sawTime={sawTime} id={id} at={at} from={from} />
}

function LoadedOperations({
  loaded: { api, base, terms },
  sawTime,
  id,
  at,
  from,
}: {
  loaded: LoadedApi
  sawTime: (time: string) => void
  id: string | undefined
  at: string | undefined
  from: string | undefined
}) {
  const { observe: send, revision } = useSandbox()
  const specification = useSpecification()
  const keys = useSendKeys(terms)
  const logged = useLoggedRequest(from, id)
  const parts: ExplorerParts = {
    api,
    base,
    keys,
    revision,
    sawTime,
    link: (operation, parameter) => linkTo('explorer', operation, { at: parameter }),
    keyPage: { href: linkTo('keys'), text: 'Manage keys.' },
    overlays: terms.overlays,
    readList: async (path, key, signal) => {
      const { entries, time } = await readEntries(api.document, path, (place, asked) =>
        // A key that the user entered may be of another account.
        key.id === PASTED && typeof key.token === 'string'
          ? call('GET', `${base}/${place}`, { token: key.token, signal, query: asked })
          : send('GET', place, { signal, query: asked }),
      )
      if (time !== undefined) sawTime(time)
      return entries
    },
  }
  if (logged.isLoading) return <Loading>Loading the request…</Loading>
  return (
    <Explorer
      parts={parts}
      id={id}
      at={at}
      from={logged.beginning}
      about={({ id: operation }) =>
        specification.data && (
          <OperationStatements specification={specification.data} id={operation} />
        )
      }
    />
  )
}

/** The provider's statements about one operation, and the sandbox's assumptions. */
function OperationStatements({
  specification: { operations, assumptions, facts },
  id,
}: {
  specification: Specification
  id: string
}) {
  const own = assumptions.filter((each) => each.operations.includes(id))
  const isShared = (each: { operations: string[] }) => each.operations.length === operations.length
  return (
    <>
      <section class="panel" aria-labelledby="own-title">
        <h2 id="own-title">Statements and assumptions</h2>
        <SideBySide
          facts={facts.filter((fact) => fact.operations !== 'all' && concerns(fact, id))}
          assumptions={own.filter((each) => !isShared(each))}
          total={operations.length}
        />
      </section>
      <section class="panel" aria-labelledby="shared-title">
        <details>
          <summary>
            <h2 id="shared-title">Statements about every operation</h2>
          </summary>
          <SideBySide
            facts={facts.filter((fact) => fact.operations === 'all')}
            assumptions={own.filter(isShared)}
            total={operations.length}
          />
        </details>
      </section>
    </>
  )
}
