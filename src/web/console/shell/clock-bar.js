import { readClock, shownBy } from '../client/session.js'
import { useAction, useAdvance, useLoaded, useSandbox } from '../hooks/sandbox.js'
import { useInterval, useTurn } from '../hooks/timing.js'
import { html } from '../html.js'
import { minuteOf } from '../parts/values.js'

/** @import { Clock } from '../client/session.js' */

/** @type {[by: string, label: string, title: string][]} */
const PUSHES = [
  ['1h', '+1 h', 'Advance by one hour'],
  ['1d', '+1 day', 'Advance by one day'],
  ['7d', '+7 days', 'Advance by seven days'],
  ['next_run', 'Next run', 'Advance to the next campaign run'],
]
const SECOND_MS = 1000

/** The clock of the account, with buttons that advance it. */
export function ClockBar() {
  const { control, refresh } = useSandbox()
  const { data: clock } = useLoaded(readClock(control), [control])
  const advance = useAdvance()
  const freeze = useAction(async () => {
    await control('POST', '/clock', { body: { frozen: !clock?.frozen } })
    refresh()
  })
  const shows = useTicking(clock)

  return html`<section class="clock" aria-label="Clock of the account">
    <div class="clock-face">
      <span class="clock-now">${shows === undefined ? '…' : minuteOf(shows)} <abbr title="All times are in UTC">UTC</abbr></span>
      <span class="faint">
        ${clock?.frozen ? 'frozen' : 'running'}${clock?.next_run ? `, next run ${minuteOf(clock.next_run)}` : ''}
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
        title=${clock?.frozen ? 'Let the clock run again' : 'Stop the clock'}
        onClick=${() => freeze.run()}
      >${clock?.frozen ? 'Unfreeze' : 'Freeze'}</button>
    </div>
    <span class="clock-busy" role="status">${advance.busy ? 'Time passes…' : ''}</span>
  </section>`
}

/** The current time of the clock. @param {Clock | undefined} clock @returns {string | undefined} ISO 8601 */
function useTicking(clock) {
  const [, next] = useTurn()
  useInterval(next, SECOND_MS, clock !== undefined && !clock.frozen)
  if (!clock) return undefined
  return new Date(shownBy(clock)).toISOString()
}
