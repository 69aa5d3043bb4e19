import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { childrenOf, cpuTime, killOnExit, pin, residentMemory } from './processes.ts'
import { answerTime, pause } from './statistics.ts'

const root = new URL('../../', import.meta.url).pathname

/** The cores that a server may use. */
export type Cores = 'one' | 'all'

/** A server under measurement, in a process of its own. */
export interface Server {
  url: string
  /** Milliseconds from spawn to the first 200. */
  startMs: number
  /** Resident memory in MB. */
  memory(): number
  /** Milliseconds of CPU used so far. Unlike elapsed time, other processes do not change it. */
  cpuMs(): number
  /** Throws if the server has child processes: memory, CPU time and core would miss them. */
  requireOneProcess(): void
  /** Keeps the server to one core from now on, or lets it use all. It starts on any core, as it does for its users. */
  pin(cores: Cores): void
  stop(): Promise<void>
}

/** The built package: `svc-sandbox serve` with default options and `flags`; of another `folder` than this one. */
export function startSandbox(flags: string[] = [], folder?: string): Promise<Server> {
  return start(
    (port) => ['dist/src/cli/main.cjs', 'serve', '--port', port, ...flags],
    '/api/auth/me',
    { folder },
  )
}

/** A bare server on Express 5 or node:http that answers with `file`, as `saveAnswers` wrote it. */
export function startBare(kind: 'express' | 'node-http', file: string): Promise<Server> {
  return start((port) => [`test/bench/bare/${kind}.js`, port, file], '/api/campaigns')
}

/** A webhook receiver that accepts every event at once. */
export function startReceiver(): Promise<Server> {
  return start((port) => ['test/bench/bare/receiver.js', port], '/')
}

/** A fixture with one account of `campaigns` generated campaigns, and a data folder; removed on exit. */
export function temporaryFixture(campaigns: number): { fixture: string; data: string } {
  const fixture = fixtureOf(`    generate_campaigns: ${campaigns}\n`)
  return { fixture, data: join(dirname(fixture), 'data') }
}

/** A fixture file with one account that holds `campaigns`, lines of YAML; removed on exit. */
export function fixtureOf(campaigns: string): string {
  const fixture = join(temporaryFolder(), 'fixture.yaml')
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

interface Start {
  /** `node` by default. */
  program?: string
  /** The working directory: by default the root of the package. */
  folder?: string
  /** Milliseconds that it may take until the first 200. */
  patienceMs?: number
}

/** Runs `node` with the arguments of `command` in the root of the package, and waits until `path` returns 200. */
export async function start(
  command: (port: string) => string[],
  path: string,
  { program = process.execPath, folder = root, patienceMs = 60_000 }: Start = {},
): Promise<Server> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const args = command(port)
  const begin = performance.now()
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', SVC_VALIDATE_RESPONSES: '' },
  })
  killOnExit(child)
  const pid = child.pid as number
  let pinnedTo: Cores | undefined
  let errorOutput = ''
  child.stderr?.on('data', (text) => {
    errorOutput = `${errorOutput}${text}`.slice(-2000)
  })
  const server: Server = {
    url,
    startMs: Number.NaN,
    memory: () => residentMemory(pid),
    cpuMs: () => cpuTime(pid),
    requireOneProcess: () => {
      const children = childrenOf(pid)
      if (children.length === 0) return
      throw new Error(
        `The server (${[basename(program), ...args].join(' ')}) runs in ${children.length + 1} processes, and only the first can be measured. Start it with an option that makes it one process.`,
      )
    },
    pin: (cores) => {
      if (cores !== pinnedTo) pin(pid, cores === 'one' ? 'server' : 'all')
      pinnedTo = cores
    },
    stop: () => stop(child),
  }
  try {
    await firstAnswer(`${url}${path}`, child, patienceMs)
    server.startMs = performance.now() - begin
    server.requireOneProcess()
    return server
  } catch (error) {
    await server.stop()
    throw new Error(`${(error as Error).message}\n${errorOutput}`.trim())
  }
}

/** Milliseconds that a server has to end after SIGTERM. */
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

async function firstAnswer(url: string, child: ChildProcess, patienceMs: number): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    const left = Math.max(1, deadline - performance.now())
    const isReady = await answerTime(url, 'svc_test_demo', 200, undefined, left).then(
      () => true,
      () => false,
    )
    if (isReady) return
    await pause(2)
  }
  throw new Error(`${url} did not answer with 200 within ${patienceMs / 1000} seconds.`)
}

/** A port that nothing listens on. */
export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return String(port)
}

const folders: string[] = []

/** A folder that is removed when the process ends. */
export function temporaryFolder(): string {
  // One listener for all folders: Node warns of a leak beyond ten.
  if (folders.length === 0) {
    process.once('exit', () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  folders.push(folder)
  return folder
}
