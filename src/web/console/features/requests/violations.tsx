import { counted } from '../../client/format.ts'
import { linkTo } from '../../hooks/route.ts'
import { useLoaded, useOperator, useSandbox } from '../../hooks/sandbox.ts'
import { Pending } from '../../ui/page.tsx'
import { Difference, Statement, VIOLATION_KINDS } from '../../ui/violation.tsx'
import type { Proxied } from './proxied.ts'

/** The violations of a request through a proxy and of its response, by kind. */
export function RequestViolations({ proxied }: { proxied: Proxied }) {
  const { session } = useSandbox()
  return (
    <section class="stack" aria-labelledby="violations-title">
      <h3 id="violations-title">Violations</h3>
      {proxied.id === undefined ? (
        <p class="faint">The exchange was not judged.</p>
      ) : session.role === 'operator' ? (
        <Found id={proxied.id} count={proxied.violations} />
      ) : (
        <p class="faint">Only the operator of the proxy can see them.</p>
      )}
    </section>
  )
}

/** `count`: as the answer said; undefined if it was sent before it was judged. */
function Found({ id, count }: { id: string; count: number | undefined }) {
  const control = useOperator()
  const loaded = useLoaded(
    async (signal) => {
      const query = { request: id, limit: 1000 }
      return (await control('GET', '/violations', { query, signal })).data
    },
    [control, id],
  )
  const { data } = loaded
  return (
    <>
      <Pending of={loaded} title="The violations could not be loaded">
        Loading violations…
      </Pending>
      {data?.length === 0 && count === undefined && (
        <p class="faint">
          None so far. The answer was sent before it was judged; bodies over 1 MB are not judged.
        </p>
      )}
      {data && count === 0 && (
        <p class="faint">
          None: the request and its response match the specification and our assumptions.
        </p>
      )}
      {data && data.length < (count ?? 0) && (
        <p class="faint">
          The exchange has {counted(count ?? 0, 'violation')}. The proxy lists a violation with its
          last ten requests, and <a href={linkTo('proxy')}>all violations</a> on its screen.
        </p>
      )}
      {VIOLATION_KINDS.map(({ kind, title }) => {
        const found = (data ?? []).filter((violation) => violation.kind === kind)
        if (found.length === 0) return null
        return (
          <div key={kind}>
            <h4>{title}</h4>
            <ul class={`violation-list stack is-${kind}`}>
              {found.map((violation) => (
                <li key={violation.id}>
                  <Statement violation={violation} />
                  <Difference violation={violation} />
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </>
  )
}
