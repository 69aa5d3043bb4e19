import { useCallback } from 'preact/hooks'
import { useAction } from './hooks/action.js'
import { useLoaded } from './hooks/loaded.js'
import { linkTo } from './hooks/route.js'
import { useSandbox } from './hooks/sandbox.js'
import { html } from './html.js'
import { counted } from './parts/numbers.js'

/** @typedef {import('./client/session.js').Control['Fault']} Fault */

/** Says on every screen that requests fail on purpose, before somebody looks for the reason elsewhere. */
export function FaultBanner() {
  const { control, refresh } = useSandbox()
  const { data: faults = [] } = useLoaded(
    async (signal) => /** @type {Fault[]} */ ((await control('GET', 'faults', { signal })).data),
    [control],
  )
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
  return html`<section class="fault-banner" role="alert">
    <strong>${counted(active.length, 'fault is', 'faults are')} on:</strong>
    <span>requests of this account fail or are slow on purpose.</span>
    <a href=${linkTo('faults')}>Show</a>
    <button type="button" disabled=${clear.busy} onClick=${() => clear.run()}>Switch off</button>
  </section>`
}
