import type { StreamMessage } from '../../control-client/operations.ts'
import type { EventBus } from '../../simulation/event-bus.ts'
import type { ChangeFeed, ChangeReader } from '../../state/change-feed.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'

export function changeHandlers({
  changes,
  simulation,
}: Pick<ControlParts, 'changes' | 'simulation'>) {
  return {
    /** GET /_sandbox/changes/stream */
    async streamChanges(request) {
      const { id: accountId } = await request.account()
      const { isOperator, signal } = request
      const sources = { changes, events: simulation.events }
      return { stream: changeStream({ accountId, isOperator }, sources, signal) }
    },
  } satisfies Partial<ControlHandlers>
}

/**
 * One message for all changes since the previous message, until `signal` is aborted. The first message says that the
 * stream is listening.
 */
async function* changeStream(
  reader: ChangeReader,
  { changes, events }: { changes: ChangeFeed; events: EventBus },
  signal: AbortSignal,
): AsyncGenerator<StreamMessage, undefined> {
  const { accountId } = reader
  let hasChanged = false
  let wake = () => {}
  const onChange = () => {
    hasChanged = true
    wake()
  }
  const stops = [changes.listen(reader, onChange), events.listen(accountId, onChange)]
  const ended = () => wake()
  signal.addEventListener('abort', ended)
  try {
    yield { event: 'ready', data: { account: accountId } }
    while (!signal.aborted) {
      if (hasChanged) {
        hasChanged = false
        yield { event: 'changed', data: { account: accountId } }
        continue
      }
      await new Promise<void>((resolve) => {
        wake = resolve
        if (signal.aborted || hasChanged) resolve()
      })
    }
  } finally {
    signal.removeEventListener('abort', ended)
    for (const stop of stops) stop()
  }
}
