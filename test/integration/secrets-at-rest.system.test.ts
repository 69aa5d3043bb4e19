import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../support/control.ts'
import { testDatabase } from '../support/postgres.ts'
import { startSandbox, type TestSandbox } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'

const KEY = 'a random text of 32 characters or more'
const SECRETS = ['the first secret', 'the second secret', 'a-credential']

/** A webhook with a rotated secret and a header, and a snapshot of its account. */
async function writeSecrets(sandbox: TestSandbox): Promise<string> {
  const control = controlOf(sandbox)
  const body = { url: 'https://app.example/', events: ['ranking.changed'], secret: SECRETS[0] }
  const { id } = (await sandbox.api.post('/webhooks', { body })).body.data
  await sandbox.api.put(`/webhooks/${id}`, { body: { secret: SECRETS[1] } })
  const headers = { 'X-Api-Key': SECRETS[2] }
  await control.put(`/webhooks/${id}`, { body: { headers } })
  expect((await control.post('/snapshots', { body: { name: 'one' } })).status).toBe(201)
  return id
}

const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name),
    isFolder: entry.isDirectory(),
  }))

const textIn = (folder: string) =>
  filesIn(folder)
    .filter(({ isFolder }) => !isFolder)
    .map(({ path }) => readFileSync(path, 'utf8'))
    .join('\n')

const openModes = (folder: string) =>
  filesIn(folder)
    .filter(({ path }) => (statSync(path).mode & 0o077) !== 0)
    .map(({ path }) => path)

describe('in a data folder', () => {
  it('secrets are encrypted in files, journals and snapshots, and usable after a restart', async () => {
    const data = temporaryFolder()
    const first = await startSandbox({ data, secretKey: KEY })
    const id = await writeSecrets(first)
    const running = textIn(data)
    await first.close()
    const closed = textIn(data)
    const second = await startSandbox({ data, secretKey: KEY })
    const restored = await controlOf(second).post('/snapshots/one/restore')
    const read = await second.api.get(`/webhooks/${id}`)

    expect(running).toContain('"sealed":')
    for (const secret of SECRETS) {
      expect(running).not.toContain(secret)
      expect(closed).not.toContain(secret)
    }
    expect(restored.status).toBe(200)
    expect(read.status).toBe(200)
    expect((await controlOf(second).get(`/webhooks/${id}`)).body.data.headers).toHaveProperty(
      'X-Api-Key',
    )
  })

  it('are encrypted by a start with a key, from the next write on', async () => {
    const data = temporaryFolder()
    const first = await startSandbox({ data })
    const id = await writeSecrets(first)
    await first.close()
    const second = await startSandbox({ data, secretKey: KEY })
    await second.api.put(`/webhooks/${id}`, { body: { events: ['mention.detected'] } })
    await second.close()

    expect(readFileSync(join(data, 'accounts', 'acc_demo.json'), 'utf8')).not.toContain(SECRETS[1])
    await startSandbox({ data, secretKey: KEY })
  })

  it.each([
    [undefined, 'SVC_SECRET_KEY is not set'],
    [`${KEY}.`, "can't be decrypted with this SVC_SECRET_KEY"],
  ])('refuse a start with the key %j, and stay as they are', async (secretKey, message) => {
    const data = temporaryFolder()
    const first = await startSandbox({ data, secretKey: KEY })
    await writeSecrets(first)
    await first.close()
    const before = textIn(join(data, 'accounts'))

    await expect(startSandbox({ data, secretKey })).rejects.toThrow(message)

    expect(textIn(join(data, 'accounts'))).toBe(before)
    await startSandbox({ data, secretKey: KEY })
  })

  it('are closed to other users, even if a copy had left them open', async () => {
    const data = temporaryFolder()
    const first = await startSandbox({ data })
    await writeSecrets(first)
    await controlOf(first).post('/events', { body: { type: 'ranking.changed' } })
    expect(openModes(data)).toEqual([])
    await first.close()
    for (const { path, isFolder } of filesIn(data)) chmodSync(path, isFolder ? 0o755 : 0o644)
    mkdirSync(join(data, 'mine'), { mode: 0o755 })
    writeFileSync(join(data, 'mine', 'notes'), '')

    await startSandbox({ data })

    const open = openModes(data).map((path) => path.slice(data.length + 1))
    expect(open.filter((path) => !path.startsWith('mine') && path !== '.gitignore')).toEqual([])
    expect(open).toContain('mine')
  })
})

describe('in a database', () => {
  it('secrets are encrypted in all tables, for all replicas with the key', async () => {
    const test = await testDatabase()
    const sql = await test.open()
    const options = { database: test.url, ephemeral: false, secretKey: KEY }
    const first = await startSandbox(options)
    const second = await startSandbox(options)
    const id = await writeSecrets(first)
    await second.api.put(`/webhooks/${id}`, { body: { events: ['mention.detected'] } })
    const tables = ['account', 'entry', 'change', 'snapshot']
    const rows = await Promise.all(
      tables.map((table) => sql.query(`SELECT * FROM sandbox.${table}`)),
    )
    const read = await controlOf(second).get(`/webhooks/${id}`)
    const restored = await controlOf(second).post('/snapshots/one/restore')

    for (const secret of SECRETS) expect(JSON.stringify(rows)).not.toContain(secret)
    for (const [index, table] of tables.entries()) {
      expect(JSON.stringify(rows[index]), table).toContain('sealed')
    }
    expect(read.body.data.headers).toHaveProperty('X-Api-Key')
    expect(restored.status).toBe(200)
    await expect(startSandbox({ ...options, secretKey: undefined })).rejects.toThrow(
      'SVC_SECRET_KEY is not set',
    )
    const other = { ...options, secretKey: `${KEY}.` }
    await expect(startSandbox(other)).rejects.toThrow("can't be decrypted")
  })
})
