import { createAccount, deleteAccount, getAccount, listAccounts } from './accounts.ts'
import { streamChanges } from './changes.ts'
import { getClock, moveClock } from './clock.ts'
import { getDelivery, listDeliveries, resendDelivery } from './deliveries.ts'
import { streamEvents, triggerEvent } from './events.ts'
import {
  createFault,
  deleteFault,
  deleteFaults,
  getFault,
  listFaults,
  updateFault,
} from './faults.ts'
import { createKey, deleteKey, getKey, getKeyUsage, listKeys } from './keys.ts'
import type { ControlHandlers } from './operation.ts'
import { clearReceiver, getReceiver, receiveEvent, updateReceiver } from './receiver.ts'
import {
  deleteRequests,
  getRequest,
  listRequests,
  streamRequests,
  waitForRequest,
} from './requests.ts'
import { getControlDocument, getHealth, resetSandbox } from './server.ts'
import { signUp } from './signup.ts'
import { deleteSnapshot, listSnapshots, restoreSnapshot, saveSnapshot } from './snapshots.ts'
import { getSpecification } from './specification.ts'

/** The handler of each operation of the control plane, by operationId. */
export const controlHandlers: ControlHandlers = {
  getHealth,
  getControlDocument,
  resetSandbox,
  getSpecification,
  getClock,
  moveClock,
  streamChanges,
  triggerEvent,
  streamEvents,
  listDeliveries,
  getDelivery,
  resendDelivery,
  getReceiver,
  updateReceiver,
  clearReceiver,
  receiveEvent,
  listKeys,
  createKey,
  getKey,
  deleteKey,
  getKeyUsage,
  listAccounts,
  createAccount,
  getAccount,
  deleteAccount,
  signUp,
  listSnapshots,
  saveSnapshot,
  restoreSnapshot,
  deleteSnapshot,
  listFaults,
  createFault,
  getFault,
  updateFault,
  deleteFault,
  deleteFaults,
  listRequests,
  deleteRequests,
  getRequest,
  streamRequests,
  waitForRequest,
}
