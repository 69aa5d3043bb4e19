import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../../test/support/processes/commands.ts'
import { runCli, startServing } from '../../test/support/processes/serve-process.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

const hasCurl = spawnSync('curl', ['--version']).error === undefined
const STACK = /\n\s+at |node:internal|node_modules/

const lineOf = (greeting: string, name: string) =>
  new RegExp(`^ *${name} {2,}(.*)$`, 'm').exec(greeting)?.[1] as string

/** A port that is in use while the test runs. */
async function takenPort(): Promise<string> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return String((server.address() as { port: number }).port)
}

/** Calls the API of a running process with the demo key. */
async function get(url: string, path: string) {
  const response = await fetch(url + path, { headers: { Authorization: 'Bearer svc_test_demo' } })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

describe('the greeting', () => {
  it('shows the clock if it was set', async () => {
    const { greeting } = await startServing(['--ephemeral', '--now', '2026-03-01T09:00:00Z'])

    expect(lineOf(greeting, 'Clock')).toBe('2026-03-01 09:00 UTC')
  })

  it('shows the address of the API, a valid key and where the state is kept', async () => {
    const data = join(temporaryFolder(), 'state')
    const { greeting, port } = await startServing(['--data', data])

    const base = lineOf(greeting, 'Base URL')
    const key = lineOf(greeting, 'Key')
    const verified = await fetch(`${base}/auth/verify`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    const document = await fetch(lineOf(greeting, 'Document'))

    expect(base).toBe(`http://localhost:${port}/api`)
    expect(verified.status).toBe(200)
    expect(document.status).toBe(200)
    expect(lineOf(greeting, 'State')).toBe(`3 accounts from fixture demo, kept in ${data}`)
    expect(greeting).not.toContain('Clock')
    expect(existsSync(data)).toBe(true)
  })

  it.runIf(hasCurl)('has a command that works in a shell', async () => {
    const { greeting } = await startServing(['--ephemeral'])

    const printed = execFileSync('sh', ['-c', `${lineOf(greeting, 'Try')} --silent --fail`])

    const { success, data } = JSON.parse(printed.toString())
    expect(success).toBe(true)
    expect(data).toHaveLength(1)
  })

  it('shows the defaults for empty options', async () => {
    const cwd = temporaryFolder()
    const names = ['port', 'host', 'fixture', 'seed', 'data', 'overlay', 'api-version', 'now']
    const empty = [...names, 'public-url', 'trust-proxy'].flatMap((name) => [`--${name}`, ''])

    const { greeting } = await startServing([...empty], { cwd, env: { SVC_PORT: '0' } })

    expect(lineOf(greeting, 'State')).toBe('3 accounts from fixture demo, kept in .svc-sandbox')
    expect(readdirSync(cwd)).toEqual(['.svc-sandbox'])
  })

  it('says that nothing is kept and no quota is enforced', async () => {
    const cwd = temporaryFolder()

    const { greeting } = await startServing(
      ['--ephemeral', '--fixture', 'empty', '--no-rate-limits'],
      { cwd },
    )

    expect(lineOf(greeting, 'State')).toBe(
      '1 account from fixture empty, kept in memory only; quotas are not enforced',
    )
    expect(readdirSync(cwd)).toEqual([])
  })

  it('counts the accounts of an earlier run', async () => {
    const data = temporaryFolder()
    const first = await startServing(['--data', data])
    first.kill('SIGTERM')
    await first.ended

    const { greeting } = await startServing(['--data', data])

    expect(lineOf(greeting, 'State')).toBe(`3 accounts kept in ${data}`)
  })

  it('writes only the log to standard output', async () => {
    const server = await startServing(['--ephemeral'])
    await get(server.url, '/auth/me')
    server.kill('SIGTERM')

    const { code, stdout } = await server.ended

    const lines = stdout.trim().split('\n')
    expect(code).toBe(0)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ event: 'started' }),
      expect.objectContaining({ url: '/api/auth/me', status: 200 }),
      expect.objectContaining({ event: 'stopping' }),
      expect.objectContaining({ event: 'stopped' }),
    ])
    expect(stdout).not.toContain('svc_test_demo')
  })
})

describe('a start fails with a message that names', () => {
  it('a port in use', async () => {
    const port = await takenPort()

    const { code, stderr } = await runCli(['serve', '--ephemeral', '--port', port])

    expect(code).toBe(2)
    expect(stderr).toContain(`Port ${port}`)
    expect(stderr).toContain('--port')
    expect(stderr).not.toMatch(STACK)
  })
})

describe('environment variables', () => {
  it.each(['https://sandbox.example/', 'https://sandbox.example/api/'])(
    'set the base URL that the greeting shows: %s',
    async (publicUrl) => {
      const { greeting } = await startServing(['--ephemeral'], {
        env: { SVC_PUBLIC_URL: publicUrl },
      })

      expect(lineOf(greeting, 'Base URL')).toBe('https://sandbox.example/api')
    },
  )

  it('are overridden by flags, even with wrong values', async () => {
    const { greeting } = await startServing(
      ['--port', '0', '--ephemeral', '--now', '2026-01-15', '--fixture', 'demo'],
      { env: { SVC_PORT: 'tcp://10.0.0.1:80', SVC_NOW: 'soon', SVC_FIXTURE: 'empty' } },
    )

    expect(greeting).toContain('fixture demo')
  })

  it('SVC_OPEN_SIGNUP is in the greeting: the demo key is read-only', async () => {
    const { greeting } = await startServing(['--ephemeral'], { env: { SVC_OPEN_SIGNUP: '1' } })

    expect(lineOf(greeting, 'Key')).toBe('svc_test_demo (read-only; visitors sign up)')
  })
})

describe('--help', () => {
  it('is next to --version, which prints the version of the package', async () => {
    const { version } = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    )

    expect((await runCommand(['--version'])).stdout.trim()).toBe(version)
  })
})

it('stops at a signal that arrives when it has just started', async () => {
  const preload = join(temporaryFolder(), 'signal.cjs')
  // The signal is on its way when the handlers of the start go.
  writeFileSync(
    preload,
    `const { off } = process
    let isSent = false
    process.off = function (name, listener) {
      if (name === 'SIGTERM' && !isSent) process.kill(process.pid, name)
      if (name === 'SIGTERM') isSent = true
      return off.call(this, name, listener)
    }`,
  )

  const env = { NODE_OPTIONS: `--require ${preload}` }
  const { code, stderr } = await runCli(['serve', '--ephemeral', '--port', '0'], { env })

  expect(stderr).toContain('Closing: ')
  expect(code).toBe(0)
})
