import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { type Binaries, binaries } from './postgres-binaries.ts'

/** PostgreSQL refuses to run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * Runs a server until its standard input ends, which happens however this process ends. Then it stops the server and
 * removes its folder, unless that is started again.
 */
const KEEPER = `
folder=$1; shift
"$@" & server=$!
read -r reason
kill -QUIT $server 2>/dev/null
wait $server
[ "$reason" = keep ] || rm -rf "$folder"
`

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '32MB',
  // A write that reached the system outlives the process; a test does not cut the power.
  fsync: 'off',
  full_page_writes: 'off',
  log_min_messages: 'fatal',
}

/** For servers that end with a test. */
const SHORT_LIVED = { autovacuum: 'off', max_wal_size: '128MB' }

const DURABLE = {
  fsync: 'on',
  full_page_writes: 'on',
  // After a crash, one call instead of one for each file.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
}

/** The file system in memory that Linux has for shared memory; containers often have one that is too small. */
const MEMORY = { path: '/dev/shm', type: 0x01021994, needed: 2 * 1024 ** 3 }

interface ServerOptions {
  /** Whether commits reach the disk before they return. Default: false. */
  fsync?: boolean
  /**
   * Whether its files may be in memory, because they are few. A database of a test has 300 of them, and making them on a disk
   * takes most of the test. Default: false.
   */
  isSmall?: boolean
}

/** A PostgreSQL of its own in a temporary folder, on a free port of 127.0.0.1; the user `sandbox` needs no password. */
export class PostgresServer {
  readonly port: number
  readonly folder: string
  /** Whether commits reach the disk before they return. */
  readonly isDurable: boolean
  readonly #settings: Record<string, string>
  readonly #found: Binaries
  #keeper: ReturnType<typeof spawn> | undefined

  static async start({ fsync = false, isSmall = false }: ServerOptions): Promise<PostgresServer> {
    if (!binaries) throw new Error('There is no PostgreSQL for this platform.')
    // Programs may not be allowed to run from memory.
    const inMemory = isSmall && !needsCopy(binaries) && hasMemory()
    const folder = mkdtempSync(join(inMemory ? MEMORY.path : tmpdir(), 'svc-postgres-'))
    if (NOBODY.uid) chownSync(folder, NOBODY.uid, NOBODY.gid)
    chmodSync(folder, 0o700)
    const found = executable(binaries, folder)
    const server = new PostgresServer(found, folder, await freePort(), fsync)
    await promisify(execFile)(
      found.initdb,
      [
        ...['-D', join(folder, 'data'), '-U', 'sandbox', '-A', 'trust', '-E', 'UTF8'],
        ...['--locale=C', '--no-sync', '--no-instructions'],
      ],
      { ...NOBODY, cwd: folder },
    )
    await server.start()
    return server
  }

  private constructor(found: Binaries, folder: string, port: number, fsync: boolean) {
    this.#found = found
    this.folder = folder
    this.port = port
    this.isDurable = fsync
    this.#settings = { ...SETTINGS, ...(fsync ? DURABLE : SHORT_LIVED) }
  }

  /** Of the first process of the server, while it runs. */
  get pid(): number {
    return Number(this.#pidFile()[0])
  }

  urlOf(database: string): string {
    return `postgres://sandbox@127.0.0.1:${this.port}/${database}`
  }

  /** Starts it, and waits until it accepts connections. */
  async start(): Promise<void> {
    if (this.#keeper) return
    const settings = Object.entries({ ...this.#settings, port: String(this.port) })
    const flags = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const data = join(this.folder, 'data')
    const server = [this.#found.postgres, '-D', data, ...flags]
    const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', this.folder, ...server], {
      ...NOBODY,
      cwd: this.folder,
      stdio: ['pipe', 'ignore', 'pipe'],
      // Not in the group of the terminal, which interrupts this process.
      detached: true,
    })
    let said = ''
    keeper.stderr.on('data', (chunk) => {
      said += chunk
    })
    // Tests need not end it.
    keeper.unref()
    for (const stream of [keeper.stdin, keeper.stderr]) (stream as unknown as Handle).unref()
    this.#keeper = keeper
    const patience = performance.now() + 30_000
    while (!this.#isReady()) {
      if (keeper.exitCode !== null || performance.now() > patience) {
        throw new Error(`PostgreSQL does not start: ${said}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** Stops it at once, as a crash does: connections are cut, and what was not committed is lost. */
  async kill(): Promise<void> {
    await this.#end('keep\n')
  }

  /** Waits for transactions that are open, and refuses new ones, as a restart by its administrator does. */
  async stop(): Promise<void> {
    const [pid] = this.#pidFile()
    // "Fast": rolls back open transactions and closes connections in order.
    if (pid) await promisify(execFile)('kill', ['-INT', pid])
    while (this.#pidFile()[0]) await new Promise((resolve) => setTimeout(resolve, 10))
    await this.#end('keep\n')
  }

  /** Ends it, and removes its folder. */
  async remove(): Promise<void> {
    await this.#end('remove\n')
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #end(reason: string): Promise<void> {
    const keeper = this.#keeper
    if (!keeper) return
    this.#keeper = undefined
    keeper.ref()
    const ended = once(keeper, 'exit')
    keeper.stdin?.end(reason)
    await ended
  }

  /** The file of a running server has its process id first, and its state last. */
  #isReady(): boolean {
    return this.#pidFile()[7]?.trim() === 'ready'
  }

  #pidFile(): string[] {
    try {
      return readFileSync(join(this.folder, 'data/postmaster.pid'), 'utf8').split('\n')
    } catch {
      return []
    }
  }
}

function hasMemory(): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY.path)
    return type === MEMORY.type && bavail * bsize >= MEMORY.needed
  } catch {
    return false
  }
}

/** Whether the binaries are in a folder of root that the user of the server may not enter. */
function needsCopy(found: Binaries): boolean {
  return NOBODY.uid !== undefined && !isOpen(dirname(found.postgres))
}

/** The binaries, or a copy in `folder`. */
function executable(found: Binaries, folder: string): Binaries {
  if (!needsCopy(found)) return found
  const copy = join(folder, 'native')
  cpSync(join(dirname(found.postgres), '..'), copy, { recursive: true, verbatimSymlinks: true })
  // So that the keeper can remove it.
  execFileSync('chown', ['-R', `${NOBODY.uid}:${NOBODY.gid}`, copy])
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') }
}

/** Whether everyone may enter a folder and those above it. */
function isOpen(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false
  return folder === dirname(folder) || isOpen(dirname(folder))
}

interface Handle {
  unref(): void
}
