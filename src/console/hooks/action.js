import { useCallback, useState } from 'preact/hooks'
import { messageOf } from '../client/problems.js'
import { useSandbox } from './sandbox.js'

/**
 * Something that a button does. While it is under way the button is to be disabled; what goes wrong is told.
 *
 * @template {any[]} A
 * @param {(...inputs: A) => Promise<string | void>} act Resolves with what to tell, if anything.
 * @returns {{ run: (...inputs: A) => Promise<void>, busy: boolean }}
 */
export function useAction(act) {
  const { notify } = useSandbox()
  const [busy, setBusy] = useState(false)
  const run = useCallback(
    async (/** @type {A} */ ...inputs) => {
      setBusy(true)
      try {
        const done = await act(...inputs)
        if (done) notify(done)
      } catch (error) {
        notify(messageOf(error), 'failed')
      } finally {
        setBusy(false)
      }
    },
    [act, notify],
  )
  return { run, busy }
}
