import type { Config } from '../config.ts'
import { type ResetParts, restartDemo } from '../fixtures/seeding.ts'
import type { Log } from '../log.ts'
import { inBackground } from '../runtime/account-state.ts'
import type { ChangeFeed } from '../runtime/change-feed.ts'
import type { ResetTimes } from '../runtime/reset-times.ts'
import { isoTime } from '../time/clock.ts'
import { HOUR_MS, MINUTE_MS } from '../time/duration.ts'
import { visitorFixture } from './handlers/fixtures.ts'

export interface DemoResetParts extends ResetParts {
  config: Config
  resetTimes: ResetTimes
  changes: ChangeFeed
  log: Log
  closing: AbortSignal
}

/** Returns the demo to its fixture every `everyMs` of real time, until the sandbox closes (`--reset-every`). */
export async function keepResetting(everyMs: number, current: () => DemoResetParts): Promise<void> {
  const { clock, closing } = current()
  while (!closing.aborted) {
    let next = clock.wallTime() + MINUTE_MS
    const look = async () => {
      next = await resetIfDue(everyMs, current())
    }
    await inBackground('The demo could not return to its fixture', look, current())
    // Timers are not exact over days, and end at once beyond 24 of them.
    const wait = Math.min(Math.max(next - clock.wallTime(), 0), HOUR_MS)
    await clock.pause(wait, closing)
  }
}

/** Resolves with the time of the next look, in epoch ms of real time. */
async function resetIfDue(everyMs: number, parts: DemoResetParts): Promise<number> {
  const { clock, config, resetTimes, changes, log } = parts
  const due = await resetTimes.claim(clock.wallTime(), everyMs)
  if ('next' in due) return due.next

  const { ofFixture, ofVisitors } = await restartDemo(parts, visitorFixture(parts))
  await due.finish()
  changes.notifyAll()
  const after = await resetTimes.claim(clock.wallTime(), everyMs)
  const next = 'next' in after ? after.next : clock.wallTime()
  log.notice(
    `The demo returned to its fixture (--reset-every ${config.resetEvery}). Accounts: ${ofFixture} of the fixture, ` +
      `${ofVisitors} of visitors. Next: ${isoTime(next)}.`,
  )
  return next
}
