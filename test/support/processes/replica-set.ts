import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { PostgresServer } from '../postgres-server.ts'
import { type ServeProcess, serveProcess, spawnCli } from './cli-process.ts'
import { RoundRobin } from './round-robin.ts'

const ENDING_MS = 30_000

interface Options {
  /** The bundled command. */
  cli: string
  count: number
  /** Flags of each replica, without port and database. */
  flags?: string[]
}

/** A PostgreSQL that writes to its disk, replicas that are processes of their own, and a load balancer in front. */
export class ReplicaSet {
  readonly #options: Options
  readonly #server: PostgresServer
  readonly #replicas: ServeProcess[]
  readonly #dataFolder: string
  readonly balancer: RoundRobin

  static async start(options: Options): Promise<ReplicaSet> {
    const server = await PostgresServer.start({ fsync: true })
    try {
      const dataFolder = await prepared(server)
      const urls = { cli: options.cli, flags: options.flags ?? [], server }
      // Together, so that they agree on who makes tables and accounts.
      const replicas = await Promise.all(Array.from({ length: options.count }, () => started(urls)))
      const balancer = await RoundRobin.open(replicas.map(({ port }) => port))
      return new ReplicaSet(options, { server, replicas, dataFolder, balancer })
    } catch (error) {
      await server.remove()
      throw error
    }
  }

  private constructor(
    options: Options,
    parts: {
      server: PostgresServer
      replicas: ServeProcess[]
      dataFolder: string
      balancer: RoundRobin
    },
  ) {
    this.#options = options
    this.#server = parts.server
    this.#replicas = parts.replicas
    this.#dataFolder = parts.dataFolder
    this.balancer = parts.balancer
  }

  get size(): number {
    return this.#replicas.length
  }

  get ports(): number[] {
    return this.#replicas.map(({ port }) => port)
  }

  /** Stops a replica as a supervisor does. Resolves when it has ended; rejects unless it ends well. */
  async stop(index: number): Promise<void> {
    const replica = this.#replicas[index] as ServeProcess
    replica.kill('SIGTERM')
    const { code, signal, stderr } = await replica.ended
    if (code !== 0)
      throw new Error(`A replica that was stopped ended with ${code ?? signal}: ${stderr}`)
  }

  /** `kill -9` of a replica. Resolves when it has ended. */
  async kill(index: number): Promise<void> {
    const replica = this.#replicas[index] as ServeProcess
    replica.kill('SIGKILL')
    await replica.ended
  }

  /** Starts a replica that has ended, at its port. Resolves when it serves. */
  async restart(index: number): Promise<void> {
    const { cli, flags = [] } = this.#options
    const { port } = this.#replicas[index] as ServeProcess
    this.#replicas[index] = await started({ cli, flags, server: this.#server, port })
  }

  /** Resolves when load balancers see all replicas as ready. */
  async allReady(): Promise<void> {
    const end = performance.now() + ENDING_MS
    while (this.balancer.ready < this.size) {
      if (performance.now() > end) throw new Error('A replica is not ready again.')
      await pause(50)
    }
  }

  /** The replicas that have ended although nobody killed them. */
  async ended(): Promise<string[]> {
    const found: string[] = []
    for (const { pid, ended } of this.#replicas) {
      const ending = await Promise.race([ended, pause(1)])
      if (ending) found.push(`${pid} ended with ${ending.code ?? ending.signal}: ${ending.stderr}`)
    }
    return found
  }

  /** `kill -9` of PostgreSQL. Resolves when all of its processes have ended. */
  async killDatabase(): Promise<void> {
    const file = join(this.#dataFolder, 'postmaster.pid')
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    process.kill(pid, 'SIGKILL')
    const end = performance.now() + ENDING_MS
    while (processesIn(this.#dataFolder).length > 0) {
      if (performance.now() > end) throw new Error('Processes of PostgreSQL outlived it.')
      await pause(10)
    }
    rmSync(file, { force: true })
    await this.#server.kill()
  }

  /** Resolves when the database accepts connections again. */
  startDatabase(): Promise<void> {
    return this.#server.start()
  }

  async close(): Promise<void> {
    await this.balancer.close()
    for (const replica of this.#replicas) replica.kill('SIGTERM')
    const force = setTimeout(() => {
      for (const replica of this.#replicas) replica.kill('SIGKILL')
    }, ENDING_MS)
    await Promise.all(this.#replicas.map(({ ended }) => ended))
    clearTimeout(force)
    await this.#server.remove()
  }
}

const NAME = 'sandbox_replicas'
/** As behind every proxy, the control plane needs a token; the keys of accounts are such tokens, too. */
const CLOSED = { SVC_ADMIN_TOKEN: 'of-the-operator' }

/** Replicas that run. None outlives this process. */
const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Creates the database; resolves with the folder of the server. */
async function prepared(server: PostgresServer): Promise<string> {
  const client = new Client({ connectionString: server.urlOf('postgres') })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${NAME}`)
    const { rows } = await client.query('SHOW data_directory')
    return rows[0].data_directory
  } finally {
    await client.end()
  }
}

async function started({
  cli,
  flags,
  server,
  port = 0,
}: {
  cli: string
  flags: string[]
  server: PostgresServer
  port?: number
}): Promise<ServeProcess> {
  const args = ['serve', '--port', String(port), '--drain-seconds', '0', ...flags]
  const child = spawnCli(cli, args, { env: { SVC_DATABASE: server.urlOf(NAME), ...CLOSED } })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return serveProcess(child)
}

/** Ids of the processes that work in a folder, as all of PostgreSQL's do. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readlinkSync(`/proc/${name}/cwd`) === folder
    } catch {
      return false
    }
  })
}
