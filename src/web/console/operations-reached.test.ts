import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import control from '../../../spec/documents/control.ts'
import api from '../../../spec/documents/openapi.ts'
import type { operations as Api } from '../../../spec/generated/api.ts'
import type { operations as Control } from '../../../spec/generated/sandbox.ts'

/** The screen that calls an operation (`frame` is around every screen), or why none does. */
type Row = string | { only: string }

/** The explorer calls every operation of the API; these are at home there. */
const IN_EXPLORER =
  'The explorer, with a key that the user picks: it is about the credentials of the caller.'

const OF_API: Record<Exclude<keyof Api, EventId>, Row> = {
  listCampaigns: 'campaigns',
  createCampaign: 'campaigns',
  getCampaign: 'campaigns',
  updateCampaign: 'campaigns',
  deleteCampaign: 'campaigns',
  getDashboards: {
    only: 'The explorer: GET /_sandbox/overview has its figures for the screen Overview.',
  },
  getIntelligenceOverview: {
    only: 'The explorer: GET /_sandbox/overview has its figures for the screen Overview.',
  },
  getRankings: 'rankings',
  getMentions: 'mentions',
  getCampaignAnalytics: 'campaigns',
  generateReport: 'reports',
  exportCsv: 'reports',
  login: { only: IN_EXPLORER },
  logout: { only: IN_EXPLORER },
  getCurrentUser: { only: IN_EXPLORER },
  verifyToken: { only: IN_EXPLORER },
  listWebhooks: 'webhooks',
  createWebhook: 'webhooks',
  getWebhook: 'webhooks',
  updateWebhook: 'webhooks',
  deleteWebhook: 'webhooks',
  listAlerts: 'alerts',
  createAlert: 'alerts',
  getAlert: 'alerts',
  updateAlert: 'alerts',
  deleteAlert: 'alerts',
  listAlertHistory: 'alerts',
  acknowledgeAlert: 'alerts',
  snoozeAlert: 'alerts',
  unsnoozeAlert: 'alerts',
}

/** Events that the service sends. They are not operations, so nobody calls them. */
type EventId = 'campaignCompleted' | 'rankingChanged' | 'mentionDetected'

const FOR_MACHINES = 'Load balancers and supervisors ask it; the console shows getHealth.'

const OF_CONTROL: Record<keyof Control, Row> = {
  getHealth: 'frame',
  getLiveness: { only: FOR_MACHINES },
  getReadiness: { only: FOR_MACHINES },
  getControlDocument: 'accounts',
  resetSandbox: 'snapshots',
  getSpecification: 'explorer',
  getDocumentPlace: 'explorer',
  getClock: 'frame',
  moveClock: 'frame',
  cancelAdvance: 'frame',
  streamClock: 'frame',
  streamChanges: 'frame',
  getOverview: 'overview',
  listEvents: 'events',
  triggerEvent: 'webhooks',
  streamEvents: 'webhooks',
  listDeliveries: 'webhooks',
  resendDeliveries: 'webhooks',
  getDelivery: 'webhooks',
  resendDelivery: 'webhooks',
  listSentWebhooks: 'webhooks',
  getSentWebhook: 'webhooks',
  updateSentWebhook: 'webhooks',
  replayWebhook: 'webhooks',
  getReceiver: 'webhooks',
  updateReceiver: 'webhooks',
  clearReceiver: 'webhooks',
  streamReceiver: 'webhooks',
  receiveEvent: { only: 'Senders of events call it: a webhook to the built-in receiver does.' },
  listFaults: 'frame',
  createFault: 'faults',
  deleteFaults: 'faults',
  getFault: { only: 'listFaults has each rule as a whole, and the screen shows them all.' },
  updateFault: 'faults',
  deleteFault: 'faults',
  listRequests: 'requests',
  deleteRequests: 'requests',
  streamRequests: 'requests',
  waitForRequest: { only: 'Tests wait with it; the log of the console follows streamRequests.' },
  getRequest: 'requests',
  listKeys: 'keys',
  createKey: 'integrations',
  getKey: 'keys',
  deleteKey: 'keys',
  getKeyUsage: 'keys',
  listAccounts: 'accounts',
  createAccount: 'accounts',
  getAccount: { only: 'listAccounts has each account as a whole, and the screen shows them all.' },
  deleteAccount: 'accounts',
  signUp: 'frame',
  listSnapshots: 'snapshots',
  saveSnapshot: 'snapshots',
  exportSnapshot: 'snapshots',
  deleteSnapshot: 'snapshots',
  restoreSnapshot: 'snapshots',
  exportState: 'snapshots',
  importState: 'snapshots',
  getTimeline: 'timeline',
  getMoment: 'timeline',
  exportMoment: 'timeline',
  restoreMoment: 'timeline',
  undoChange: 'timeline',
  getProxy: 'proxy',
  updateProxy: 'proxy',
  listViolations: 'proxy',
  deleteViolations: 'proxy',
}

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const SOURCES = new Map(
  readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)

interface Operation {
  id: string
  method: string
  path: string
}

/** The operations of a document, of paths only: nobody calls a webhook. */
function operationsIn({ paths }: { paths?: unknown }): Operation[] {
  return Object.entries<Record<string, { operationId?: string }>>(
    paths as Record<string, Record<string, { operationId?: string }>>,
  ).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId: id }]) =>
      id === undefined ? [] : [{ id, method: method.toUpperCase(), path }],
    ),
  )
}

/** Whether a file has a call of the operation, as `control('GET', '/faults')`. */
function calls(file: string, { method, path }: Operation, prefix: string): boolean {
  const text = SOURCES.get(file) ?? ''
  const quoted = path.replace(/[{}.]/g, '\\$&')
  const call = `'${method}',\\s*'(?:${prefix})?${quoted}'`
  // Lists and streams have helpers of their own.
  const read = `(?:readAll|readPage|readLatestPage|useStream|readStream)\\([^)]*?'${quoted}'`
  return new RegExp(method === 'GET' ? `${call}|${read}` : call).test(text)
}

/** The files that a screen loads, and those that they import. */
function filesOf(screen: string): string[] {
  const start = screen === 'frame' ? 'main.tsx' : `screens/${screen}.tsx`
  const found = new Set<string>()
  const follow = (file: string) => {
    if (found.has(file) || !SOURCES.has(file)) return
    found.add(file)
    const imports = (SOURCES.get(file) ?? '').matchAll(/(?:from|import)\s*\(?['"](\.[^'"]+)['"]/g)
    for (const [, path] of imports) follow(normalize(join(dirname(file), path as string)))
  }
  follow(start)
  return [...found]
}

describe.each([
  ['the API', api, OF_API, ''],
  ['the control API', control, OF_CONTROL, '_sandbox'],
] as const)('%s', (_name, document, table, prefix) => {
  const rows: Record<string, Row> = table

  it('has a row for each operation, and no others', () => {
    const ids = operationsIn(document).map(({ id }) => id)

    expect(Object.keys(rows).toSorted()).toEqual(ids.toSorted())
  })

  it.each(operationsIn(document))('$id is reached where the table says', (operation) => {
    const row = rows[operation.id]
    if (typeof row !== 'string') return expect(row?.only).toMatch(/\w+ .+\./)

    const callers = filesOf(row).filter((file) => calls(file, operation, prefix))

    expect(callers, `files of ${row} that call it`).not.toEqual([])
  })
})
