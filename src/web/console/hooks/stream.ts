import { useEffect, useRef, useState } from 'preact/hooks'
import type { StreamPath } from '../../../control-client/operations.ts'
import type { Message } from '../client/stream.ts'
import { readStream } from '../client/stream.ts'
import { useSandbox } from './sandbox.ts'

/**
 * Listens to a stream of the control API while the screen is shown and `enabled`. A background tab closes its connection, because
 * all tabs share six connections to a server; it receives the missed messages when it is shown again.
 */
export function useStream<P extends StreamPath>(
  path: P,
  onMessage: (message: Message<P>) => void,
  {
    lastId,
    query,
    enabled = true,
  }: { lastId?: string | undefined; query?: Record<string, unknown>; enabled?: boolean } = {},
): 'open' | 'waiting' | 'hidden' | Error {
  const { account, session } = useSandbox()
  const [state, setState] = useState('waiting' as 'open' | 'waiting' | 'hidden' | Error)
  const take = useRef(onMessage)
  take.current = onMessage
  const asked = JSON.stringify(query ?? {})

  useEffect(() => {
    if (!enabled) return
    let last = lastId
    let stop: AbortController | undefined
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
