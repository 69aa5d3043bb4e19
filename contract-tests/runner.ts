import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BroadcastChannel } from 'node:worker_threads'
import { createVitest, type Reporter, type TestModule } from 'vitest/node'
import type { Channel, Message, Told } from './runner-channel.ts'
import type { Settings } from './support/settings.ts'

/** In TypeScript beside this file, or in the package as the build made it. */
const here = fileURLToPath(import.meta.url)
const suite = here.endsWith('.ts')
  ? join(dirname(here), 'suite.contract.ts')
  : // The file that the bundler puts this into lies at the top of what it makes, wherever that is.
    join(dirname(here), 'contract-tests', 'suite.contract.js')

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

export interface RunOptions {
  /** Ends the run early; what it created is deleted all the same. */
  signal?: AbortSignal
  /** Called after each response. */
  onProgress?: () => void
}

/**
 * Runs the suite with vitest, in a thread of this process, and resolves with what it found.
 *
 * @throws Error where vitest itself failed, with what it says.
 */
export async function runWithVitest(
  settings: Settings,
  { signal, onProgress = () => {} }: RunOptions = {},
): Promise<Told> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-check-'))
  const channel: Channel = { name: basename(folder), resultFile: join(folder, 'result.json') }
  const messages = new BroadcastChannel(channel.name)
  messages.onmessage = (event) => {
    if ((event as { data: Message }).data === 'progress') onProgress()
  }
  const stop = () => messages.postMessage('stop' satisfies Message)
  signal?.addEventListener('abort', stop)

  const errors = new Errors()
  const exitCode = process.exitCode
  const listening = SIGNALS.map((name) => process.listeners(name))
  const vitest = await createVitest('test', {
    root: dirname(suite),
    config: false,
    watch: false,
    include: [basename(suite)],
    exclude: [],
    // One thread: an own process would be killed by the Ctrl-C that it should clean up after.
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    hookTimeout: 0,
    testTimeout: 0,
    teardownTimeout: 1000,
    reporters: [errors],
    provide: { settings, channel },
  })
  // Vitest would end the process at once, and what was created would stay. The signal is the way.
  for (const [index, name] of SIGNALS.entries()) {
    const added = process.listeners(name).filter((each) => !listening[index]?.includes(each))
    for (const listener of added) process.off(name, listener)
  }
  try {
    await vitest.start()
    return JSON.parse(readFileSync(channel.resultFile, 'utf8'))
  } catch (error) {
    throw new Error(`The suite could not be run. ${errors.text() || (error as Error).message}`)
  } finally {
    signal?.removeEventListener('abort', stop)
    messages.close()
    await vitest.close()
    rmSync(folder, { recursive: true, force: true })
    // Vitest sets it for failed tests; the verdict is the caller's to give.
    process.exitCode = exitCode
  }
}

/** Prints nothing; keeps what went wrong outside of tests. */
class Errors implements Reporter {
  readonly #messages: string[] = []

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    const failed = modules.flatMap((module) => module.errors())
    this.#messages.push(...[...failed, ...unhandled].map(({ message }) => message))
  }

  text(): string {
    return this.#messages.join('\n')
  }
}
