import { useEffect, useRef } from 'preact/hooks'
import { momentOf } from '../../client/format.ts'
import { readLogged } from '../../client/logged-requests.ts'
import type { Control } from '../../client/session.ts'
import type { Origins } from '../../client/stated.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useSandbox } from '../../hooks/sandbox.ts'
import { Assumed } from '../../ui/assumed.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Body, Headers } from '../../ui/message.tsx'
import { type FactList, Facts, Pending } from '../../ui/page.tsx'
import { Name, StatusBadge } from '../../ui/values.tsx'
import { responsePlace, statedIn, statusPlaces } from '../explorer/response-place.ts'
import { RequestActions, RequestCode } from './actions.tsx'
import { durationOf } from './columns.tsx'
import { isForeign, proxiedOf } from './proxied.ts'
import type { LoggedRequest } from './request-rows.ts'
import { summaryOf } from './summary.ts'
import { RequestViolations } from './violations.tsx'

/** One logged request with its response. `takesPlace`: it replaces the list, and its heading gets the focus. */
export function RequestDetail({
  id,
  back,
  operations,
  keys,
  takesPlace,
  linkOfCopy,
  compareWith,
}: {
  id: string
  back: string
  operations: readonly Control['OperationOrigin'][] | undefined
  keys: readonly Control['Key'][]
  takesPlace: boolean
  /** The address of a request that repeats this one. */
  linkOfCopy: (id: string) => string
  /** The request that this one repeats, and the address of their comparison. */
  compareWith: { id: string; link: string } | undefined | ''
}) {
  const sandbox = useSandbox()
  const loaded = useLoaded(
    async (signal) => {
      const [logged] = await readLogged(sandbox, [id], signal)
      return { logged, stated: logged && (await statedIn(logged).catch(() => undefined)) }
    },
    [id],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesPlace) heading.current?.focus()
  }, [takesPlace, id])

  const { data, error } = loaded
  const { logged, stated } = data?.logged?.id === id ? data : {}
  const proxied = logged && proxiedOf(logged.response.headers)
  return (
    <article class="request-detail panel" aria-labelledby="request-title">
      <header class="request-detail-header">
        <a href={back}>
          {takesPlace ? (
            <>
              <span aria-hidden="true">←</span> All requests
            </>
          ) : (
            'Close'
          )}
        </a>
        <h2 id="request-title" ref={heading} tabindex={-1} data-names-page>
          {logged ? (
            <>
              <span class="request-method">{logged.method}</span> {logged.url}
            </>
          ) : (
            id
          )}
        </h2>
      </header>
      {logged === undefined ? (
        <>
          <Pending of={{ ...loaded, data: logged }} title="The request could not be opened">
            Loading the request…
          </Pending>
          {error !== undefined && (
            <p class="hint">
              The sandbox keeps only the latest requests of each account, until it is restarted or
              reset. The list may show older ones for a while.
            </p>
          )}
        </>
      ) : (
        <>
          <p class="row">
            <StatusBadge status={logged.status} />{' '}
            <StatusMark of={logged} isKnown={stated !== undefined} />
            <span>{summaryOf(logged)}</span> <Faults ids={logged.fault} />
          </p>
          {proxied && <RequestViolations proxied={proxied} />}
          <div class="grid">
            <Message
              title="Request"
              message={logged.request}
              issues={isForeign(proxied) ? [] : (logged.validation?.issues ?? [])}
            />
            <Message
              title="Response"
              message={logged.response}
              isSent={logged.status !== null}
              stated={stated}
              of={logged}
            />
          </div>
          <General logged={logged} keys={keys} operations={operations} />
          <RequestActions
            logged={logged}
            linkOf={linkOfCopy}
            compareWith={compareWith || undefined}
          />
          <RequestCode logged={logged} keys={keys} />
        </>
      )}
    </article>
  )
}

/** Links to the rules that affected a request. */
function Faults({ ids }: { ids: LoggedRequest['fault'] }) {
  return (ids?.split(/,\s*/) ?? []).map((each) => (
    <a key={each} href={linkTo('faults', each)}>
      {each}
    </a>
  ))
}

