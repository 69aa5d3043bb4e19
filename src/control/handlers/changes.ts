import type { StreamMessage } from '../../control-client/operations.ts'
import type { ChangeFeed, ChangeReader } from '../../runtime/change-feed.ts'
import type { Signals } from '../../simulation/signals.ts'
import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { notices } from '../streams.ts'

export function changeHandlers({ changes, simulation }: ControlParts) {
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
  { changes, events }: { changes: ChangeFeed; events: Signals },
  signal: AbortSignal,
): AsyncGenerator<StreamMessage, undefined> {
  const { accountId } = reader
  const listen = (onChange: () => void) => [
    changes.listen(reader, onChange),
    events.listen(accountId, onChange),
  ]
  let event = 'ready'
  for await (const _ of notices(listen, signal)) {
    yield { event, data: { account: accountId } }
    event = 'changed'
  }
}
