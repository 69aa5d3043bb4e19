import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { controlOf } from '../support/control.ts'
import { comparable } from '../support/crash/records.ts'
import { runCli, startServing } from '../support/processes/serve-process.ts'
import { apiOf, CAMPAIGN, codeOf, startSharedSandbox } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'

const STACK = /\n\s+at |node:internal|node_modules/
const PRELOAD = fileURLToPath(new URL('../support/processes/disk-faults.js', import.meta.url))

/** A disk that refuses what is written below `data` while it is full. */
function faultyDisk(data: string, code: 'ENOSPC' | 'EROFS' = 'ENOSPC') {
  const whilst = join(temporaryFolder(), 'full')
  const fault = { paths: data, refuse: { code, whilst } }
  return {
    env: { NODE_OPTIONS: `--import ${PRELOAD}`, DISK_FAULT: JSON.stringify(fault) },
    fill: () => writeFileSync(whilst, ''),
    free: () => rmSync(whilst),
  }
}

/** All files below a folder, with what is in them. */
function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
}

/** A data folder that a sandbox has filled and left, as `serve` does. */
async function filledFolder(): Promise<string> {
  const data = temporaryFolder()
  await (await startSharedSandbox({ data })).close()
  return data
}

async function stopped(server: Awaited<ReturnType<typeof startServing>>) {
  server.kill('SIGTERM')
  return server.ended
}

describe('a disk that is full', () => {
  it('refuses every kind of change, loses nothing and takes changes when there is room', async () => {
    const data = temporaryFolder()
    const disk = faultyDisk(data)
    const server = await startServing(['--data', data, '--fixture', 'empty'], { env: disk.env })
    const api = apiOf(server.url)
    const control = controlOf(server)
    const query = { account: 'acc_demo' }
    const kept = (await api.post('/campaigns', { body: CAMPAIGN })).body.data
    await control.post('/snapshots', { query, body: { name: 'before' } })

    disk.fill()
    const refused = [
      await api.post('/campaigns', { body: CAMPAIGN }),
      await api.put(`/campaigns/${kept.id}`, { body: { ...CAMPAIGN, name: 'Lost' } }),
      await api.delete(`/campaigns/${kept.id}`),
      await control.post('/keys', { query, body: { name: 'lost' } }),
      await control.post('/snapshots', { query, body: { name: 'lost' } }),
      await control.post('/snapshots/before/restore', { query }),
      await control.post('/clock', { query, body: { advance: '30d' } }),
      await control.post('/reset', { query }),
    ]
    const read = await api.get('/campaigns')
    disk.free()
    const created = await api.post('/campaigns', { body: { ...CAMPAIGN, name: 'Later' } })
    const snapshots = await control.get('/snapshots', { query })
    const { code, stderr } = await stopped(server)
    const again = await startServing(['--data', data])
    const list = await apiOf(again.url).get('/campaigns')

    expect(refused.map(({ status }) => status)).toEqual(Array(8).fill(503))
    expect(refused.map(codeOf)).toEqual(Array(8).fill('server_error'))
    expect(refused.map(({ text }) => text).join()).not.toContain(data)
    expect(read.body.data.map(comparable)).toEqual([comparable(kept)])
    expect(snapshots.body.data.map(({ name }: { name: string }) => name)).toEqual(['before'])
    expect(created.status).toBe(201)
    expect([code, stderr]).toEqual([0, expect.not.stringMatching(STACK)])
    expect(list.body.data.map(comparable)).toEqual([created.body.data, kept].map(comparable))
  })

  it('does not keep a sandbox from ending, and what was acknowledged is kept', async () => {
    const data = temporaryFolder()
    const disk = faultyDisk(data)
    const server = await startServing(['--data', data, '--fixture', 'empty'], { env: disk.env })
    const { body } = await apiOf(server.url).post('/campaigns', { body: CAMPAIGN })

    disk.fill()
    const { code, stderr } = await stopped(server)
    const again = await startServing(['--data', data])
    const list = await apiOf(again.url).get('/campaigns')

    expect([code, stderr]).toEqual([0, expect.not.stringMatching(STACK)])
    expect(list.body.data.map(comparable)).toEqual([comparable(body.data)])
  })

  it.each([
    ['nothing is in the folder', '', false],
    ['the first accounts have no room', 'accounts/[.]', false],
    ['accounts are in the folder', '', true],
  ])('stops the start when %s, and not the one after it', async (_name, part, isFilled) => {
    const data = isFilled ? await filledFolder() : temporaryFolder()
    const disk = faultyDisk(`${data}/${part}`)
    const accounts = isFilled ? contentOf(join(data, 'accounts')) : {}

    disk.fill()
    const { code, stderr } = await runCli(['serve', '--port', '0', '--data', data], disk)
    disk.free()

    expect(code).toBe(2)
    expect(stderr).toMatch(/^svc-sandbox could not start\.\n.*ENOSPC.*\n$/)
    expect(stderr).toContain(data)
    expect(stderr).toMatch(/Free some space/)
    if (isFilled) expect(contentOf(join(data, 'accounts'))).toEqual(accounts)
    const { greeting } = await startServing(['--data', data])
    expect(greeting).toContain('3 accounts')
  })
})

it('refuses to start on a file system that is read-only, in words for a user', async () => {
  const data = await filledFolder()
  const disk = faultyDisk(data, 'EROFS')
  const before = contentOf(data)

  disk.fill()
  const { code, stderr } = await runCli(['serve', '--port', '0', '--data', data], disk)

  expect(code).toBe(2)
  expect(stderr).toMatch(/^svc-sandbox could not start\.\n.*EROFS.*\n$/)
  expect(stderr).toMatch(/--data.*--ephemeral/)
  expect(contentOf(data)).toEqual(before)
})

// Modes mean nothing to root; below /proc nobody can make a folder.
it.skipIf(!existsSync('/proc/self'))(
  'refuses to start where no folder can be made, in words for a user',
  async () => {
    const data = '/proc/self/svc-sandbox/data'

    const { code, stderr } = await runCli(['serve', '--port', '0', '--data', data])

    expect(code).toBe(2)
    expect(stderr).toMatch(/^svc-sandbox could not start\.\n.*no such file or folder.*\n$/)
    expect(stderr).toContain(data)
    expect(stderr).toMatch(/--data.*--ephemeral/)
  },
)

describe('what lies in the data folder', () => {
  it('reports snapshots that cannot be read', async () => {
    const data = temporaryFolder()
    const server = await startServing(['--data', data])
    writeFileSync(join(data, 'snapshots'), 'mine')
    const query = { account: 'acc_demo' }

    const list = await controlOf(server).get('/snapshots', { query })
    const saved = await controlOf(server).post('/snapshots', { query, body: { name: 'new' } })

    expect([list, saved].map(({ status }) => status)).toEqual([503, 503])
    expect([list, saved].map(codeOf)).toEqual(['server_error', 'server_error'])
    expect(readFileSync(join(data, 'snapshots'), 'utf8')).toBe('mine')
  })
})
