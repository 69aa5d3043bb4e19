import { expect, it } from 'vitest'
import { startSandbox } from '../../test/support/sandbox.ts'
import { rules } from '../control/control-rules.ts'
import type { ControlId } from './operations.ts'

/** The method of `createSandbox` for each operation; undefined for operations without one. */
const OFFERED: Record<ControlId, string | undefined> = {
  getHealth: undefined,
  getLiveness: undefined,
  getReadiness: undefined,
  getControlDocument: undefined,
  getSpecification: undefined,
  getOverview: undefined,
  getDocumentPlace: undefined,
  signUp: undefined,
  resetSandbox: 'reset',
  getClock: 'clock.now',
  moveClock: 'clock.advance',
  cancelAdvance: 'clock.cancelAdvance',
  streamClock: undefined,
  triggerEvent: 'trigger',
  streamEvents: 'listen',
  streamChanges: undefined,
  listEvents: 'events.list',
  listDeliveries: 'deliveries.list',
  getDelivery: 'deliveries.get',
  resendDelivery: 'deliveries.resend',
  resendDeliveries: 'deliveries.resendAll',
  listSentWebhooks: 'webhooks.list',
  getSentWebhook: 'webhooks.get',
  updateSentWebhook: 'webhooks.update',
  replayWebhook: 'webhooks.replay',
  getReceiver: 'receiver.get',
  updateReceiver: 'receiver.set',
  clearReceiver: 'receiver.clear',
  streamReceiver: 'receiver.listen',
  receiveEvent: undefined,
  listFaults: 'faults.list',
  createFault: 'faults.add',
  deleteFaults: 'faults.clear',
  getFault: 'faults.get',
  updateFault: 'faults.update',
  deleteFault: 'faults.remove',
  listRequests: 'requests.list',
  deleteRequests: 'requests.clear',
  streamRequests: 'requests.listen',
  waitForRequest: 'requests.waitFor',
  getRequest: 'requests.get',
  listKeys: 'keys.list',
  createKey: 'keys.create',
  getKey: 'keys.get',
  deleteKey: 'keys.delete',
  getKeyUsage: 'keys.usage',
  listAccounts: 'accounts.list',
  createAccount: 'accounts.create',
  getAccount: 'accounts.get',
  deleteAccount: 'accounts.delete',
  listSnapshots: 'snapshots.list',
  saveSnapshot: 'snapshots.save',
  restoreSnapshot: 'snapshots.restore',
  deleteSnapshot: 'snapshots.delete',
  exportSnapshot: 'snapshots.get',
  exportState: 'state.get',
  importState: 'state.load',
  getTimeline: 'timeline.get',
  getMoment: 'timeline.moment',
  restoreMoment: 'timeline.restore',
  undoChange: 'timeline.undo',
  exportMoment: 'timeline.state',
  getProxy: 'upstream.get',
  updateProxy: 'upstream.update',
  listViolations: 'violations.list',
  deleteViolations: 'violations.clear',
}

it('has a method for every operation of the control API', async () => {
  const sandbox = await startSandbox()
  const { operations } = rules

  const missing = operations.filter(({ id }) => {
    const path = OFFERED[id as ControlId]
    const found = path?.split('.').reduce<unknown>((at, name) => Object(at)[name], sandbox)
    return path === undefined ? !(id in OFFERED) : typeof found !== 'function'
  })

  expect(missing.map(({ id }) => id)).toEqual([])
})

it('calls a listener with matching requests, and finds each by its id', async () => {
  const sandbox = await startSandbox()
  const heard: unknown[] = []
  await sandbox.api.get('/campaigns')
  const stop = await sandbox.requests.listen((request) => heard.push(request), { status: '4xx' })

  await sandbox.api.get('/campaigns')
  await sandbox.api.get('/campaigns/cmp_x')

  await expect.poll(() => heard.length).toBe(1)
  expect(heard).toEqual([await sandbox.requests.get('req_3')])
  stop()
})
