import type { ControlHandlers } from '../operation.ts'
import type { ControlParts } from '../parts.ts'
import { accountHandlers } from './accounts.ts'
import { clockHandlers } from './clock.ts'
import { deliveryHandlers } from './deliveries.ts'
import { eventHandlers } from './events.ts'
import { faultHandlers } from './faults.ts'
import { historyHandlers } from './history.ts'
import { keyHandlers } from './keys.ts'
import { overviewHandlers } from './overview.ts'
import { proxyHandlers } from './proxy.ts'
import { receiverHandlers } from './receiver.ts'
import { requestHandlers } from './requests.ts'
import { resetHandlers } from './reset.ts'
import { serverHandlers } from './server.ts'
import { snapshotHandlers } from './snapshots.ts'
import { stateHandlers } from './state.ts'

/** The handler of each operation of the control plane, by operationId. A missing one does not compile. */
export function controlHandlers(parts: ControlParts): ControlHandlers {
  return {
    ...serverHandlers(parts),
    ...resetHandlers(parts),
    ...clockHandlers(parts),
    ...overviewHandlers(parts),
    ...eventHandlers(parts),
    ...deliveryHandlers(parts),
    ...receiverHandlers(parts),
    ...keyHandlers(parts),
    ...accountHandlers(parts),
    ...snapshotHandlers(parts),
    ...stateHandlers(parts),
    ...historyHandlers(parts),
    ...faultHandlers(parts),
    ...requestHandlers(parts),
    ...proxyHandlers(parts),
  }
}
