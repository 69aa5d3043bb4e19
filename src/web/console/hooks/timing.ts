import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

/** Real milliseconds after the last change. */
const REST_MS = 250

/** Follows `value` once it stops changing, for example while the user types. */
export function useDebounced<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}

/** A number that grows with each call of `next`, to trigger a reload. */
export function useTurn(): [turn: number, next: () => void] {
  const [turn, setTurn] = useState(0)
  return [turn, useCallback(() => setTurn((before) => before + 1), [])]
}

/** Calls `act` every `ms` real ms while the tab is in front. */
export function useInterval(act: () => void, ms: number, isOn: boolean = true) {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => document.hidden || latest.current(), ms)
    return () => clearInterval(timer)
  }, [ms, isOn])
}

/** Combines calls within `ms` real ms into one, at their end. */
export function useGathered(act: () => void, ms: number): () => void {
  const latest = useRef(act)
  latest.current = act
  const timer = useRef(undefined as ReturnType<typeof setTimeout> | undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      latest.current()
    }, ms)
  }, [ms])
}

/** Calls `refresh` when the user returns to the tab. */
export function useReturn(refresh: () => void) {
  useEffect(() => {
    const look = () => document.hidden || refresh()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refresh])
}
