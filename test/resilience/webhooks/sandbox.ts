import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { components } from '../../../spec/generated/sandbox.ts'
import { killOnExit } from '../../bench/processes.ts'
import { temporaryFolder } from '../../bench/servers.ts'
import {
  endOf,
  type ServeProcess,
  serveProcess,
  spawnCli,
} from '../../support/processes/cli-process.ts'

export type Delivery = components['schemas']['Delivery']

const CLI = fileURLToPath(new URL('../../../dist/src/cli/main.cjs', import.meta.url))
const KEY = 'svc_test_demo'
export const KINDS = ['campaign.completed', 'ranking.changed', 'mention.detected']
export const NOW = '2026-01-15T09:30:00Z'

interface Options {
  /** Flags of `serve` in addition to the folder, or to `--database` in place of it. */
  flags?: string[]
  env?: Record<string, string>
  data?: string
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: an answer may be anything; the checks look at it.
  data: any
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  body: any
}

/** The built package in a process of its own, with an empty account, and its HTTP API. */
export class Sandbox {
  readonly data: string
  readonly #options: Options
  #process: ServeProcess

  private constructor(data: string, options: Options, process: ServeProcess) {
    this.data = data
    this.#options = options
    this.#process = process
  }

  static async start(options: Options = {}): Promise<Sandbox> {
    const data = options.data ?? join(temporaryFolder(), 'data')
    return new Sandbox(data, options, await serve(data, options))
  }

  get root(): string {
    return `http://127.0.0.1:${this.#process.port}`
  }

  get pid(): number {
    return this.#process.pid
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#process.kill(signal)
    await this.#process.ended
  }

  /** Starts it again with the same data, and `options` in place of the first. */
  async restart(options: Options = this.#options): Promise<void> {
    this.#process = await serve(this.data, options)
  }

  api(method: string, path: string, body?: object, key = KEY): Promise<Answer> {
    return this.#send(`${this.root}/api${path}`, method, body, key)
  }

  /** An advance of the clock answers at its end, however busy the machine is. */
  control(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    const sent = body && 'advance' in body ? { wait: true, ...body } : body
    return this.#send(`${this.root}/_sandbox${path}`, method, sent, key)
  }

  /** All deliveries that match, newest first. */
  async deliveries(query = ''): Promise<Delivery[]> {
    const found: Delivery[] = []
    for (;;) {
      const { data } = await this.control(
        'GET',
        `/deliveries?limit=1000&offset=${found.length}${query}`,
      )
      found.push(...data)
      if (data.length < 1000) return found
    }
  }

  /** The ids of the created campaigns. */
  async campaigns(count: number, more: object = {}): Promise<string[]> {
    const ids: string[] = []
    for (let number = 1; number <= count; number++) {
      const body = {
        name: `Campaign ${number}`,
        type: 'serp',
        keywords: [`keyword ${number} one`, `keyword ${number} two`],
        frequency: 'daily',
        ...more,
      }
      ids.push((await this.api('POST', '/campaigns', body)).data.id)
    }
    return ids
  }

  async webhook(url: string, more: object = {}): Promise<{ id: string; secret: string }> {
    const { status, data, body } = await this.api('POST', '/webhooks', {
      url,
      events: KINDS,
      ...more,
    })
    if (status !== 201) throw new Error(`No webhook to ${url}: ${JSON.stringify(body)}`)
    return data
  }

  /** Runs a command of the package against this sandbox. */
  async cli(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const env = { SVC_URL: this.root }
    return endOf(spawnCli(CLI, args, { env, timeout: 60_000 }))
  }

  /** Starts a command against this sandbox that runs until it is stopped. */
  spawn(...args: string[]): { output(): string; stop(): void } {
    const child = spawnCli(CLI, args, { env: { SVC_URL: this.root } })
    killOnExit(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        text += chunk
      })
    }
    return { output: () => text, stop: () => void child.kill('SIGINT') }
  }

  async #send(
    url: string,
    method: string,
    body: object | undefined,
    key?: string,
  ): Promise<Answer> {
    const headers: Record<string, string> = {}
    if (key !== undefined) headers.Authorization = `Bearer ${key}`
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const init = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(url, { method, headers, ...init })
    const answer = (await response.json().catch(() => ({}))) as { data?: unknown }
    return { status: response.status, data: answer.data, body: answer }
  }
}

async function serve(data: string, { flags = [], env = {} }: Options): Promise<ServeProcess> {
  const place = flags.includes('--database') ? [] : ['--data', data]
  const args = ['serve', '--port', '0', ...place, '--now', NOW, '--no-rate-limits', ...flags]
  const fixture = flags.includes('--fixture') ? [] : ['--fixture', 'empty']
  const child = spawnCli(CLI, [...args, ...fixture], { env })
  killOnExit(child)
  return serveProcess(child)
}

/** A file with these contents, removed at the end. */
export function fileOf(name: string, text: string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, text)
  return path
}
