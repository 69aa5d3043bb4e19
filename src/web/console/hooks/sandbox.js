import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../client/problems.js'
import { counted, minuteOf } from '../parts/values.js'
import { useTurn } from './timing.js'

/** @import { ControlCall } from '../client/http.js' */

/**
 * @typedef {object} Sandbox The context of every screen.
 * @property {import('../client/session.js').Session} session
 * @property {import('../client/session.js').Health} health
 * @property {string} account Id of the current account.
 * @property {ControlCall} control Calls `/_sandbox<path>` for the current account.
 * @property {import('../client/http.js').call} api Calls `/api/<path>` with the console's own key of that account.
 * @property {() => Promise<void>} keyMade Makes that key if necessary; resolves even if that fails.
 * @property {number} revision Grows when the data may be out of date.
 * @property {() => void} refresh Reloads everything on the page.
 * @property {(text: string, kind?: 'done' | 'failed') => void} notify Shows a toast.
 */

/** @type {import('preact').Context<Sandbox>} */
export const SandboxContext = createContext(/** @type {any} */ (undefined))

/** @returns {Sandbox} */
export function useSandbox() {
  return useContext(SandboxContext)
}

/**
 * @template T
 * @typedef {{ data: T | undefined, error: unknown, loading: boolean, reload: () => void }} Loaded `data` is the
 *   latest data, also during a reload; `error` is the reason if the last attempt failed.
 */

/**
 * Loads data, and reloads it when one of `inputs`, the account or the revision changes.
 * @template T @param {(signal: AbortSignal) => Promise<T>} load @param {readonly unknown[]} inputs @returns {Loaded<T>}
 */
export function useLoaded(load, inputs) {
  const { account, revision } = useSandbox()
  const [turn, reload] = useTurn()
  const [state, setState] = useState(
    /** @type {Omit<Loaded<T>, 'reload'>} */ ({ data: undefined, error: undefined, loading: true }),
  )
  const shownFor = useRef(account)

  useEffect(() => {
    const stop = new AbortController()
    // Never show the data of another account.
    const isOther = shownFor.current !== account
    shownFor.current = account
    setState((before) => ({ ...before, ...(isOther ? { data: undefined } : {}), loading: true }))
    load(stop.signal).then(
      (data) => stop.signal.aborted || setState({ data, error: undefined, loading: false }),
      (error) =>
        stop.signal.aborted || setState((before) => ({ ...before, error, loading: false })),
    )
    return () => stop.abort()
  }, [...inputs, account, revision, turn])

  return { ...state, reload }
}

/**
 * Loads the `data` of a response of the control API, as useLoaded does.
 * @template {{ data: any }} A @param {(control: ControlCall, signal: AbortSignal) => Promise<A>} read
 * @param {readonly unknown[]} [inputs] @returns {Loaded<A['data']>}
 */
export function useRead(read, inputs = []) {
  const { control } = useSandbox()
  return useLoaded(async (signal) => (await read(control, signal)).data, [control, ...inputs])
}

/**
 * Runs something that may fail: `busy` while it runs, `error` when it failed.
 * @param {unknown} [initial] The first `error`.
 */
export function useAttempt(initial) {
  const [state, setState] = useState({ busy: false, error: initial })
  const attempt = async (/** @type {() => Promise<void>} */ act) => {
    setState({ busy: true, error: undefined })
    try {
      await act()
      setState({ busy: false, error: undefined })
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return { ...state, attempt }
}

/**
 * The action of a button, which you disable while it is busy. `act` resolves with a message for a toast, if any; a failure is
 * shown as a toast, too.
 * @template {any[]} A @param {(...inputs: A) => Promise<string | void>} act
 */
export function useAction(act) {
  const { notify } = useSandbox()
  const [busy, setBusy] = useState(false)
  const latest = useRef(act)
  latest.current = act
  const run = useCallback(
    async (/** @type {A} */ ...inputs) => {
      setBusy(true)
      try {
        const done = await latest.current(...inputs)
        if (done) notify(done)
      } catch (error) {
        notify(messageOf(error), 'failed')
      } finally {
        setBusy(false)
      }
    },
    [notify],
  )
  return { run, busy }
}

/** Advances the clock of the account and reloads the page. The clock bar shows an advance that takes long. */
export function useAdvance() {
  const { control, refresh } = useSandbox()
  return useAction(async (/** @type {string} */ by) => {
    const { data, message } = await control('POST', '/clock', { body: { advance: by } })
    refresh()
    return 'summary' in data ? (message ?? summaryOf(data.summary)) : undefined
  })
}

/** @param {import('../client/session.js').Control['ClockSummary']} summary */
export function summaryOf({ to, runs, events, deliveries }) {
  const happened = Object.values(events).reduce((sum, count) => sum + count, 0)
  const parts = [counted(runs, 'campaign run'), counted(happened, 'event')]
  const { delivered, failed_attempts, pending } = deliveries
  if (delivered > 0) parts.push(`${delivered} delivered`)
  if (failed_attempts > 0) parts.push(`${failed_attempts} failed`)
  if (pending > 0) parts.push(`${pending} waiting for a retry`)
  return `It is ${minuteOf(to)} now: ${parts.join(', ')}.`
}
