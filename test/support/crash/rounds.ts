import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ServeProcess, serveProcess, spawnCli } from '../processes/cli-process.ts'
import { type Random, randomFrom } from '../random.ts'
import { demand } from './client.ts'
import { type DiskKill, drawMoments, type Moment, WRITTEN } from './moments.ts'
import { AccountLoad, type Listening } from './writers.ts'

/** What came of killing a server time and again. */
export interface Kills {
  /** How many of each kind of moment. */
  kills: Partial<Record<Moment['kind'], number>>
  /** Kills at a call of the file system that did not come, so that the process was killed from outside. */
  missed: number
  acknowledged: number
  /** What a restarted server held other than what was acknowledged, or did that it should not; empty when all is well. */
  problems: string[]
}

interface Options {
  /** The bundled command. */
  cli: string
  /** An empty folder. */
  folder: string
  kills: number
  seed: number
  onKill?: (kill: number, moment: Moment) => void
}

const DISK_FAULTS = fileURLToPath(new URL('../processes/disk-faults.js', import.meta.url))
const IDS = [`${WRITTEN}_1`, `${WRITTEN}_2`]
const keyOf = (id: string) => `svc_test_${id.replaceAll('_', '')}`
/** After so many answers, and then so many milliseconds, a process that did not kill itself is killed. */
const PATIENCE = { answers: 6000, ms: 20_000 }
/** Milliseconds that a process has to end after SIGTERM. */
const GRACE = 10_000

/**
 * Kills a server at moments that follow from the seed, under concurrent writes to several accounts, and compares after
 * each restart what is there with what was acknowledged. Ends at the first problem.
 */
export async function killRepeatedly(options: Options): Promise<Kills> {
  return new Rounds(options).play()
}

class Rounds {
  readonly #options: Options
  readonly #random: Random
  readonly #data: string
  readonly #fixture: string
  readonly #loads = IDS.map((id) => new AccountLoad({ accountId: id, key: keyOf(id) }))
  readonly #result: Kills = { kills: {}, missed: 0, acknowledged: 0, problems: [] }
  /** Milliseconds that the last start took. */
  #startMs = 0

  constructor(options: Options) {
    this.#options = options
    this.#random = randomFrom(options.seed)
    this.#data = join(options.folder, 'data')
    this.#fixture = join(options.folder, 'fixture.yaml')
  }

