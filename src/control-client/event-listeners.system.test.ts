import { describe, expect, it, onTestFinished } from 'vitest'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { measureSlicesBy } from '../../test/support/turns.ts'
import { createSandbox } from '../sandbox.ts'
import { controlApi } from './control-api.ts'
import { EventListeners } from './event-listeners.ts'
import { httpClient } from './http-client.ts'
import type { ControlClient } from './operations.ts'

/** Has the stream of events pause at each event, so that it lags behind. */
async function slowDown() {
  let now = 0
  await measureSlicesBy(() => {
    now += 100
    return now
  })
}

it('have been called with all events of an advance when it resolves', async () => {
  const sandbox = await startSandbox()
  const heard: string[] = []
  await sandbox.listen(({ id }) => heard.push(id))
  await slowDown()

  const { summary } = await sandbox.clock.advance('1d')
  const { length } = heard

  expect(length).toBe(Object.values(summary.events).reduce((sum, count) => sum + count, 0))
  expect(length).toBeGreaterThan(10)
})

/** The same control API over HTTP. */
function overHttp({ port }: { port: number }) {
  const root = `http://127.0.0.1:${port}`
  const target = { root, token: undefined, account: undefined, client: 'sdk' as const }
  const { control, stream } = httpClient(target)
  const call = async (...input: Parameters<typeof control>) =>
    ((await control(...input)) as { data: unknown }).data
  return controlApi({ call, stream } as ControlClient)
}

async function withDatabase() {
  const { url: database } = await testDatabase()
  const sandbox = await createSandbox({ database, drainSeconds: 0 })
  onTestFinished(() => sandbox.close())
  return sandbox
}

describe.each([
  ['in the process', () => startSandbox()],
  ['over HTTP', async () => overHttp(await startSandbox())],
  ['of a data folder', async () => overHttp(await startSandbox({ data: temporaryFolder() }))],
  ...(postgres.isAvailable ? [['on PostgreSQL', withDatabase] as const] : []),
] as const)('that go on listening %s', (_, start) => {
  it('hear the events of every round after a restore or a reset', async () => {
    const sandbox = await start()
    await sandbox.clock.freeze()
    await sandbox.snapshots.save('clean')
    let heard: string[] = []
    await sandbox.listen(({ id }) => heard.push(id))
    const advance = async () => {
      heard = []
      await sandbox.clock.advance('1d')
      return heard
    }

    const first = await advance()
    for (let round = 0; round < 2; round++) {
      await sandbox.snapshots.restore('clean')
      expect(await advance()).toEqual(first)
    }
    await sandbox.reset({ account: 'acc_demo' })
    await sandbox.clock.freeze()
    const afterReset = await advance()
    await sandbox.reset({ account: 'acc_demo' })
    await sandbox.clock.freeze()

    expect(first.length).toBeGreaterThan(10)
    expect(afterReset.length).toBeGreaterThan(10)
    expect(await advance()).toHaveLength(afterReset.length)
  })
})

it('that lag behind are waited for after a restore, although the ids of events repeat', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock.freeze()
  await sandbox.snapshots.save('clean')
  let heard: string[] = []
  await sandbox.listen(({ id }) => heard.push(id))
  await slowDown()
  await sandbox.clock.advance('1d')
  const first = heard

  heard = []
  await sandbox.snapshots.restore('clean')
  await sandbox.clock.advance('1d')

  expect(heard).toEqual(first)
})

it('that have stopped, or of another account, hold no advance up', async () => {
  const sandbox = await startSandbox()
  await sandbox.listen(() => {}, { account: 'acc_starter' })
  const stopped = await sandbox.listen(() => {})
  const stop = await sandbox.listen(() => stopped())
  await slowDown()

  await sandbox.clock.advance('1d')
  stop()
  await sandbox.snapshots.save('kept')
  await sandbox.snapshots.restore('kept')

  expect((await sandbox.clock.advance('1d')).summary.runs).toBeGreaterThan(0)
})

it('hold nothing up where nothing happened since a state was restored', async () => {
  const sandbox = await startSandbox()
  await sandbox.listen(() => {})
  await sandbox.clock.advance('1d')
  await sandbox.snapshots.save('kept')
  await sandbox.clock.advance('1d')
  await sandbox.snapshots.restore('kept')

  const { summary } = await sandbox.clock.advance('1s')

  expect(summary.runs).toBe(0)
})

it('hold an advance up for a limited time if its log was replaced right after it', async () => {
  async function* stream() {
    yield { event: 'ready', id: '0-evt_0', data: { account: 'acc_a' } }
    await new Promise(() => {})
  }
  const client = { stream: async () => stream(), call: async () => [{ id: 'evt_restored' }] }
  let waits = 0
  const limit = (_ms: number, late: () => void) => {
    waits++
    setImmediate(late)
    return () => {}
  }
  const listeners = new EventListeners(client as never as ControlClient, { limit })
  await listeners.add(() => {})

  const summary = { events: { 'ranking.changed': 1 } }
  await listeners.advance(async () => ({ account: 'acc_a', summary }) as never)

  expect(waits).toBe(1)
}, 5_000)
