import { useCallback } from 'preact/hooks'
import { useAction } from '../../hooks/action.js'
import { useAdvance } from '../../hooks/advance.js'
import { useSandbox } from '../../hooks/sandbox.js'
import { html } from '../../html.js'
import { momentOf } from '../../parts/time.js'
import { advanceTo, untilText } from './due.js'

/**
 * What becomes of a delivery that has not arrived, and what can be done about it.
 *
 * @param {{ delivery: import('../../client/session.js').Control['Delivery'], clock: import('../../client/clock.js').Clock, canResend: boolean }} props
 */
export function NextStep({ delivery, clock, canResend }) {
  const { status, next_attempt_at, failure_reason, attempts } = delivery
  const { control } = useSandbox()
  const advance = useAdvance()
  const { run } = advance
  const goThere = useAction(
    useCallback(async () => {
      if (next_attempt_at === null) return
      // Others may have pushed it meanwhile.
      const { data } = await control('GET', 'clock')
      await run(advanceTo(next_attempt_at, data.now))
    }, [control, run, next_attempt_at]),
  )

  if (status === 'failed') {
    return html`<section class="failure" aria-label="Why it failed">
      <strong>It is not tried again by itself</strong>
      <p>${failure_reason ?? `All ${attempts.length} attempts have failed. The last: ${attempts.at(-1)?.error ?? 'unknown'}`}</p>
      <p>${canResend ? 'Mend the receiver, and press Resend.' : 'Its webhook is gone, so it cannot be sent again. Make a new one for the events to come.'}</p>
    </section>`
  }
  if (status !== 'pending' || next_attempt_at === null) return null
  const until = untilText(next_attempt_at, clock)
  if (until === undefined) {
    return html`<section class="notice notice-bar" aria-label="Next attempt" role="status">
      <p><strong>${attempts.length === 0 ? 'It is on its way.' : 'It is being tried again now.'}</strong> A receiver has 15 seconds to answer.</p>
    </section>`
  }
  return html`<section class="notice notice-bar" aria-label="Next attempt">
    <p>
      <strong>It is tried again ${until}</strong>, by the account's clock:
      ${' '}<time datetime=${next_attempt_at}>${momentOf(next_attempt_at)} UTC</time>.
      ${clock.frozen && ' The clock stands still, so it does not come to that by itself.'}
    </p>
    <button type="button" disabled=${goThere.busy} onClick=${() => goThere.run()}>${advance.busy ? 'Time passes…' : 'Advance the clock to then'}</button>
  </section>`
}
