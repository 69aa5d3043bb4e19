import { useEffect, useRef, useState } from 'preact/hooks'
import { readStream } from '../client/stream.js'
import { useSandbox } from './sandbox.js'

/** @import { Message, StreamPath } from '../client/stream.js' */

/**
 * Listens to a stream of the control API while the screen is shown and `enabled`. A background tab closes its connection, because
 * all tabs share six connections to a server; it receives the missed messages when it is shown again.
 * @param {StreamPath} path @param {(message: Message) => void} onMessage
 * @param {{ lastId?: string | undefined, query?: Record<string, unknown>, enabled?: boolean }} [options]
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
      readStream(path, {
        query: { account, ...JSON.parse(asked) },
        token: session.token,
        lastId: last,
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
