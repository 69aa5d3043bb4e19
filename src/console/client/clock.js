/** @typedef {import('./session.js').Control['Clock'] & { readAt: number }} Clock `readAt`: by performance.now(). */

/**
 * The clock of the account, with when it was read, so that it can run on here without a question each second.
 *
 * @param {import('../hooks/sandbox.js').Sandbox['control']} control
 * @returns {(signal: AbortSignal) => Promise<Clock>}
 */
export function readClock(control) {
  return async (signal) => {
    const { data } = await control('GET', 'clock', { signal })
    return { ...data, readAt: performance.now() }
  }
}

/** What it shows by now, in epoch milliseconds. @param {Clock} clock */
export function shownBy({ now, frozen, readAt }) {
  return Date.parse(now) + (frozen ? 0 : performance.now() - readAt)
}
