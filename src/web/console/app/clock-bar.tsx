import { useEffect, useRef, useState } from 'preact/hooks'
import { counted, minuteOf } from '../client/format.ts'
import type { Clock } from '../client/session.ts'
import { readClock, shownBy } from '../client/session.ts'
import { useAdvance, useAdvanceReport } from '../hooks/advance.ts'
import { NARROW, useMedia } from '../hooks/media.ts'
import { useLoaded, useSandbox } from '../hooks/sandbox.ts'
import { useStream } from '../hooks/stream.ts'
import { useInterval, useTurn } from '../hooks/timing.ts'
import { ActionButton, DialogButton } from '../ui/buttons.tsx'
import { Dialog } from '../ui/dialog.tsx'

const PUSHES: [by: string, label: string, title: string][] = [
  ['1h', '+1 h', 'Advance by one hour'],
  ['1d', '+1 day', 'Advance by one day'],
  ['7d', '+7 days', 'Advance by seven days'],
  ['next_run', 'Next run', 'Advance to the next campaign run'],
]
const SECOND_MS = 1000

/** The clock of the account, with buttons that advance it: on a phone in a sheet that its button opens. */
export function ClockBar() {
  const isNarrow = useMedia(NARROW)
  const { control, refresh } = useSandbox()
  const { data: clock } = useLoaded(readClock(control), [control])
  const advance = useAdvance()
  const advancing = useAdvancing(clock)
  const isCut = clock?.last_advance?.status === 'interrupted' && !advancing
  const isMoving = advance.busy || advancing !== undefined
  const shows = useTicking(advancing ? undefined : clock) ?? advancing?.now

  const bar = (
    <section class="clock row" aria-label="Clock of the account">
      <div class="clock-face">
        <span class="clock-now">
          {shows === undefined ? '…' : minuteOf(shows)}{' '}
          <abbr title="All times are in UTC">UTC</abbr>
        </span>
        <span class="faint">
          {clock?.frozen ? 'frozen' : 'running'}
          {clock?.next_run ? `, next run ${minuteOf(clock.next_run)}` : ''}
          {isCut && (
            <>
              , <abbr title={clock.last_advance?.error ?? ''}>last advance interrupted</abbr>
            </>
          )}
        </span>
      </div>
      {/* The progress takes their place, so that the page below stays where it is. */}
      <div
        class={advancing ? 'clock-buttons row hidden-text' : 'clock-buttons row'}
        role="group"
        aria-label="Advance the clock"
      >
        {PUSHES.map(([by, label, title]) => (
          <button
            type="button"
            title={title}
            disabled={isMoving || !clock || (by === 'next_run' && clock.next_run === null)}
            onClick={() => advance.run(by)}
          >
            {label}
          </button>
        ))}
        <ActionButton
          class="quiet"
          disabled={isMoving || !clock}
          title={clock?.frozen ? 'Let the clock run again' : 'Stop the clock'}
          act={async () => {
            await control('POST', '/clock', { body: { frozen: !clock?.frozen } })
            refresh()
          }}
        >
          {clock?.frozen ? 'Unfreeze' : 'Freeze'}
        </ActionButton>
      </div>
      {advancing ? (
        <div class="clock-advance row">
          <progress
            max="1"
            value={advancing.share}
            aria-label={`Advancing to ${minuteOf(advancing.to)}`}
          ></progress>
          <span class="faint">
            {counted(advancing.runs, 'run')}, {advancing.deliveries.delivered} delivered, until{' '}
            {minuteOf(advancing.to)}
          </span>
          <ActionButton
            class="quiet"
            act={async () => {
              await control('DELETE', '/clock/advance')
              refresh()
            }}
          >
            Cancel
          </ActionButton>
        </div>
      ) : (
        <span class="clock-busy" role="status">
          {advance.busy ? 'Time passes…' : ''}
        </span>
      )}
    </section>
  )
  if (!isNarrow) return bar
  return (
    <DialogButton
      class="clock-button"
      aria-haspopup="dialog"
      dialog={(close) => (
        <Dialog title="Clock" onClose={close}>
          {bar}
        </Dialog>
      )}
    >
      <span class="hidden-text">Clock: </span>
      {shows === undefined ? '…' : minuteOf(shows).replace(/ \d{4},/, ',')}
      {isMoving && <span class="faint"> advancing…</span>}
    </DialogButton>
  )
}

/** The advance of the clock that is under way, wherever it was begun. Shows its result when it ends. */
function useAdvancing(clock: Clock | undefined) {
  const { refresh } = useSandbox()
  const report = useAdvanceReport()
  const [latest, setLatest] = useState<Clock['advancing']>()
  const isAnnounced = useRef(false)
  const enabled = Boolean(clock?.advancing)
  useEffect(() => {
    isAnnounced.current = false
  }, [enabled])
  useStream(
    '/clock/stream',
    ({ data }) => {
      setLatest(data.advancing ?? undefined)
      if (data.advancing) return
      // Its end and the change of the account are two messages.
      if (isAnnounced.current) return
      isAnnounced.current = true
      refresh()
      if (data.last_advance) report(data.last_advance)
    },
    { enabled },
  )
  return enabled ? (latest ?? clock?.advancing ?? undefined) : undefined
}

/**
 * The current time of the clock.
 * @returns ISO 8601
 */
function useTicking(clock: Clock | undefined): string | undefined {
  const [, next] = useTurn()
  useInterval(next, SECOND_MS, clock !== undefined && !clock.frozen)
  if (!clock) return undefined
  return new Date(shownBy(clock)).toISOString()
}