type Issue = NonNullable<LoggedRequest['validation']>['issues'][number]
/** What the marks of a response are about. */
type Answered = Pick<LoggedRequest, 'operation' | 'status'>

const PARTS = { body: 'Body', query: 'Query', path: 'Path', header: 'Header', cookie: 'Cookie' }

/** Body and headers of a request or a response. `isSent`: false if there was no response. */
export function Message({
  title,
  message,
  isSent = true,
  issues = [],
  stated,
  of,
}: {
  title: string
  message: LoggedRequest['request']
  isSent?: boolean
  /** Those of a member of the body are shown there, the others above it. */
  issues?: readonly Issue[]
  stated?: { members: Origins; headers: readonly string[] } | undefined
  of?: Answered
}) {
  const { headers, body } = message
  const id = `${title.toLowerCase()}-title`
  const inBody = body === null ? [] : issues.filter((issue) => issue.in === 'body')
  const others = issues.filter((issue) => !inBody.includes(issue))
  return (
    <section class="request-message" aria-labelledby={id}>
      <div class="panel-header">
        <h3 id={id}>{title}</h3>
        {body !== null && <CopyButton text={body} label="Copy body" class="quiet" />}
      </div>
      {others.length > 0 && (
        <ul class="request-issues">
          {others.map((issue) => (
            <li key={`${issue.in} ${issue.path}`}>
              {PARTS[issue.in] ?? issue.in} <code>{issue.path}</code> {issue.message}
            </li>
          ))}
        </ul>
      )}
      {isSent ? (
        <>
          <Body
            message={message}
            label={`Body of the ${title.toLowerCase()}`}
            origins={stated?.members}
            placeOf={of && ((path) => responsePlace(of, path))}
            issues={inBody}
          />
          <Headers
            headers={headers}
            stated={stated?.headers}
            placeOf={of && ((name) => responsePlace(of, [], name))}
          />
        </>
      ) : (
        <p class="faint">No response was sent.</p>
      )}
    </section>
  )
}

/** The mark on a status code, which the provider never states. `isKnown`: false while it is not known. */
function StatusMark({ of, isKnown }: { of: LoggedRequest; isKnown: boolean }) {
  if (!isKnown || of.status === null) return null
  return <Assumed quiet place={() => statusPlaces(of)} about={`status ${of.status}`} />
}

/** The facts that the log has about a request, apart from its messages. */
function General({
  logged,
  keys,
  operations = [],
}: {
  logged: LoggedRequest
  keys: readonly Control['Key'][]
  operations: readonly Control['OperationOrigin'][] | undefined
}) {
  const { session } = useSandbox()
  const { id, request_id, time, account, key, operation, duration_ms } = logged
  const name = session.accounts.find((each) => each.id === account)?.name
  const known = operations.find((each) => each.id === operation)
  const proxied = proxiedOf(logged.response.headers)
  const absent = isForeign(proxied) ? 'known to the upstream alone' : undefined
  const keyName = keys.find((each) => each.id === key?.id)?.name
  const facts: FactList = [
    ['Time', <time datetime={time}>{momentOf(time)} UTC</time>],
    ['Duration', durationOf(duration_ms)],
    [
      'Operation',
      operation ? (
        <>
          <a href={linkTo('explorer', operation)}>
            <code>{operation}</code>
          </a>{' '}
          {known?.summary && <span class="faint">{known.summary}</span>}
        </>
      ) : (
        'no operation has this method and path'
      ),
    ],
    [
      'Key',
      key ? (
        <>
          <a href={linkTo('keys', key.id)}>
            <Name>{keyName ?? key.id}</Name>
          </a>{' '}
          <code>{key.prefix}…</code>
        </>
      ) : (
        (absent ?? 'no valid key')
      ),
    ],
    [
      'Account',
      account ? (
        <>
          <Name>{name ?? account}</Name>
          {name && name !== account && (
            <>
              {' '}
              <code>{account}</code>
            </>
          )}
        </>
      ) : (
        (absent ?? 'none')
      ),
    ],
    ...(proxied ? [['Source', proxied.source] as FactList[number]] : []),
    ['Request id', <code>{request_id}</code>],
    ['In the log', <code>{id}</code>],
  ]
  return <Facts class="facts facts-many" facts={facts} />
}
