import { inject, onTestFinished } from 'vitest'
import {
  type Ending,
  endOf,
  type ServeProcess,
  type Surroundings,
  serveProcess,
  spawnCli,
} from './cli-process.ts'

/** Runs `svc-sandbox` to its end; a run that finds none is ended by force. */
export function runCli(args: string[], surroundings: Surroundings = {}): Promise<Ending> {
  return endOf(spawnCli(inject('cli'), args, { ...surroundings, timeout: 20_000 }))
}

/** Starts `svc-sandbox serve` on a free port; ended with the test. */
export async function startServing(
  args: string[] = [],
  surroundings: Surroundings = {},
): Promise<ServeProcess> {
  const port = args.includes('--port') || surroundings.env?.SVC_PORT ? [] : ['--port', '0']
  const child = spawnCli(inject('cli'), ['serve', ...port, ...args], surroundings)
  onTestFinished(() => void child.kill('SIGKILL'))
  return serveProcess(child)
}

/** Starts `svc-sandbox` and lets it run; ended with the test. */
export function startCli(args: string[], surroundings: Surroundings = {}) {
  const child = spawnCli(inject('cli'), args, surroundings)
  onTestFinished(() => void child.kill('SIGKILL'))
  let stderr = ''
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  return {
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    /** What it wrote so far. */
    stderr: () => stderr,
    ended: endOf(child),
  }
}
