import { fileURLToPath } from 'node:url'
import { killOnExit, residentMemory } from '../bench/processes.ts'
import { freePort } from '../support/free-port.ts'
import { type ServeProcess, serveProcess, spawnCli } from '../support/processes/cli-process.ts'

const CLI = fileURLToPath(new URL('../../dist/src/cli/main.cjs', import.meta.url))
const NOW = '2026-01-15T09:30:00Z'

interface Options {
  /** Of `serve`, in addition to the usual ones. */
  flags?: string[]
  env?: Record<string, string>
}

/** The built package in a process of its own, with an empty account. */
export class Sandbox {
  readonly #process: ServeProcess

  private constructor(process: ServeProcess) {
    this.#process = process
  }

  static async start(options: Options = {}): Promise<Sandbox> {
    return new Sandbox(await serve(options))
  }

  get port(): number {
    return this.#process.port
  }

  get root(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Resident memory in MB. */
  memory(): number {
    return Math.round(residentMemory(this.#process.pid))
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGTERM')
    await this.#process.ended
  }
}

async function serve({ flags = [], env = {} }: Options): Promise<ServeProcess> {
  const usual = ['--ephemeral', '--now', NOW, '--no-rate-limits', '--fixture', 'empty']
  // A hosted sandbox greets with its public address.
  const port = await freePort()
  const child = spawnCli(CLI, ['serve', '--port', String(port), ...usual, ...flags], { env })
  killOnExit(child)
  return { ...(await serveProcess(child)), port }
}
