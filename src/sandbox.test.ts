import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CAMPAIGN, startSandbox } from '../test/support/sandbox.ts'
import { overlayFile, temporaryFile, temporaryFolder } from '../test/support/temporary.ts'
import { createSandbox, DocumentError } from './index.ts'
import { createSandbox as createOfParts } from './sandbox.ts'
import { createClock } from './time/clock.ts'

describe('createSandbox', () => {
  it('gives a base URL, and an app for supertest', async () => {
    const sandbox = await createSandbox()
    onTestFinished(() => sandbox.close())

    const overNetwork = await fetch(`${sandbox.url}/auth/verify`, {
      headers: { Authorization: 'Bearer svc_test_demo' },
    })
    const inProcess = await supertest(sandbox.app)
      .get('/api/auth/verify')
      .set('Authorization', 'Bearer svc_test_demo')

    expect(overNetwork.status).toBe(200)
    expect(inProcess.status).toBe(200)
  })

  it('seeds a folder again whose seeding was interrupted', async () => {
    const data = temporaryFolder()
    const first = await createSandbox({ data })
    await first.close()
    rmSync(join(data, 'accounts', 'acc_starter.json'))
    writeFileSync(join(data, 'seeding'), '')

    const second = await startSandbox({ data })

    expect(second.start).toMatchObject({ seeded: 3, kept: 0 })
    expect((await second.api.get('/auth/me', { key: 'svc_test_starter' })).status).toBe(200)
    expect(existsSync(join(data, 'seeding'))).toBe(false)
  })

  it('refuses a second sandbox on the same folder', async () => {
    const data = temporaryFolder()
    await startSandbox({ data })

    await expect(createSandbox({ data })).rejects.toThrow(data)
  })

  it('refuses a folder with an account whose plan the document no longer has', async () => {
    const data = temporaryFolder()
    const overlay = temporaryFile(
      'plans.yaml',
      'overlay: 1.0.0\nactions: [{ target: $.x-rate-limit-plans, update: { Gold: { hour: 5, day: 6 } } }]',
    )
    const fixture = temporaryFile('mine.yaml', 'accounts: [{ id: acc_mine, plan: Gold }]')
    const first = await createSandbox({ data, overlay, fixture })
    await first.close()

    await expect(createSandbox({ data })).rejects.toThrow(
      /acc_mine.*"Gold".*Starter, Professional, Enterprise/,
    )
    const again = await startSandbox({ data, overlay })
    expect(again.start.kept).toBe(1)
  })

  it('answers accepted requests before it closes, and none afterwards', async () => {
    const sandbox = await createSandbox()
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const options = {
      agent,
      headers: { authorization: 'Bearer svc_test_demo', 'x-sandbox-delay': '150' },
    }
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      get(`${sandbox.url}/campaigns`, options, resolve).on('error', reject)
    })
    await connectionOf(sandbox.url)

    await sandbox.close()

    const response = await answer
    response.resume()
    expect(response.statusCode).toBe(200)
    await expect(fetch(`${sandbox.url}/campaigns`)).rejects.toThrow()
    await expect(sandbox.close()).resolves.toBeUndefined()
  })

  // The clock is frozen, so that the forced close never happens.
  it.each([
    ['nothing', ''],
    ['half a request line', 'GET /api/ca'],
    ['half of its headers', 'GET /api/campaigns HTTP/1.1\r\nHost: localhost\r\n'],
    ['a request that was answered', 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a CONNECT, and does not hang up', 'CONNECT x:1 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('closes without waiting for a connection that sent %s', async (_name, bytes) => {
    const sandbox = await createOfParts({}, { clock: { ...createClock(), elapsed: () => 0 } })
    const socket = connect({ port: sandbox.port, host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    await new Promise((resolve) => socket.write(bytes, resolve))
    await connectionOf(sandbox.url)

    await expect(sandbox.close()).resolves.toBeUndefined()
  })

  it('answers requests that are still arriving before it closes', async () => {
    const sandbox = await createOfParts({}, { clock: { ...createClock(), elapsed: () => 0 } })
    const body = JSON.stringify(CAMPAIGN)
    const socket = connect(sandbox.port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write(
      'POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_test_demo\r\n' +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
    )
    await connectionOf(sandbox.url)

    const closed = sandbox.close()
    await expect
      .poll(() =>
        fetch(sandbox.url).then(
          () => 'answered',
          () => 'refused',
        ),
      )
      .toBe('refused')
    socket.write(body.slice(9))
    await Promise.all([closed, ended])

    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 201 /)
  })

  it.each([
    ['port', { port: 70_000 }, /^port .*70000/],
    ['seed', { seed: 1.5 }, /^seed .*1\.5/],
    ['now', { now: 'yesterday' }, /^now .*"yesterday"/],
    ['publicUrl', { publicUrl: 'sandbox' }, /^publicUrl .*"sandbox"/],
    ['trustProxy', { trustProxy: -1 }, /^trustProxy .*-1/],
    ['apiVersion', { apiVersion: '2.0.0' }, /"2.0.0".*1\.0\.0, 1\.1\.0, 1\.2\.0/],
    ['fixture', { fixture: '/nowhere.yaml' }, /\/nowhere\.yaml/],
    ['overlay', { overlay: '/nowhere.yaml' }, /^overlay \/nowhere\.yaml/],
    ['ephemeral and data', { ephemeral: true, data: 'x' }, /^data x and --ephemeral/],
    ['host', { host: '0.0.0.0' }, /^host 0\.0\.0\.0.*SVC_ADMIN_TOKEN/],
  ])('refuses a bad %s, naming it and the way out', async (_name, options, message) => {
    await expect(createSandbox(options)).rejects.toThrow(message)
  })
})

describe('--overlay', () => {
  it('gives tokens another prefix for fixtures and callers', async () => {
    const { api } = await startSandbox({
      overlay: overlayFile(`
  - target: $.x-token-types.test.prefixes
    update: svc_sandbox_
`),
      fixture: temporaryFile(
        'mine.yaml',
        'accounts: [{ id: a, keys: [{ token: svc_sandbox_me }] }]',
      ),
    })

    expect((await api.get('/auth/verify', { key: 'svc_sandbox_me' })).status).toBe(200)
    expect((await api.get('/auth/verify', { key: 'svc_other_me' })).body.error.message).toContain(
      'svc_sandbox_',
    )
  })

  it.each([
    ['plan', 'target: $.x-rate-limit-plans.Starter, remove: true', /:\d+:\d+: .*plan "Starter"/],
    [
      'default plan',
      'target: $.x-rate-limit-plans.Professional, remove: true',
      /demo\.yaml:\d+:\d+: accounts\[0\]\.plan/,
    ],
    [
      'prefix',
      "target: '$.x-token-types.restricted', remove: true",
      /:\d+:\d+: .*token "svc_restricted_readonly"/,
    ],
  ])(
    'that removes a %s names the lines of the fixture that need it',
    async (_, action, message) => {
      await expect(createSandbox({ overlay: overlayFile(`  - { ${action} }`) })).rejects.toThrow(
        message,
      )
    },
  )

  it.each([
    ['is no YAML', 'overlay: 1.0.0\nactions: [', /staging\.yaml: line 2, column \d+: /],
    [
      'has an alias without an anchor',
      'overlay: 1.0.0\nactions: *nowhere',
      /staging\.yaml: line 2, column 10: .*nowhere/,
    ],
    [
      'misses its target',
      "overlay: 1.0.0\nactions: [{ target: '$.path', update: {} }]",
      /\$\.path.*selects nothing/,
    ],
    [
      'removes a required part',
      'overlay: 1.0.0\nactions: [{ target: $.x-failures.internal, remove: true }]',
      /x-failures\.internal/,
    ],
    [
      'removes the quota of callers without a key',
      'overlay: 1.0.0\nactions: [{ target: $.x-rate-limit-plans.Anonymous, remove: true }]',
      /Anonymous/,
    ],
    [
      'removes a referenced part',
      'overlay: 1.0.0\nactions: [{ target: $.components.parameters, remove: true }]',
      /OpenAPI.*overlay/,
    ],
    [
      'gives two operations one id',
      'overlay: 1.0.0\nactions: [{ target: "$.paths[\'/auth/me\'].get", update: { operationId: verifyToken } }]',
      /GET \/auth\/me and GET \/auth\/verify.*verifyToken/,
    ],
    [
      'removes the release',
      'overlay: 1.0.0\nactions: [{ target: $.info, remove: true }]',
      /info\.version .*1\.2\.0/,
    ],
    [
      'has an invalid schema',
      "overlay: 1.0.0\nactions: [{ target: $.components.schemas.LoginInput.properties.email, update: { pattern: '(' } }]",
      /invalid JSON Schema for login/,
    ],
    [
      'adds an operation',
      "overlay: 1.0.0\nactions: [{ target: $.paths, update: { /more: { get: { operationId: getMore, responses: { '200': { description: x } } } } } }]",
      /getMore \(GET \/more\)/,
    ],
  ])('is refused when it %s', async (_name, content, message) => {
    const started = createSandbox({ overlay: temporaryFile('staging.yaml', content) })

    await expect(started).rejects.toThrow(DocumentError)
    await expect(started).rejects.toThrow(message)
  })
})

/** Resolves when the server has taken one more connection, and so the ones before it as well. */
async function connectionOf(url: string): Promise<void> {
  await fetch(`${url}/nowhere`, { headers: { Connection: 'close' } })
}
