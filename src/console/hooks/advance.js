import { useCallback } from 'preact/hooks'
import { counted } from '../parts/numbers.js'
import { minuteOf } from '../parts/time.js'
import { useAction } from './action.js'
import { useSandbox } from './sandbox.js'

/**
 * Pushes the account's clock. All that falls due on the way happens before it is done, and everything loads again.
 *
 * @returns {{ run: (by: string) => Promise<void>, busy: boolean }} `by` as POST /_sandbox/clock takes it.
 */
export function useAdvance() {
  const { control, refresh } = useSandbox()
  return useAction(
    useCallback(
      async (/** @type {string} */ by) => {
        const { data, message } = await control('POST', 'clock', { body: { advance: by } })
        refresh()
        return message ?? summaryOf(data.summary)
      },
      [control, refresh],
    ),
  )
}

/** @param {import('../client/session.js').Control['ClockSummary']} summary */
function summaryOf({ to, runs, events, deliveries }) {
  const happened = Object.values(events).reduce((sum, count) => sum + count, 0)
  const parts = [counted(runs, 'campaign run'), counted(happened, 'event')]
  const { delivered, failed_attempts, pending } = deliveries
  if (delivered > 0) parts.push(`${delivered} delivered`)
  if (failed_attempts > 0) parts.push(`${failed_attempts} failed to arrive`)
  if (pending > 0) parts.push(`${pending} to be tried again`)
  return `It is ${minuteOf(to)} now: ${parts.join(', ')}.`
}
