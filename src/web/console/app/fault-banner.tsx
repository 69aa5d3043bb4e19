import { useEffect } from 'preact/hooks'
import { leftOf, titleOf } from '../client/fault-rules.ts'
import { counted } from '../client/format.ts'
import { useFaults } from '../hooks/faults.tsx'
import { linkTo } from '../hooks/route.ts'
import { useSandbox } from '../hooks/sandbox.ts'
import { ActionButton } from '../ui/buttons.tsx'

const MOST_NAMES = 3

/** Shows on every screen that requests fail on purpose. */
export function FaultBanner() {
  const { control, refresh, notify, dismiss } = useSandbox()
  const { data: faults = [] } = useFaults()
  const active = faults.filter(({ state }) => state === 'active')
  const clear = async () => {
    // Disable the rules, because their authors may want them again.
    await Promise.all(
      active.map(({ id }) =>
        control('PUT', '/faults/{id}', { params: { id }, body: { enabled: false } }),
      ),
    )
    refresh()
    notify('All faults are off.', 'done', 'no faults')
  }
  // Messages about rules that are spent or off are no longer true.
  useEffect(() => {
    for (const { id, state, count, remaining } of faults) {
      if (state === 'active') dismiss('no faults')
      if (state !== 'active' || (count !== undefined && remaining !== count)) dismiss(`fault ${id}`)
    }
  }, [faults])
  if (active.length === 0) return null
  const named = active.slice(0, MOST_NAMES)
  return (
    <section class="fault-banner row" role="alert">
      <strong>{counted(active.length, 'fault is', 'faults are')} on:</strong>
      <span>
        {named.map((rule, index) => (
          <>
            {index > 0 && ', '}
            <bdi>{titleOf(rule)}</bdi>
            {rule.count !== undefined && <strong> ({leftOf(rule)})</strong>}
          </>
        ))}
        {active.length > MOST_NAMES ? ` and ${active.length - MOST_NAMES} more` : ''}.
        <span class="fault-banner-why">
          {' '}
          A fault rule makes requests of this account fail or slow down.
        </span>
      </span>
      <span class="row">
        <a href={linkTo('faults')}>Show</a>
        <ActionButton act={clear}>Switch off</ActionButton>
      </span>
    </section>
  )
}
