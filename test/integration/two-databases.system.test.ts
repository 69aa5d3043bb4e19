import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox, type Sandbox } from '../../src/sandbox.ts'
import { createClock } from '../../src/time/clock.ts'
import { controlOf } from '../support/control.ts'
import { postgres, testDatabase } from '../support/postgres.ts'
import { startReceiver } from '../support/receiver.ts'
import { type Api, apiOf, CAMPAIGN, START } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'

const ACCOUNTS = ['acc_a', 'acc_b']
const keyOf = (account: string) => `svc_test_of_${account}`

it.skipIf(!postgres.isAvailable)(
  'accounts on two databases, behind a router by API key, are as on one; one moves to the other',
  { timeout: 240_000 },
  async () => {
    const whole = await sandboxOf(ACCOUNTS)
    const [first, second] = [await sandboxOf(['acc_a']), await sandboxOf(['acc_b'])]
    const directory = new Map<string, Replica>()
    for (const [n, each] of [first, second].entries()) directory.set(keyOf(`acc_${'ab'[n]}`), each)
    const router = await withReceiver(apiOf(await routerOf(directory)))
    const one = await withReceiver(apiOf(whole.url))
    const expectTheSame = async () => {
      expect(await answersOf(router.api)).toEqual(await answersOf(one.api))
      expect(router.received.length).toBeGreaterThan(0)
      expect(router.received.length).toBe(one.received.length)
    }

    for (const each of [whole, first, second]) await advance(each)
    await expectTheSame()
    const { body } = await router.api.get('/campaigns', { key: keyOf('acc_a') })
    const moved = `/campaigns/${body.data[0].id}`

    await move('acc_a', first, second)
    directory.set(keyOf('acc_a'), second)

    expect((await router.api.get(moved, { key: keyOf('acc_a') })).status).toBe(200)
    await expectTheSame()
    for (const each of [whole, second]) await advance(each)
    await expectTheSame()
  },
)

type Replica = Sandbox & { database: string }

/** A replica on a database of its own with these accounts. */
async function sandboxOf(accounts: readonly string[]): Promise<Replica> {
  const fixture = join(temporaryFolder(), 'fixture.yaml')
  const rest = "permissions: ['*'] }], generate_campaigns: 5 }"
  const lines = accounts.map((id) => `  - { id: ${id}, keys: [{ token: ${keyOf(id)}, ${rest}`)
  writeFileSync(fixture, `accounts:\n${lines.join('\n')}`)
  const { url: database } = await testDatabase()
  const clock = createClock({ wallTime: () => START })
  const sandbox = await createSandbox({ database, fixture, seed: 1 }, { clock })
  onTestFinished(() => sandbox.close())
  return Object.assign(sandbox, { database })
}

/** What a directory at a load balancer does: each request goes to the sandbox of its key. */
async function routerOf(directory: ReadonlyMap<string, Replica>): Promise<string> {
  const router = createServer((req, res) => {
    const key = req.headers.authorization?.replace('Bearer ', '') ?? ''
    const { port } = directory.get(key) as Replica
    const { method, url: path, headers } = req
    const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 500, answer.rawHeaders)
      answer.pipe(res)
    })
    req.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(router, 'listening')
  onTestFinished(() => void router.close())
  return `http://127.0.0.1:${(router.address() as AddressInfo).port}/api`
}

/** Adds to each account a campaign, and a webhook to one receiver. */
async function withReceiver(api: Api) {
  const { url, received } = await startReceiver()
  for (const account of ACCOUNTS) {
    const key = keyOf(account)
    const webhook = { url, events: ['campaign.completed'] }
    expect((await api.post('/webhooks', { key, body: webhook })).status).toBe(201)
    expect((await api.post('/campaigns', { key, body: CAMPAIGN })).status).toBe(201)
  }
  return { api, received }
}

async function advance(sandbox: Replica): Promise<void> {
  for (const { id } of await sandbox.accounts.list()) {
    const body = { advance: '2d', wait: true }
    await controlOf(sandbox).post(`/clock?account=${id}`, { body })
  }
}

/** Without ids, which are random. */
async function answersOf(api: Api): Promise<unknown[]> {
  const asked = ACCOUNTS.flatMap((account) =>
    ['/campaigns?limit=100', '/core/dashboards', '/webhooks'].map(async (path) => {
      const { status, text } = await api.get(path, { key: keyOf(account) })
      return [status, text.replace(/"(id|secret|timestamp|url|last_\w+)":"[^"]*"/g, '')]
    }),
  )
  return Promise.all(asked)
}

async function move(account: string, from: Replica, to: Replica): Promise<void> {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['bin/svc-sandbox.js', ...args])
  const file = join(temporaryFolder(), 'account.jsonl')
  const { stdout } = await run('export', '--database', from.database, '--account', account)
  writeFileSync(file, stdout)
  await run('import', file, '--database', to.database)
  await from.accounts.delete(account)
}
