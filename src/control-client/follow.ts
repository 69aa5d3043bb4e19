import type { StreamMessage } from './operations.ts'
import type { Stop } from './sandbox-methods.ts'

/**
 * Calls `take` with each message until it is stopped, and `onEnd` after the last. An error of `take` is unhandled, as with any
 * event listener.
 */
export function follow(
  messages: AsyncIterator<StreamMessage>,
  stop: { signal: AbortSignal; abort(): void },
  take: (message: StreamMessage) => void,
  onEnd = () => {},
): Stop {
  const readOn = async () => {
    try {
      for (;;) {
        const { done, value } = await messages.next()
        if (done || stop.signal.aborted) return
        take(value)
      }
    } finally {
      onEnd()
    }
  }
  void readOn()
  return () => stop.abort()
}
