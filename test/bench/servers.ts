import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { childrenOf, cpuTime, killOnExit, pin, residentMemory } from './processes.ts'

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
  /** Keeps the server to one core from now on, or lets it use all. It starts on any core, as it does for its users. */
  pin(cores: Cores): void
  stop(): Promise<void>
}

/** The built package: `svc-sandbox serve` with default options and `flags`; of another `folder` than this one. */
export function startSandbox(flags: string[] = [], folder?: string): Promise<Server> {
  const command = (port: string) => ['dist/src/cli/main.cjs', 'serve', '--port', port, ...flags]
  return start(command, '/api/auth/me', folder)
}

/** A bare server on Express 5 or node:http that answers with `file`, as `saveAnswers` wrote it. */
export function startBare(kind: 'express' | 'node-http', file: string): Promise<Server> {
  return start((port) => [`test/bench/bare/${kind}.js`, port, file], '/api/campaigns')
}

/** A webhook receiver that accepts every event at once. */
export function startReceiver(): Promise<Server> {
  return start((port) => ['test/bench/bare/receiver.js', port], '/')
}

/** Runs `node` with the arguments of `command` in a folder, and waits until `path` returns 200. */
export async function start(
  command: (port: string) => string[],
  path: string,
  folder = root,
): Promise<Server> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const args = command(port)
  const begin = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', SVC_VALIDATE_RESPONSES: '' },
  })
  killOnExit(child)
  const pid = child.pid as number
  let errorOutput = ''
  child.stderr?.on('data', (text) => {
    errorOutput = `${errorOutput}${text}`.slice(-2000)
  })
  try {
    await firstAnswer(url + path, child)
    const startMs = performance.now() - begin
    // Memory, CPU time and core of the others would be missed.
    if (childrenOf(pid).length > 0) throw new Error(`${args.join(' ')} runs in several processes.`)
    return {
      url,
      startMs,
      memory: () => residentMemory(pid),
      cpuMs: () => cpuTime(pid),
      pin: (cores) => pin(pid, cores === 'one' ? 'server' : 'all'),
      stop: () => stop(child),
    }
  } catch (error) {
    await stop(child)
    throw new Error(`${(error as Error).message}\n${errorOutput}`.trim())
  }
}

/** Milliseconds that a server has to end after SIGTERM. */
const GRACE = 10_000

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), GRACE)
  await ended
  clearTimeout(timer)
}

const PATIENCE_MS = 60_000

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  const headers = { authorization: 'Bearer svc_test_demo' }
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const status = await fetch(url, { headers, signal }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
    if (status === 200) return
    await pause(2)
  }
  throw new Error(`${url} did not answer with 200 within ${PATIENCE_MS / 1000} seconds.`)
}

export const tokenOf = (account: number) =>
  account === 0 ? 'svc_test_demo' : `svc_test_bench${account}`

/**
 * A fixture file, removed on exit, with so many accounts of generated campaigns, or with `campaigns` as lines of YAML. The first
 * account has the demo key.
 */
export function fixtureOf(accounts: number, campaigns: number | string): string {
  const fixture = join(temporaryFolder(), 'fixture.yaml')
  const theirs =
    typeof campaigns === 'number'
      ? `    generate_campaigns: ${campaigns}\n`
      : `    campaigns:\n${campaigns}`
  const lines = Array.from(
    { length: accounts },
    (_, number) => `  - id: acc_bench${number || ''}
    name: Bench ${number}
    plan: Enterprise
    keys: [{ token: ${tokenOf(number)}, name: Bench, permissions: ['*'] }]
${theirs}`,
  )
  writeFileSync(fixture, `accounts:\n${lines.join('')}`)
  return fixture
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
