import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { inject, onTestFinished } from 'vitest'

export interface Ending {
  /** Null when a signal ended it. */
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** `svc-sandbox serve` as a process of its own that has greeted. */
export interface ServeProcess {
  greeting: string
  port: number
  /** Root of the API. */
  url: string
  kill(signal: NodeJS.Signals): void
  ended: Promise<Ending>
}

interface Surroundings {
  cwd?: string
  /** Beside those of the test run, of which no `SVC_` variable is handed on. */
  env?: Record<string, string>
}

/** Runs `svc-sandbox` to its end; a run that finds none is ended by force. */
export function runCli(args: string[], surroundings: Surroundings = {}): Promise<Ending> {
  return endOf(start(args, { ...surroundings, timeout: 20_000 }))
}

/** Starts `svc-sandbox serve` on a free port; ended with the test. */
export async function startServing(
  args: string[] = [],
  surroundings: Surroundings = {},
): Promise<ServeProcess> {
  const port = args.includes('--port') || surroundings.env?.SVC_PORT ? [] : ['--port', '0']
  const child = start(['serve', ...port, ...args], surroundings)
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = endOf(child)
  const greeting = await Promise.race([
    greetingOf(child),
    ended.then(({ code, stderr }) => {
      throw new Error(`svc-sandbox ended with ${code} before it greeted:\n${stderr}`)
    }),
  ])
  const found = Number(/^ *Document +http:\/\/[^:]+:(\d+)/m.exec(greeting)?.[1])
  return {
    greeting,
    port: found,
    url: `http://127.0.0.1:${found}/api`,
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

/** Starts `svc-sandbox` and lets it run; ended with the test. */
export function startCli(args: string[], surroundings: Surroundings = {}) {
  const child = start(args, surroundings)
  onTestFinished(() => void child.kill('SIGKILL'))
  return { kill: (signal: NodeJS.Signals) => void child.kill(signal), ended: endOf(child) }
}

function start(
  args: string[],
  { cwd, env = {}, timeout }: Surroundings & { timeout?: number },
): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_'))
  return spawn(process.execPath, [inject('cli'), ...args], {
    cwd,
    timeout,
    killSignal: 'SIGKILL',
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function endOf(child: ChildProcess): Promise<Ending> {
  const written = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    written.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    written.stderr += chunk
  })
  const [code, signal] = await once(child, 'close')
  return { code, signal, ...written }
}

function greetingOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    child.stderr?.on('data', (chunk) => {
      text += chunk
      // The greeting ends with an empty line after its last one.
      if (/Try .*\n\n$/.test(text)) resolve(text)
    })
  })
}
