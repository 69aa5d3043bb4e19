import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commandsAt, outputOf, runCommand } from '../../../test/support/processes/commands.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { clientFor } from './command.ts'
import { requests } from './requests.ts'

const ADMIN = 'let-me-in'

async function start(options = {}) {
  const sandbox = await startSandbox(options)
  return { ...sandbox, flags: { url: sandbox.url }, run: commandsAt(sandbox.url) }
}

describe('a command for a running sandbox', () => {
  it.each(['', '/', '/api', '/_sandbox'])('accepts the address followed by %j', async (end) => {
    const { port } = await start()

    const { control } = clientFor({ url: `http://127.0.0.1:${port}${end}` })
    const { data } = await control('GET', '/health')

    expect(data).toMatchObject({ status: 'ok' })
  })

  it('reads address and admin token from the environment, unless a flag is given', async () => {
    const { url } = await start({ adminToken: ADMIN })
    const env = { SVC_URL: url, SVC_ADMIN_TOKEN: ADMIN }
    const accounts = async (flags: object) =>
      (await clientFor(flags, env).control('POST', '/faults', { body: { status: 500 } })).data
        .account

    expect(await accounts({})).toBe('acc_demo')
    expect(await accounts({ account: 'acc_enterprise' })).toBe('acc_enterprise')
    expect(await accounts({ token: 'svc_test_starter' })).toBe('acc_starter')
    await expect(accounts({ adminToken: 'let-me-out' })).rejects.toThrow('neither the admin token')
  })

  it('exits with 2 and a hint when there is no sandbox', async () => {
    const { run, close } = await start()
    await close()

    const { code, stderr } = await run('faults list')

    expect(code).toBe(2)
    expect(stderr).toContain('nothing listens there')
    expect(stderr).toContain('svc-sandbox serve')
  })

  it('exits with 2 when another server answers', async () => {
    const server = createServer((_req, res) => res.end('<html>')).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    onTestFinished(() => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

    const { code, stderr } = await commandsAt(url)('faults list')

    expect(code).toBe(2)
    expect(stderr).toContain('not a svc-sandbox')
  })
})

it('reports an empty list on standard error', async () => {
  const { flags, run } = await start()

  const found = [
    await outputOf(() => requests(undefined, flags)),
    await run('deliveries list'),
    await run('deliveries list --json'),
  ]

  expect(found).toEqual([
    { stdout: '', stderr: 'No requests.\n', code: 0 },
    { stdout: '', stderr: 'No deliveries.\n', code: 0 },
    { stdout: '', stderr: '', code: 0 },
  ])
})

it.each(['faults', 'keys', 'accounts', 'snapshot', 'webhooks'])(
  '%s runs its list without a command',
  async (command) => {
    const { url } = await start()

    const alone = await runCommand([command, '--url', url])

    expect(alone).toEqual(await runCommand([command, 'list', '--url', url]))
    expect(alone.code).toBe(0)
  },
)

describe('svc-sandbox faults', () => {
  it('changes, disables and enables a rule', async () => {
    const { run, faults } = await start()
    const { id } = await faults.add({ error: 'server_error', count: 3 })

    const off = await run(`faults update ${id} --disable`)
    const changed = await run(`faults update ${id} --enable --count 5`)
    const nothing = await run(`faults update ${id}`)

    expect(off.stdout).toMatch(new RegExp(`^${id}  disabled  0 of 3`))
    expect(changed.stdout).toMatch(new RegExp(`^${id}  active    0 of 5`))
    expect(await faults.list()).toMatchObject([{ error: 'server_error', count: 5, enabled: true }])
    expect(nothing.stderr).toContain('Nothing to change')
  })

  it('adds a rule with every option, then lists, removes and clears', async () => {
    const { run, faults } = await start()

    const added = await run(
      'faults add --name Outage --operation listCampaigns getCampaign --method GET --path /campaigns* ' +
        '--key svc_test --share 0.5 --error server_error --status 503 --delay 200,1500 --body truncated ' +
        '--missing-header Date --count 3 --expires-in 10m',
    )
    const [rule] = await faults.list()
    await faults.add({ connection: 'reset' })
    await faults.add({ delay: 800 })
    const listed = await run('faults list')
    const json = await run('faults list --json')
    const removed = await run(`faults remove ${rule?.id}`)
    const cleared = await run('faults clear')

    expect(rule).toMatchObject({
      name: 'Outage',
      operation: ['listCampaigns', 'getCampaign'],
      method: ['GET'],
      path: '/campaigns*',
      key: 'svc_test',
      share: 0.5,
      error: 'server_error',
      status: 503,
      delay: { median: 200, p99: 1500 },
      body: 'truncated',
      missing_headers: ['Date'],
      count: 3,
      expires_at: '2026-01-15T09:40:00.000Z',
    })
    expect(added.stdout).toBe(
      `${rule?.id}  active    0 of 3     listCampaigns, getCampaign GET /campaigns* svc_test share 0.5 → ` +
        'delay of 200 to 1500 ms, server_error, status 503, truncated body, without Date  (Outage)\n',
    )
    expect(listed.stdout).toContain('all requests → connection reset\n')
    expect(listed.stdout).toContain('0 times    all requests → delay of 800 ms\n')
    expect(JSON.parse(json.stdout)).toHaveLength(3)
    expect(removed.stdout).toBe(`Removed ${rule?.id}.\n`)
    expect(cleared.stdout).toBe('Removed 2 fault rules.\n')
    expect(await faults.list()).toEqual([])
  })
})

describe('svc-sandbox requests', () => {
  it('lists requests, the newest last, and shows one', async () => {
    const { api, flags } = await start()
    await api.get('/campaigns?limit=1')
    await api.post('/campaigns', { body: { name: 'x' } })

    const listed = await outputOf(() => requests(undefined, flags))
    const narrowed = await outputOf(() => requests(undefined, { ...flags, method: 'POST' }))
    const shown = await outputOf(() => requests('req_2', flags))
    const json = await outputOf(() => requests(undefined, { ...flags, json: true, limit: '1' }))

    const lines = listed.stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(
      /^req_1 {5}09:30:00 {2}GET {4}200 +[\d.]+ ms {2}\/api\/campaigns\?limit=1 {10}key_\w+$/,
    )
    expect(lines[1]).toContain('invalid_request')
    expect(narrowed.stdout).toBe(`${lines[1]}\n`)
    expect(shown.stdout).toContain('POST /api/campaigns\n')
    expect(shown.stdout).toContain('{"name":"x"}')
    expect(shown.stdout).toContain('Status 400\n')
    expect(shown.stdout).toContain('Not valid:\n  type is missing')
    expect(JSON.parse(json.stdout)).toMatchObject({ id: 'req_2' })
    expect(json.stderr).toBe('1 of 2; more with --limit.\n')
  })

  it('waits for a request and follows the log', async () => {
    const { api, flags, close } = await start()
    await api.get('/campaigns')

    const waited = await outputOf(() =>
      requests(undefined, { ...flags, waitFor: true, operation: 'listCampaigns' }),
    )
    const late = await outputOf(() =>
      requests(undefined, { ...flags, waitFor: '0s', method: 'PUT' }),
    )
    const stop = new AbortController()
    const followed = await outputOf(async (printed) => {
      const wanted = { ...flags, follow: true as const, since: '2026-01-15T00:00:00Z' }
      const following = requests(undefined, wanted, { stop: stop.signal })
      await printed
      await close()
      stop.abort()
      await following
    })

    expect(waited.stdout).toMatch(/^req_1 /)
    expect(late.code).toBe(1)
    expect(late.stderr).toContain('No request with method PUT was logged within 0s.')
    expect(followed.stdout).toMatch(/^req_1 .* 200 .* \/api\/campaigns +Everything$/m)
  })

  it('clears the log', async () => {
    const { api, flags, requests: log } = await start()
    await api.get('/campaigns')

    const { stdout } = await outputOf(() => requests(undefined, { ...flags, clear: true }))

    expect(stdout).toBe('Cleared 1 request.\n')
    expect(await log.list()).toEqual([])
  })
})
