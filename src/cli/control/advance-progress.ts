import { ConfigError } from '../../config.ts'
import type { HttpClient } from '../../control-client/http-client.ts'
import type { DataOf } from '../../control-client/operations.ts'
import { createClock } from '../../time/clock.ts'
import { clearProgress, counted, note, showProgress } from '../output.ts'

type Clock = DataOf<'getClock'>
type Advancing = NonNullable<Clock['advancing']>

const BAR_WIDTH = 24
const STEPS = 10
/** Real time between two tries to reach a sandbox that restarts, and their number. */
const RETRY = { ms: 500, times: 60 }

/**
 * Follows the advance of a clock, with a progress bar on a terminal, and resolves with the clock when it has ended. It
 * uses no long request, and continues when the connection breaks. Ctrl-C cancels the advance.
 */
export async function followAdvance(client: HttpClient): Promise<Clock> {
  const show = progress()
  const cancel = () => {
    show.end()
    note('Cancelling the advance. The clock stays where it is.')
    // It has ended by itself if there is nothing to cancel.
    client.control('DELETE', '/clock/advance').catch(() => {})
  }
  process.once('SIGINT', cancel)
  try {
    const clock = createClock()
    for (let failures = 0; ; failures++) {
      try {
        for await (const { data } of await client.stream('/clock/stream')) {
          failures = 0
          const shown = data as Clock
          if (!shown.advancing) return shown
          show.now(shown.advancing)
        }
      } catch (error) {
        const isGone = error instanceof ConfigError || error instanceof TypeError
        if (!isGone || failures >= RETRY.times) throw error
      }
      await clock.wait(RETRY.ms)
    }
  } finally {
    show.end()
    process.off('SIGINT', cancel)
  }
}

/** A bar on a terminal, and otherwise a line for each tenth. */
function progress() {
  let step = -1
  return {
    now(advancing: Advancing) {
      const reached = Math.floor(advancing.share * STEPS)
      if (process.stderr.isTTY) {
        const filled = Math.round(advancing.share * BAR_WIDTH)
        const picture = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled)
        showProgress(`${picture} ${progressText(advancing)}`)
      } else if (reached > step) note(progressText(advancing))
      step = Math.max(step, reached)
    },
    end() {
      if (!process.stderr.isTTY || step < 0) return
      clearProgress()
      step = -1
    },
  }
}

function progressText({ share, now, runs, deliveries }: Advancing): string {
  const { delivered, failed_attempts } = deliveries
  const failed = failed_attempts > 0 ? `, ${failed_attempts} failed` : ''
  return `${Math.floor(share * 100)} %  ${timeText(now)}  ${counted(runs, 'run')}, ${delivered} delivered${failed}`
}

/** `2026-01-15 09:30:00 UTC` */
export function timeText(iso: string): string {
  return `${iso.slice(0, 19).replace('T', ' ')} UTC`
}
