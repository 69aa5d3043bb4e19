import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

/** Real milliseconds after the last change. */
const REST_MS = 250

/** Follows `value` once it stops changing, for example while the user types. @template T @param {T} value @returns {T} */
export function useDebounced(value) {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

/** A number that grows with each call of `next`, to trigger a reload. @returns {[turn: number, next: () => void]} */
export function useTurn() {
  const [turn, setTurn] = useState(0)
  return [turn, useCallback(() => setTurn((before) => before + 1), [])]
}

/** Calls `act` every `ms` real ms while the tab is in front. @param {() => void} act @param {number} ms @param {boolean} [isOn] */
export function useInterval(act, ms, isOn = true) {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => document.hidden || latest.current(), ms)
    return () => clearInterval(timer)
  }, [ms, isOn])
}

/** Combines calls within `ms` real ms into one, at their end. @param {() => void} act @param {number} ms @returns {() => void} */
export function useGathered(act, ms) {
  const latest = useRef(act)
  latest.current = act
  const timer = useRef(/** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined))
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, ms)
  }, [ms])
}
