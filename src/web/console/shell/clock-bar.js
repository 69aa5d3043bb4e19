import { useState } from 'preact/hooks'
import { readClock, shownBy } from '../client/session.js'
import { summaryOf, useAction, useAdvance, useLoaded, useSandbox } from '../hooks/sandbox.js'
import { useStream } from '../hooks/stream.js'
import { useInterval, useTurn } from '../hooks/timing.js'
import { html } from '../html.js'
import { counted, minuteOf } from '../parts/values.js'

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
  const advancing = useAdvancing(clock)
  const cancel = useAction(async () => {
    await control('DELETE', '/clock/advance')
    refresh()
  })
  const isMoving = advance.busy || advancing !== undefined
  const freeze = useAction(async () => {
    await control('POST', '/clock', { body: { frozen: !clock?.frozen } })
    refresh()
  })
  const shows = useTicking(advancing ? undefined : clock) ?? advancing?.now

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
          disabled=${isMoving || !clock || (by === 'next_run' && clock.next_run === null)}
          onClick=${() => advance.run(by)}
        >${label}</button>`,
      )}
      <button
        type="button"
        class="quiet"
        disabled=${freeze.busy || isMoving || !clock}
        title=${clock?.frozen ? 'Let the clock run again' : 'Stop the clock'}
        onClick=${() => freeze.run()}
      >${clock?.frozen ? 'Unfreeze' : 'Freeze'}</button>
    </div>
    ${
      advancing
        ? html`<div class="clock-advance">
            <progress max="1" value=${advancing.share} aria-label=${`Advancing to ${minuteOf(advancing.to)}`}></progress>
            <span class="faint">
              ${counted(advancing.runs, 'run')}, ${advancing.deliveries.delivered} delivered, until ${minuteOf(advancing.to)}
            </span>
            <button type="button" class="quiet" disabled=${cancel.busy} onClick=${() => cancel.run()}>Cancel</button>
          </div>`
        : html`<span class="clock-busy" role="status">${advance.busy ? 'Time passes…' : ''}</span>`
    }
  </section>`
}

/**
 * The advance of the clock that is under way, wherever it was begun. Shows its result when it ends.
 * @param {Clock | undefined} clock
 */
function useAdvancing(clock) {
  const { refresh, notify } = useSandbox()
  const [latest, setLatest] = useState(/** @type {Clock['advancing'] | undefined} */ (undefined))
  const enabled = Boolean(clock?.advancing)
  useStream(
    '/clock/stream',
    ({ data }) => {
      setLatest(data.advancing ?? undefined)
      if (data.advancing) return
      refresh()
      const { status, error, summary } = data.last_advance ?? {}
      if (status === 'failed') notify(error, 'failed')
      else if (summary) notify(summaryOf(summary))
    },
    { enabled },
  )
  return enabled ? (latest ?? clock?.advancing ?? undefined) : undefined
}

/** The current time of the clock. @param {Clock | undefined} clock @returns {string | undefined} ISO 8601 */
function useTicking(clock) {
  const [, next] = useTurn()
  useInterval(next, SECOND_MS, clock !== undefined && !clock.frozen)
  if (!clock) return undefined
  return new Date(shownBy(clock)).toISOString()
}
