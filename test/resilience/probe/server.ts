import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { killOnExit, residentMemory } from '../../bench/processes.ts'
import { freePort, temporaryFolder } from '../../bench/servers.ts'
import { type ServeProcess, serveProcess, spawnCli } from '../../support/processes/cli-process.ts'
import { ADMIN_TOKEN, FIXTURE, NOW } from './accounts.ts'
import { JSON_BODY, type ProbeRequest } from './request.ts'
import { Wire } from './wire.ts'
import type { WireAnswer } from './wire-reader.ts'

const CLI = fileURLToPath(new URL('../../../dist/src/cli/main.cjs', import.meta.url))

/** What visitors start with. */
const TEMPLATE =
  'accounts: [{ id: acc_template, keys: [{ token: svc_test_template_of_visitors }] }]'

/** A server under attack: the built package in a process of its own. */
export class ProbedServer {
  /** Why the process ended, if it did by itself. */
  ending: string | undefined
  #log = ''
  #isStopping = false

  readonly name: 'loopback' | 'hosted'
  readonly wire: Wire
  readonly process: ServeProcess

  private constructor(name: 'loopback' | 'hosted', wire: Wire, process: ServeProcess) {
    this.name = name
    this.wire = wire
    this.process = process
  }

  static async start(name: ProbedServer['name']): Promise<ProbedServer> {
    const fixture = join(temporaryFolder(), 'fixture.yaml')
    const isHosted = name === 'hosted'
    writeFileSync(fixture, isHosted ? TEMPLATE : FIXTURE)
    const hosted = ['--open-signup', '--public-url', 'http://sandbox.example']
    // A hosted sandbox greets with its public address.
    const port = await freePort()
    const child = spawnCli(
      CLI,
      [
        ...['serve', '--port', port, '--ephemeral', '--fixture', fixture, '--now', NOW],
        ...['--no-rate-limits', ...(isHosted ? hosted : [])],
      ],
      { env: isHosted ? { SVC_ADMIN_TOKEN: ADMIN_TOKEN } : {} },
    )
    killOnExit(child)
    const started = await serveProcess(child)
    const server = new ProbedServer(name, new Wire(Number(port)), started)
    child.stdout?.removeAllListeners('data').on('data', (chunk) => {
      server.#log += chunk
    })
    child.once('exit', (code, signal) => {
      if (!server.#isStopping) server.ending = `ended with ${code ?? signal}`
    })
    for (const account of ['acc_victim', 'acc_attacker', 'acc_operated']) {
      const made = { id: account, fixture: FIXTURE, fixture_account: account }
      // Where visitors sign up, keys of the fixture would only read.
      if (isHosted) await server.operate('POST', '/accounts', made)
      await server.operate('POST', `/clock?account=${account}`, { frozen: true })
    }
    return server
  }

  /** Lines of the access log since the last call. */
  takeLog(): string[] {
    const end = this.#log.lastIndexOf('\n') + 1
    const lines = this.#log.slice(0, end).split('\n').slice(0, -1)
    this.#log = this.#log.slice(end)
    return lines
  }

  send(request: ProbeRequest): Promise<WireAnswer> {
    return this.wire.send(request)
  }

  /** What only the operator can do, to prepare or to look; no input of the probe. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer may be anything; the ideas look at it.
  async operate(method: string, path: string, body?: object): Promise<any> {
    const answer = await this.send({
      method,
      target: `/_sandbox${path}`,
      headers: [...this.operator, JSON_BODY],
      ...(body && { body: JSON.stringify(body) }),
    })
    const { success, data, error } = JSON.parse(answer.body.toString())
    if (!success) throw new Error(`${method} ${path}: ${JSON.stringify(error)}`)
    return data
  }

  /** Asks whether it answers. That it does not is the finding of another input. */
  async health(): Promise<void> {
    await this.send({ method: 'GET', target: '/_sandbox/health/live' }).catch(() => {})
  }

  /** The credentials of the operator: on loopback, none. */
  get operator(): string[] {
    return this.name === 'hosted' ? [`Authorization: Bearer ${ADMIN_TOKEN}`] : []
  }

  get pid(): number {
    return this.process.pid
  }

  memory(): number {
    return residentMemory(this.pid)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.wire.close()
    this.process.kill('SIGTERM')
    await this.process.ended
  }
}
