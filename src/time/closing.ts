import { setMaxListeners } from 'node:events'
import { AbortController } from '../node-globals.ts'

/** A controller whose signal may have any number of listeners: Node reports more than ten as a leak. */
export function closingController(): AbortController {
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)
  return closing
}
