import { useEffect, useRef } from 'preact/hooks'
import type { Control } from '../../client/session.ts'
import { statedOf } from '../../client/stated.ts'
import { linkTo } from '../../hooks/route.ts'
import { useRead, useSandbox } from '../../hooks/sandbox.ts'
import { Pending } from '../../ui/states.tsx'
import { StatusBadge } from '../../ui/values.tsx'
import { RequestActions, RequestCode } from './actions.tsx'
import { General } from './facts.tsx'
import { Message, StatusMark } from './message.tsx'
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
  const { session } = useSandbox()
  // The operator may follow a link to a request of another account, or of none.
  const query = session.role === 'operator' ? { account: '' } : {}
  const loaded = useRead(
    (control, signal) => control('GET', '/requests/{id}', { params: { id }, query, signal }),
    [id],
  )
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesPlace) heading.current?.focus()
  }, [takesPlace, id])

  const { data, error } = loaded
  const logged = data?.id === id ? data : undefined
  const proxied = logged && proxiedOf(logged.response.headers)
  const stated = logged && operations ? statedOf(operations, logged) : undefined
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
