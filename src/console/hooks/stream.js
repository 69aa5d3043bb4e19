import { useEffect, useRef, useState } from 'preact/hooks'
import { readStream } from '../client/stream.js'
import { useSandbox } from './sandbox.js'

/**
 * Listens to a stream of the control plane while the screen is shown. A tab in the background lets go of its connection,
 * since a browser has six for a server and all tabs share them; what came meanwhile is sent when it comes back.
 *
 * @param {string} path Such as `requests/stream`.
 * @param {(message: import('../client/stream.js').Message) => void} onMessage
 * @param {{ lastId?: string | undefined, query?: import('../client/http.js').CallOptions['query'], enabled?: boolean }} [options]
 *   `enabled`: false listens to nothing as yet.
 * @returns {'open' | 'waiting' | 'hidden' | Error}
 */
export function useStream(path, onMessage, { lastId, query, enabled = true } = {}) {
  const { account, session } = useSandbox()
  const [state, setState] = useState(
    /** @type {'open' | 'waiting' | 'hidden' | Error} */ ('waiting'),
  )
  const take = useRef(onMessage)
  take.current = onMessage
  const asked = JSON.stringify(query ?? {})

  useEffect(() => {
    if (!enabled) return
    let last = lastId
    /** @type {AbortController | undefined} */
    let stop
    const follow = () => {
      stop?.abort()
      if (document.hidden) return setState('hidden')
      stop = new AbortController()
      const { signal } = stop
      readStream(`_sandbox/${path}`, {
        query: { account, ...JSON.parse(asked) },
        ...(session.token === undefined ? {} : { token: session.token }),
        ...(last === undefined ? {} : { lastId: last }),
        onMessage: (message) => {
          if (signal.aborted) return
          if (message.id !== '') last = message.id
          take.current(message)
        },
        onState: (next) => signal.aborted || setState(next),
        signal,
      })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop?.abort()
    }
  }, [path, account, session.token, asked, enabled, lastId])
  return state
}
