import { AbortController, type AbortSignal } from '../../node-globals.ts'
/**
 * Aborted with the first of `signals`. AbortSignal.any does the same, but Node 20 never releases its signals and
 * their listeners once they are aborted.
 */
export function firstSignal(signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController()
  const end = () => {
    for (const signal of signals) signal.removeEventListener('abort', end)
    first.abort()
  }
  if (signals.some(({ aborted }) => aborted)) first.abort()
  else for (const signal of signals) signal.addEventListener('abort', end)
  return first.signal
}
