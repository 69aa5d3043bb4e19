import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { temporaryFolder } from './temporary.ts'

const root = new URL('../', import.meta.url).pathname

/** A server under measurement, in a process of its own. */
export interface Server {
  url: string
  /** Milliseconds from spawn to the first 200. */
  startMs: number
  /** Resident memory in MB. */
  memory(): number
  stop(): Promise<void>
}

/** The built package: `svc-sandbox serve` with default options beside those given. */
export function startSandbox(flags: string[] = []): Promise<Server> {
  return start(
    (port) => ['dist/src/cli.js', 'serve', '--port', String(port), ...flags],
    '/api/auth/me',
  )
}

/** Express 5 that answers `GET /api/campaigns` with the JSON in `file` by `res.json`, and nothing else. */
export function startExpress(file: string): Promise<Server> {
  return start((port) => ['bench/express-server.js', String(port), file], '/api/campaigns')
}

/** A receiver of webhooks that takes every event at once. */
export function startReceiver(): Promise<Server> {
  return start((port) => ['bench/receiver.js', String(port)], '/')
}

/** A fixture with one account of `campaigns` generated campaigns, and its folder; removed on exit. */
export function temporaryFixture(campaigns: number): { fixture: string; data: string } {
  const fixture = fixtureOf(`    generate_campaigns: ${campaigns}\n`)
  return { fixture, data: join(dirname(fixture), 'data') }
}

/** A fixture file with one account that holds `campaigns`, lines of YAML; removed on exit. */
export function fixtureOf(campaigns: string): string {
  const folder = temporaryFolder()
  const fixture = join(folder, 'fixture.yaml')
  writeFileSync(
    fixture,
    `accounts:
  - id: acc_bench
    name: Bench Ltd
    plan: Enterprise
    keys: [{ token: svc_test_demo, name: Bench, permissions: ['*'] }]
${campaigns}`,
  )
  return fixture
}

async function start(command: (port: number) => string[], path: string): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const begin = performance.now()
  const child = spawn(process.execPath, command(port), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', SVC_VALIDATE_RESPONSES: '' },
  })
  let complaint = ''
  child.stderr?.on('data', (text) => {
    complaint = `${complaint}${text}`.slice(-2000)
  })
  await firstAnswer(`${url}${path}`, child).catch((error) => {
    throw new Error(`${error.message}\n${complaint}`)
  })
  return {
    url,
    startMs: performance.now() - begin,
    memory: () => residentMemory(child.pid as number),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
    const deadline = performance.now() + 20_000
    const attempt = () => {
      const retry = () => {
        if (performance.now() > deadline) reject(new Error(`No answer from ${url}.`))
        else setTimeout(attempt, 2)
      }
      get(url, { headers: { authorization: 'Bearer svc_test_demo' } }, (response) => {
        response.resume()
        if (response.statusCode === 200) resolve()
        else retry()
      }).on('error', retry)
    }
    attempt()
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

function residentMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
