import { setMaxListeners } from 'node:events'

/** A controller whose signal everything that is open may listen to: Node reports more than ten listeners as a leak. */
export function closingController(): AbortController {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  return closing
}
