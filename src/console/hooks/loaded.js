import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { useSandbox } from './sandbox.js'

/**
 * @template T
 * @typedef {object} Loaded
 * @property {T | undefined} data What was loaded last; it stays while it is loaded again.
 * @property {unknown} error Why the last try failed.
 * @property {boolean} loading
 * @property {() => void} reload
 */

/**
 * Loads something, and again whenever one of `inputs`, the account or the sandbox's revision changes.
 *
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {readonly unknown[]} inputs
 * @returns {Loaded<T>}
 */
export function useLoaded(load, inputs) {
  const { account, revision } = useSandbox()
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState(
    /** @type {{ data: T | undefined, error: unknown, loading: boolean }} */ ({
      data: undefined,
      error: undefined,
      loading: true,
    }),
  )
  const shownFor = useRef(account)

  useEffect(() => {
    const stop = new AbortController()
    // What belongs to another account must not be taken for this one's.
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

  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { ...state, reload }
}
