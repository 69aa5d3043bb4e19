import { useCallback } from 'preact/hooks'
import { titleOf } from './client/fault-rules.js'
import { useAction } from './hooks/action.js'
import { useFaults } from './hooks/faults.js'
import { linkTo } from './hooks/route.js'
import { useSandbox } from './hooks/sandbox.js'
import { html } from './html.js'
import { counted } from './parts/numbers.js'

const MOST_NAMES = 3

/** Says on every screen that requests fail on purpose, before somebody looks for the reason elsewhere. */
export function FaultBanner() {
  const { control, refresh } = useSandbox()
  const { faults = [] } = useFaults()
  const active = faults.filter(({ state }) => state === 'active')
  const clear = useAction(
    useCallback(async () => {
      // Switched off, not deleted: who wrote them wants them again.
      await Promise.all(
        active.map(({ id }) => control('PUT', `faults/${id}`, { body: { enabled: false } })),
      )
      refresh()
      return 'No fault is on any more.'
    }, [control, refresh, JSON.stringify(active.map(({ id }) => id))]),
  )
  if (active.length === 0) return null
  const named = active.slice(0, MOST_NAMES)
  return html`<section class="fault-banner" role="alert">
    <strong>${counted(active.length, 'fault is', 'faults are')} on:</strong>
    <span>
      ${named.map((rule, index) => html`${index > 0 && ', '}<bdi>${titleOf(rule)}</bdi>`)}${active.length > MOST_NAMES ? ` and ${active.length - MOST_NAMES} more` : ''}.
      <span class="fault-banner-why"> Requests of this account fail or are slow on purpose.</span>
    </span>
    <span class="fault-banner-actions">
      <a href=${linkTo('faults')}>Show</a>
      <button type="button" disabled=${clear.busy} onClick=${() => clear.run()}>Switch off</button>
    </span>
  </section>`
}
