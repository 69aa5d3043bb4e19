import { useCallback, useEffect, useState } from 'preact/hooks'
import { readClock, shownBy } from './client/clock.js'
import { useAction } from './hooks/action.js'
import { useAdvance } from './hooks/advance.js'
import { useLoaded } from './hooks/loaded.js'
import { useSandbox } from './hooks/sandbox.js'
import { html } from './html.js'
import { minuteOf } from './parts/time.js'

/** @type {[by: string, label: string, title: string][]} */
const PUSHES = [
  ['1h', '+1 h', 'Advance by one hour'],
  ['1d', '+1 day', 'Advance by one day'],
  ['7d', '+7 days', 'Advance by seven days'],
  ['next_run', 'Next run', 'Advance to the next campaign run'],
]
const SECOND_MS = 1000

/** The account's clock, and buttons that push it. All that falls due on the way happens before they are done. */
export function ClockBar() {
  const { control, refresh } = useSandbox()
  const { data: clock } = useLoaded(readClock(control), [control])
  const advance = useAdvance()
  const freeze = useAction(
    useCallback(
      async (/** @type {boolean} */ frozen) => {
        await control('POST', 'clock', { body: { frozen } })
        refresh()
      },
      [control, refresh],
    ),
  )
  const shows = useTicking(clock)

  return html`<section class="clock" aria-label="Clock of the account">
    <div class="clock-face">
      <span class="clock-now">${shows === undefined ? '…' : minuteOf(shows)} <abbr title="All times are in UTC">UTC</abbr></span>
      <span class="faint">
        ${clock?.frozen ? 'stands still' : 'runs'}${clock?.next_run ? `, next run ${minuteOf(clock.next_run)}` : ''}
      </span>
    </div>
    <div class="clock-buttons" role="group" aria-label="Advance the clock">
      ${PUSHES.map(
        ([by, label, title]) => html`<button
          type="button"
          title=${title}
          disabled=${advance.busy || !clock || (by === 'next_run' && clock.next_run === null)}
          onClick=${() => advance.run(by)}
        >${label}</button>`,
      )}
      <button
        type="button"
        class="quiet"
        disabled=${freeze.busy || !clock}
        title=${clock?.frozen ? 'Let the clock run again' : 'Stop the clock where it is'}
        onClick=${() => freeze.run(!clock?.frozen)}
      >${clock?.frozen ? 'Let it run' : 'Freeze'}</button>
    </div>
    <span class="clock-busy" role="status">${advance.busy ? 'Time passes…' : ''}</span>
  </section>`
}

/**
 * What the clock shows by now: it runs on here, without a question each second.
 *
 * @param {import('./client/clock.js').Clock | undefined} clock
 * @returns {string | undefined} ISO 8601
 */
function useTicking(clock) {
  const [, setTurn] = useState(0)
  const runs = clock !== undefined && !clock.frozen
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => setTurn((turn) => turn + 1), SECOND_MS)
    return () => clearInterval(timer)
  }, [runs])
  if (!clock) return undefined
  return new Date(shownBy(clock)).toISOString()
}
