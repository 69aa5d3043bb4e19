import { useEffect, useRef } from 'preact/hooks'
import type { Control } from '../../client/session.ts'
import { statedOf } from '../../client/stated.ts'
import { useRead, useSandbox } from '../../hooks/sandbox.ts'
import { Check } from '../../ui/controls.tsx'
import { AssumedTag } from '../../ui/json-view.tsx'
import { Pending } from '../../ui/states.tsx'
import { RequestActions } from './actions.tsx'
import { CopyAs } from './copy-as.tsx'
import { General } from './facts.tsx'
import { Message } from './message.tsx'
import { isForeign, proxiedOf } from './proxied.ts'
import { Verdict } from './verdict.tsx'
import { RequestViolations } from './violations.tsx'

/** One logged request with its response. `takesPlace`: it replaces the list, and its heading gets the focus. */
export function RequestDetail({
  id,
  back,
  operations,
  keys,
  takesPlace,
  isMarked,
  onMark,
  linkOfCopy,
  compareWith,
}: {
  id: string
  back: string
  operations: readonly Control['OperationOrigin'][] | undefined
  keys: readonly Control['Key'][]
  takesPlace: boolean
  isMarked: boolean
  onMark: (isMarked: boolean) => void
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
  const stated = logged && isMarked && operations ? statedOf(operations, logged) : undefined
  return (
    <article class="request-detail panel" aria-labelledby="request-title">
      <header class="request-detail-header">
        <a class="request-back" href={back}>
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
          <General
            logged={logged}
            keys={keys}
            operations={operations}
            hasMarks={stated !== undefined}
          />
          <RequestActions
            logged={logged}
            linkOf={linkOfCopy}
            compareWith={compareWith || undefined}
          />
          {proxied && <RequestViolations proxied={proxied} />}
          {!isForeign(proxied) && <Verdict validation={logged.validation} />}
          <CopyAs logged={logged} keys={keys} />
          <Message title="Request" message={logged.request} />
          <Message
            title="Response"
            message={logged.response}
            isSent={logged.status !== null}
            stated={stated}
          >
            <Legend isMarked={isMarked} onMark={onMark} isKnown={operations !== undefined} />
          </Message>
        </>
      )}
    </article>
  )
}

function Legend({
  isMarked,
  onMark,
  isKnown,
}: {
  isMarked: boolean
  onMark: (isMarked: boolean) => void
  isKnown: boolean
}) {
  if (!isKnown) return null
  return (
    <div class="request-legend">
      <Check checked={isMarked} onChange={onMark}>
        Mark assumptions
      </Check>
      {isMarked && (
        <ul>
          <li>
            <span class="json-name">"name"</span> stated by the provider
          </li>
          <li>
            <span class="json-name is-assumed">"name"</span> <AssumedTag /> by this sandbox, with
            everything within
          </li>
        </ul>
      )}
    </div>
  )
}
