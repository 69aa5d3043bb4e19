import { useState } from 'preact/hooks'
import { messageOf } from '../../client/problems.js'

/**
 * Something that is tried before there is a session, and what came in its way.
 *
 * @param {string} [initial] What is wrong from the beginning.
 */
export function useAttempt(initial) {
  const [problem, setProblem] = useState(initial)
  const [busy, setBusy] = useState(false)
  const attempt = async (/** @type {() => Promise<void>} */ act) => {
    setBusy(true)
    setProblem(undefined)
    try {
      await act()
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  return { attempt, problem, busy }
}
