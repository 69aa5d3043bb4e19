import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'
import { overlayFile } from '../../test/support/temporary.ts'
import { openMemoryStore } from '../store/memory-store.ts'
import { createClock } from '../time/clock.ts'
import { versionsOf, WatchedOverlays } from './watched-overlays.ts'

const UNKNOWN = '/campaigns/cmp_none'
const goneWith = (status: number) =>
  `  - { target: $.x-failures.unknown_resource, update: { status: ${status} } }\n`
const overlayOf = (actions: string) =>
  `overlay: 1.0.0\ninfo: { title: Staging, version: '1' }\nactions:\n${actions}`

async function start(...files: string[]) {
  const sandbox = await startSandbox({ overlay: files })
  const control = controlOf(sandbox)
  const health = async () => (await control.get('/health')).body.data
  const revised = (revision: number) =>
    expect.poll(async () => (await health()).document_revision).toBe(revision)
  const statusOf = async () => (await sandbox.api.get(UNKNOWN)).status
  const problem = () => expect.poll(async () => (await health()).overlay_problem)
  return { sandbox, control, health, revised, statusOf, problem }
}

it('serves a saved overlay from the next request on, and keeps all state', async () => {
  const file = overlayFile(goneWith(410))
  const { sandbox, control, revised, statusOf } = await start(file)
  const { body } = await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  expect(await statusOf()).toBe(410)

  writeFileSync(file, overlayOf(goneWith(418)))
  await revised(1)

  expect(await statusOf()).toBe(418)
  expect((await sandbox.api.get(`/campaigns/${body.data.id}`)).status).toBe(200)
  expect(await (await sandbox.fetch('/openapi.json')).json()).toMatchObject({
    'x-failures': { unknown_resource: { status: 418 } },
  })
  expect((await control.get('/specification')).body.data.overlays).toMatchObject([
    { actions: [{ changes: [{ before: 404, after: 418 }] }] },
  ])
})

it('follows an editor that replaces the file, and each of two files', async () => {
  const [first, second] = [overlayFile(goneWith(410)), overlayFile(goneWith(411))]
  const { revised, statusOf } = await start(first, second)

  writeFileSync(`${second}~`, overlayOf(goneWith(412)))
  renameSync(`${second}~`, second)
  await revised(1)
  expect(await statusOf()).toBe(412)

  rmSync(second)
  writeFileSync(second, overlayOf("  - { target: $.info, update: { title: 'Other' } }\n"))
  writeFileSync(first, overlayOf(goneWith(413)))
  await expect.poll(statusOf).toBe(413)
})

it.each<[what: string, content: string, reason: string]>([
  ['broken YAML', 'overlay: [', 'staging.yaml'],
  ['nothing', '', 'staging.yaml'],
  [
    'a target that matches nothing',
    overlayOf('  - { target: $.nothing, remove: true }\n'),
    '$.nothing',
  ],
  [
    'an operation that the sandbox does not have',
    overlayOf(
      "  - { target: $.paths, update: { /new: { get: { operationId: newOne, responses: { '200': { description: x } } } } } }\n",
    ),
    'newOne',
  ],
  [
    'a document without the plan of an account',
    overlayOf('  - { target: $.x-rate-limit-plans.Professional, remove: true }\n'),
    'acc_demo',
  ],
])('keeps the last good document after %s, and says why', async (_, content, reason) => {
  const file = overlayFile(goneWith(410))
  const { sandbox, problem, revised, statusOf, health } = await start(file)

  writeFileSync(file, content)

  await problem().toContain(reason)
  expect(await statusOf()).toBe(410)
  expect((await sandbox.api.get('/campaigns')).status).toBe(200)

  writeFileSync(file, overlayOf(goneWith(409)))
  await revised(1)
  expect(await statusOf()).toBe(409)
  expect((await health()).overlay_problem).toBe(null)
})

it('keeps the last good document while the file is missing', async () => {
  const file = overlayFile(goneWith(410))
  const { problem, statusOf } = await start(file)

  rmSync(file)

  await problem().toContain('there is no such file')
  expect(await statusOf()).toBe(410)
})

it('keeps the last good document while the file cannot be looked at', async () => {
  const file = overlayFile(goneWith(410))
  const { problem, statusOf } = await start(file)

  rmSync(file)
  symlinkSync(file, file)

  await problem().toContain(file)
  expect(await statusOf()).toBe(410)
})

it('serves a file that was saved after it was read and before it was watched', async () => {
  const file = overlayFile(goneWith(410))
  const seen = versionsOf([file])
  writeFileSync(file, overlayOf(goneWith(411)))
  const closing = new AbortController()
  let reads = 0
  const watched = new WatchedOverlays({
    config: { overlays: [file], database: undefined },
    seen,
    clock: createClock(),
    closing: closing.signal,
    read: async () => {
      reads++
      throw new Error('not of interest')
    },
    document: { replace: () => expect.unreachable() },
    store: await openMemoryStore(),
    changes: { notifyAll() {} },
    log: { notice() {} },
  })

  await expect.poll(() => reads).toBe(1)
  closing.abort()
  await watched.close()
})

it('is not served by one of several replicas, and says how all of them get it', async () => {
  const notices: string[] = []
  const watched = new WatchedOverlays({
    seen: '',
    clock: createClock(),
    closing: new AbortController().signal,
    config: { overlays: [], database: 'postgres://localhost/svc' },
    read: () => Promise.reject(new Error('not to be read')),
    document: { replace: () => expect.unreachable() },
    store: await openMemoryStore(),
    changes: { notifyAll() {} },
    log: { notice: (message) => notices.push(message) },
  })

  await watched.reload()

  expect(watched.problem).toContain('svc-sandbox migrate --new-document')
  expect(notices).toEqual([watched.problem])
  await watched.close()
})
