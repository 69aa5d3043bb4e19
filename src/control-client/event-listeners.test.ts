import { expect, it } from 'vitest'
import { startSandbox } from '../../test/support/sandbox.ts'
import { measureSlicesBy } from '../../test/support/turns.ts'

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