  async play(): Promise<Kills> {
    mkdirSync(this.#options.folder, { recursive: true })
    writeFileSync(this.#fixture, fixture())
    const { kills, onKill, seed } = this.#options
    const { problems } = this.#result
    const first = await this.#start(this.#data)
    for (const load of this.#loads) await load.begin(rootOf(first))
    first.kill('SIGTERM')
    await first.ended

    for (const [index, moment] of drawMoments(kills, this.#random).entries()) {
      const where = `seed ${seed}, kill ${index + 1}, ${JSON.stringify(moment)}`
      try {
        problems.push(...(await this.#round(moment, index)))
      } catch (error) {
        problems.push((error as Error).message)
      }
      if (problems.length > 0) return this.#kills(where)
      this.#result.kills[moment.kind] = (this.#result.kills[moment.kind] ?? 0) + 1
      onKill?.(index + 1, moment)
    }
    problems.push(...(await this.#lastCheck()))
    return this.#kills(`seed ${seed}, after the last kill`)
  }

  #kills(where: string): Kills {
    const problems = this.#result.problems.map((problem) => `${where}: ${problem}`)
    return { ...this.#result, problems }
  }

  /** Comes to that moment, by way of a check of what the process before left. */
  async #round(moment: Moment, index: number): Promise<string[]> {
    switch (moment.kind) {
      case 'start':
        await this.#killStart(this.#data, moment.share * this.#startMs)
        return []
      case 'lock':
        await this.#killStart(this.#data, undefined, moment.fault)
        return []
      case 'seeding':
        return this.#killSeeding(join(this.#options.folder, `fresh ${index}`), moment.fault)
      default:
        return this.#killUnderLoad(moment)
    }
  }

  async #killUnderLoad(
    moment: Exclude<Moment, { kind: 'start' | 'lock' | 'seeding' }>,
  ): Promise<string[]> {
    const fault = 'fault' in moment ? moment.fault : undefined
    const server = await this.#start(this.#data, fault)
    const differences = await this.#check(server)
    if (differences.length > 0) {
      server.kill('SIGKILL')
      return differences
    }
    if (fault) server.kill('SIGUSR2')
    const { faults, answers, isKilled } = await this.#write(server, moment)
    const { ending, isForced } = await this.#endOf(server)
    this.#result.acknowledged += answers
    if (fault && isKilled) this.#result.missed += 1
    const isClean = moment.kind === 'end' && ending.code === 0
    if (isForced) faults.push('the server stopped to answer and did not end')
    if (ending.signal !== 'SIGKILL' && !isClean) {
      faults.push(`the server ended with ${ending.code ?? ending.signal}: ${ending.stderr}`)
    }
    return faults
  }

  /** Writes to every account until the server is gone, which is killed when its moment has passed. */
  async #write(server: ServeProcess, moment: Moment) {
    const faults: string[] = []
    const { answers: limit, ms: wait } = 'answers' in moment ? moment : PATIENCE
    let answers = 0
    let isKilled = false
    const listening: Listening = {
      onAnswer: () => {
        answers += 1
        if (answers !== limit) return
        if (moment.kind === 'end') server.kill('SIGTERM')
        setTimeout(() => {
          isKilled = true
          server.kill('SIGKILL')
        }, wait).unref()
      },
      onFault: (words) => faults.push(words),
    }
    const root = rootOf(server)
    await Promise.all(this.#loads.map((load) => load.write(root, this.#random, listening)))
    return { faults, answers, isKilled }
  }

  async #endOf(server: ServeProcess) {
    let isForced = false
    const force = setTimeout(() => {
      isForced = true
      server.kill('SIGKILL')
    }, GRACE)
    const ending = await server.ended
    clearTimeout(force)
    return { ending, isForced }
  }

  async #check(server: ServeProcess): Promise<string[]> {
    const differences: string[] = []
    for (const load of this.#loads) differences.push(...(await load.check(rootOf(server))))
    return differences
  }

  /** Kills a process after so many milliseconds, or has it kill itself; one that is quicker than that as soon as it serves. */
  async #killStart(data: string, ms?: number, fault?: DiskKill): Promise<void> {
    const child = this.#spawn(data, fault)
    const timer = ms === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), ms)
    await serveProcess(child).then(
      ({ kill, ended }) => {
        kill('SIGKILL')
        return ended
      },
      (error: Error) => {
        if (child.signalCode !== 'SIGKILL') throw error
      },
    )
    clearTimeout(timer)
  }

  /** A folder of its own, whose first accounts are there as a whole after the next start. */
  async #killSeeding(data: string, fault: DiskKill): Promise<string[]> {
    await this.#killStart(data, undefined, fault)
    const server = await this.#start(data)
    const problems: string[] = []
    for (const accountId of IDS) {
      const target = { root: rootOf(server), accountId, key: keyOf(accountId) }
      const campaigns = await demand<object[]>(target, 'GET', '/api/campaigns')
      if (campaigns.length !== 1) problems.push(`${accountId} has ${campaigns.length} campaigns`)
    }
    server.kill('SIGKILL')
    await server.ended
    return problems
  }

  async #lastCheck(): Promise<string[]> {
    const server = await this.#start(this.#data)
    const differences = await this.#check(server)
    server.kill('SIGTERM')
    const { code, stderr } = await server.ended
    return code === 0 ? differences : [...differences, `it ended with ${code}: ${stderr}`]
  }

  async #start(data: string, fault?: DiskKill): Promise<ServeProcess> {
    const begin = performance.now()
    const server = await serveProcess(this.#spawn(data, fault))
    this.#startMs = performance.now() - begin
    return server
  }

  #spawn(data: string, fault?: DiskKill) {
    const flags = ['--data', data, '--fixture', this.#fixture, '--no-rate-limits']
    const env = fault && {
      NODE_OPTIONS: `--import ${DISK_FAULTS}`,
      DISK_FAULT: JSON.stringify(fault),
    }
    return spawnCli(this.#options.cli, ['serve', '--port', '0', ...flags], env && { env })
  }
}

const rootOf = ({ port }: ServeProcess) => `http://127.0.0.1:${port}`

function fixture(): string {
  const accounts = IDS.map(
    (id) => `  - id: ${id}
    keys: [{ token: ${keyOf(id)} }]
    campaigns: [{ name: Base, type: serp, frequency: daily, keywords: [one], since: 2025-01-01 }]
`,
  )
  return `accounts:\n${accounts.join('')}`
}
