import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export interface Ending {
  /** Null when a signal ended it. */
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** `svc-sandbox serve` as a process of its own that has greeted. */
export interface ServeProcess {
  pid: number
  greeting: string
  port: number
  /** Root of the API. */
  url: string
  kill(signal: NodeJS.Signals): void
  ended: Promise<Ending>
}

export interface Surroundings {
  cwd?: string
  /** Added to the variables of this process, without those that begin with `SVC_`. */
  env?: Record<string, string>
}

/** Starts the command whose bundle, or source, is `cli`; its caller sees to its end. */
export function spawnCli(
  cli: string,
  args: string[],
  { cwd, env = {}, timeout }: Surroundings & { timeout?: number } = {},
): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SVC_'))
  const fromSource = cli.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : []
  return spawn(process.execPath, [...fromSource, resolve(cli), ...args], {
    cwd,
    timeout,
    killSignal: 'SIGKILL',
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** `svc-sandbox serve` in `child`, once it has greeted; rejects when it ends before that. */
export async function serveProcess(child: ChildProcess): Promise<ServeProcess> {
  const ended = endOf(child)
  const greeting = await Promise.race([
    greetingOf(child),
    ended.then(({ code, signal, stderr }) => {
      throw new Error(`svc-sandbox ended with ${code ?? signal} before it greeted:\n${stderr}`)
    }),
  ])
  const port = Number(/^ *Document +http:\/\/[^:]+:(\d+)/m.exec(greeting)?.[1])
  return {
    pid: child.pid as number,
    greeting,
    port,
    url: `http://127.0.0.1:${port}/api`,
    kill: (signal) => void child.kill(signal),
    ended,
  }
}

export async function endOf(child: ChildProcess): Promise<Ending> {
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
