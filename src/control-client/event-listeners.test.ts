import { expect, it } from 'vitest'
import { startSandbox } from '../../test/support/sandbox.ts'
import { measureSlicesBy } from '../../test/support/turns.ts'
import { EventListeners } from './event-listeners.ts'
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

/** Listeners that were called with `evt_heard`, of a stream that sends nothing more. `log`: ids of events, newest first. */
async function silentListeners(log: readonly string[]) {
  async function* stream() {
    yield { event: 'ready', id: '0-evt_0', data: { account: 'acc_a' } }
    yield { event: 'ranking.changed', id: '1-evt_heard', data: { id: 'evt_heard', body: '{}' } }
    await new Promise(() => {})
  }
  const call = async (
    _method: string,
    _path: string,
    { query }: { query: { event_id?: string } },
  ) => log.filter((id) => id === (query.event_id ?? id)).map((id) => ({ id }))
  let waits = 0
  const limit = (_ms: number, late: () => void) => {
    waits++
    setImmediate(late)
    return () => {}
  }
  const client = { stream: async () => stream(), call } as never as ControlClient
  const listeners = new EventListeners(client, { limit })
  const heard = new Promise<void>((resolve) => void listeners.add(() => resolve()))
  await heard
  return { listeners, waits: () => waits }
}

it('hold no advance up whose log was replaced at the same time', async () => {
  const { listeners, waits } = await silentListeners(['evt_restored'])

  await listeners.caughtUp('acc_a')

  expect(waits()).toBe(1)
}, 5_000)

it('hold an advance up for a limited time if nothing comes', async () => {
  const { listeners, waits } = await silentListeners(['evt_newest', 'evt_heard'])

  await listeners.caughtUp('acc_a')

  expect(waits()).toBe(20)
}, 5_000)
