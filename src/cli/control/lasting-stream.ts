import { type HttpClient, RefusedError } from '../../control-client/http-client.ts'
import type { StreamMessage, StreamPath } from '../../control-client/operations.ts'
import { AbortController, AbortSignal } from '../../node-globals.ts'
import type { Clock } from '../../time/clock.ts'
import { note } from '../output.ts'

/** Real milliseconds before each retry to reach the sandbox or the receiver; the last one repeats. */
const WAITS_MS = [500, 1_000, 2_000, 5_000]
/** Real time without a byte after which a stream is dead: a sandbox that is there sends a comment every 15 seconds. */
const QUIET_MS = 40_000

/** Real milliseconds to wait after so many failures in a row, before the next attempt. */
export function waitAfter(failures: number): number {
  return WAITS_MS[Math.min(failures, WAITS_MS.length - 1)] as number
}

/**
 * The messages of a stream until `stop` is aborted. When the sandbox is gone, continues on it or on another replica, after the
 * last message that was taken.
 */
export async function* lastingStream(
  { stream }: HttpClient,
  path: StreamPath,
  {
    query,
    stop,
    clock,
    onBack = () => {},
  }: {
    query: object
    stop: AbortSignal
    clock: Pick<Clock, 'limit' | 'wait'>
    onBack?: () => void
  },
): AsyncGenerator<StreamMessage, void> {
  let lastEventId: string | undefined
  let hasConnected = false
  for (let failures = 0; !stop.aborted; failures++) {
    const quiet = new AbortController()
    const limit = () =>
      clock.limit(QUIET_MS, () => quiet.abort(new Error('it sends nothing any more')))
    let heard = limit()
    const onBytes = () => {
      heard()
      heard = limit()
    }
    try {
      const signal = AbortSignal.any([stop, quiet.signal])
      const messages = await stream(path, { query, lastEventId, signal, onBytes } as never)
      if (failures > 0) onBack()
      hasConnected = true
      failures = 0
      for await (const message of messages) {
        // While a message is taken, nothing is read.
        heard()
        yield message
        // The first message of a new stream may skip those that were missed.
        if (message.event === 'ready') lastEventId ??= message.id
        else lastEventId = message.id ?? lastEventId
        onBytes()
      }
    } catch (error) {
      if (stop.aborted) return
      // The first try must reach a sandbox, because a wrong address does not get better by waiting.
      const isFinal = error instanceof RefusedError && !error.isTemporary
      if (!hasConnected || isFinal) throw error
    } finally {
      heard()
    }
    if (stop.aborted) return
    if (failures === 0) note('The sandbox is not reachable. Retrying …')
    await clock.wait(waitAfter(failures), stop)
  }
}
