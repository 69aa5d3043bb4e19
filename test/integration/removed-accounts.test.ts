import { expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../src/sandbox.ts'
import { postgres, testDatabase } from '../support/postgres.ts'
import { startReceiver } from '../support/receiver.ts'
import { apiOf, CAMPAIGN } from '../support/sandbox.ts'

it.skipIf(!postgres.isAvailable)('leaves no row of a removed account in the database', async () => {
  const on = await testDatabase()
  const sandbox = await createSandbox({ database: on.url, fixture: 'empty', drainSeconds: 0 })
  onTestFinished(() => sandbox.close())
  const receiver = await startReceiver()
  const { id, key } = await sandbox.accounts.create({ name: 'Temporary' })
  const api = apiOf(sandbox.url)
  const mine = { key: key.token }
  const webhook = { url: receiver.url, events: ['campaign.completed', 'ranking.changed'] }
  expect((await api.post('/webhooks', { ...mine, body: webhook })).status).toBe(201)
  expect((await api.post('/campaigns', { ...mine, body: CAMPAIGN })).status).toBe(201)
  await sandbox.clock.advance({ days: 2 }, { account: id })
  await sandbox.snapshots.save('before', { account: id })
  await sandbox.requests.list()
  const database = await on.open()
  const tables = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'sandbox' AND column_name = 'account_id'`,
  )
  const rows = async () => {
    const found: Record<string, number> = {}
    for (const { name } of tables) {
      const [row] = await database.query<{ count: number }>(
        `SELECT count(*) AS count FROM sandbox.${name} WHERE account_id = $1`,
        [id],
      )
      if (row?.count) found[name] = row.count
    }
    return found
  }
  expect(Object.keys(await rows()).length).toBeGreaterThan(8)

  await api.get('/campaigns', mine)
  await sandbox.accounts.delete(id)
  await api.get('/campaigns', mine)

  await expect.poll(rows).toEqual({})
})
