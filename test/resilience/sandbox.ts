import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { components } from '../../spec/generated/sandbox.ts'
import { killOnExit, residentMemory } from '../bench/processes.ts'
import { temporaryFolder } from '../bench/servers.ts'
import { freePort } from '../support/free-port.ts'
import { type ServeProcess, serveProcess, spawnCli } from '../support/processes/cli-process.ts'

export type Delivery = components['schemas']['Delivery']

const CLI = fileURLToPath(new URL('../../dist/src/cli/main.cjs', import.meta.url))
const KEY = 'svc_test_demo'
const KINDS = ['campaign.completed', 'ranking.changed', 'mention.detected']
const NOW = '2026-01-15T09:30:00Z'

interface Options {
  /** Of `serve`, in addition to the usual ones. */
  flags?: string[]
  env?: Record<string, string>
  /** Keeps nothing. */
  isEphemeral?: boolean
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
  readonly #data: string
  readonly #options: Options
  #process: ServeProcess

  private constructor(data: string, options: Options, process: ServeProcess) {
    this.#data = data
    this.#options = options
    this.#process = process
  }

  static async start(options: Options = {}): Promise<Sandbox> {
    const data = join(temporaryFolder(), 'data')
    return new Sandbox(data, options, await serve(data, options))
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

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#process.kill(signal)
    await this.#process.ended
  }

  /** Starts it again with the same data, and `options` in place of the first. */
  async restart(options: Options = this.#options): Promise<void> {
    this.#process = await serve(this.#data, options)
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

async function serve(data: string, options: Options): Promise<ServeProcess> {
  const { flags = [], env = {}, isEphemeral } = options
  const place = isEphemeral ? ['--ephemeral'] : ['--data', data]
  const usual = ['--now', NOW, '--no-rate-limits', '--fixture', 'empty']
  // A hosted sandbox greets with its public address.
  const port = await freePort()
  const child = spawnCli(CLI, ['serve', '--port', String(port), ...place, ...usual, ...flags], {
    env,
  })
  killOnExit(child)
  return { ...(await serveProcess(child)), port }
}
