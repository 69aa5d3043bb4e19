import type { DataOf, StreamMessage } from '../../control-client/operations.ts'
import type { ControlParts } from '../parts.ts'
import { notices } from './notices.ts'

/** Real milliseconds between two messages about an advance. */
const PROGRESS_MS = 250

/** The clock of an account, at once, after each change, and while it is being advanced. */
export async function* clockStream(
  accountId: string,
  read: () => Promise<DataOf<'getClock'>>,
  signal: AbortSignal,
  { changes, simulation, clock }: Pick<ControlParts, 'changes' | 'simulation' | 'clock'>,
): AsyncGenerator<StreamMessage, undefined> {
  const reader = { accountId, isOperator: false }
  const listen = (onChange: () => void) => [
    changes.listen(reader, onChange),
    simulation.advances.changes.listen(accountId, onChange),
  ]
  for await (const _ of notices(listen, signal)) {
    let data = await read()
    yield { event: 'clock', data }
    while (data.advancing && !signal.aborted) {
      await clock.pause(PROGRESS_MS, signal)
      data = await read()
      yield { event: 'clock', data }
    }
  }
}
