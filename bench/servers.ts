import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { pin } from './cores.ts'
import { childrenOf, cpuTime, killOnExit, residentMemory } from './processes.ts'
import { temporaryFolder } from './temporary.ts'

const root = new URL('../', import.meta.url).pathname

/** A server under measurement, in a process of its own. */
export interface Server {
  url: string
  /** Milliseconds from spawn to the first 200. */
  startMs: number
  /** Resident memory in MB. */
  memory(): number
  /** Milliseconds of CPU that it has used: what others do on the machine does not change it, unlike time. */
  cpuMs(): number
  /** Throws when it has processes of its own, of which memory, CPU time and core would be missed. */
  demandOneProcess(): void
  /** Keeps it to the servers' core. It starts on any, as it does for whoever uses it. */
  pin(): void
  stop(): Promise<void>
}

/** The built package: `svc-sandbox serve` with default options beside those given. */
export function startSandbox(flags: string[] = []): Promise<Server> {
  return start(
    (port) => ['dist/src/cli.js', 'serve', '--port', String(port), ...flags],
    '/api/auth/me',
  )
}

/** What there is of a server below the sandbox: Express 5 or node:http with the answers in `file` (`Answers`). */
export function startBare(kind: 'express' | 'node-http', file: string): Promise<Server> {
  return start((port) => [`bench/bare/${kind}.js`, String(port), file], '/api/campaigns')
}

/** A receiver of webhooks that takes every event at once. */
export function startReceiver(): Promise<Server> {
  return start((port) => ['bench/bare/receiver.js', String(port)], '/')
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

/** Starts `node` with what `command` says, in the root of the package, and waits until `path` is answered with 200. */
export async function start(command: (port: number) => string[], path: string): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = command(port)
  const begin = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', SVC_VALIDATE_RESPONSES: '' },
  })
  killOnExit(child)
  const pid = child.pid as number
  let isPinned = false
  let complaint = ''
  child.stderr?.on('data', (text) => {
    complaint = `${complaint}${text}`.slice(-2000)
  })
  const server: Server = {
    url,
    startMs: Number.NaN,
    memory: () => residentMemory(pid),
    cpuMs: () => cpuTime(pid),
    demandOneProcess: () => {
      const children = childrenOf(pid)
      if (children.length === 0) return
      throw new Error(
        `The server (node ${args.join(' ')}) runs in ${children.length + 1} processes: it can't be measured, as only its first would be. Start it with an option that makes it one.`,
      )
    },
    pin: () => {
      if (!isPinned) pin(pid, 'server')
      isPinned = true
    },
    stop: () => stop(child),
  }
  try {
    await firstAnswer(`${url}${path}`, child)
    server.startMs = performance.now() - begin
    server.demandOneProcess()
    return server
  } catch (error) {
    await server.stop()
    throw new Error(`${(error as Error).message}\n${complaint}`.trim())
  }
}

/** Milliseconds that a server has to end when it is told to. */
const GRACE = 10_000

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const children = childrenOf(child.pid as number)
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), GRACE)
  await ended
  clearTimeout(timer)
  for (const pid of children) kill(pid)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended with its parent.
  }
}

function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)))
    const deadline = performance.now() + 60_000
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
