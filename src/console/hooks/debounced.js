import { useEffect, useState } from 'preact/hooks'

/** Real milliseconds after the last key that was pressed. */
const WAIT_MS = 250

/**
 * A value that follows `value` once it has come to rest, such as what is being typed.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function useDebounced(value) {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), WAIT_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
