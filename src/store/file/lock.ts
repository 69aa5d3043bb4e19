import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AbortController } from '../../node-globals.ts'
import { systemReason } from '../../text/system-reason.ts'
import { type Clock, isoTime } from '../../time/clock.ts'
import { StoreError } from '../store-error.ts'
import { type ProcessIdentity, processState, thisProcess } from './process-identity.ts'
import { OWNER_ONLY, spaceRemedy } from './store-files.ts'

/** The right of one process to write into a folder. */
export interface FolderLock {
  /** Throws a StoreError if another process has taken the folder over. To be called before each write. */
  requireHeld(): void
  release(): Promise<void>
}

/** Milliseconds between two heartbeats of the owner. */
const BEAT_MS = 1000
/** Milliseconds without a heartbeat after which another process may take the folder over. */
export const LEASE_MS = 5000
/** Milliseconds between two looks at another owner's heartbeat. */
const LOOK_MS = 250

export interface LockParts {
  clock: Clock
  /** Reports that the start waits for a heartbeat of another owner. */
  onWait?: (message: string) => void
}

/**
 * Locks a folder for this process. Takes over the lock of a process that has ended, and rejects with a
 * StoreError if the lock belongs to a running process.
 *
 * The file `lock` is a log to which claims are appended; its first valid claim owns the folder. Creating
 * a file exclusively would not be enough: if two processes find the same stale lock, both would remove it,
 * and the second would remove the new lock of the first. Here, both append a claim that follows the stale
 * one. The system puts one of them first, and then the other no longer follows the owner. (This requires
 * atomic appends, so it does not work on NFS.)
 *
 * The lock is a lease: its owner changes the file's time once a second. Where the process of a lock cannot be
 * looked up, as in another container, it has ended if there is no change for LEASE_MS. Only changes are compared,
 * never times, because clocks of machines differ.
 */
export async function lockFolder(
  folder: string,
  { clock, onWait }: LockParts,
): Promise<FolderLock> {
  const path = join(folder, 'lock')

  for (;;) {
    const owner = readOwner(path)
    if (owner && (await isHeld(owner))) throw inUse(folder, owner)

    const claim: Claim = {
      id: randomUUID(),
      after: owner?.id ?? null,
      ...thisProcess(),
      since: isoTime(clock.now()),
    }

    // The line break separates the claim from a line that a crash may have cut off.
    attempt(folder, () => appendFileSync(path, `\n${toLine(claim)}`, { mode: OWNER_ONLY }))

    if (readOwner(path)?.id === claim.id) {
      attempt(folder, () => shorten(path, claim))
      return new Lease({ folder, path, claim, clock })
    }
  }

  async function isHeld(owner: Claim): Promise<boolean> {
    const state = processState(owner)
    if (state !== 'unknown') return state === 'running'

    const before = await lastChange(path)
    onWait?.(
      `The data folder ${folder} was in use by process ${owner.pid} on ${owner.host}. ` +
        `Waiting ${LEASE_MS / 1000} seconds to see whether it still is.`,
    )
    for (let waited = 0; waited < LEASE_MS; waited += LOOK_MS) {
      await clock.wait(LOOK_MS)
      if (readOwner(path)?.id !== owner.id) return false
      if ((await lastChange(path)) !== before) return true
    }
    return false
  }
}

interface LeaseParts {
  folder: string
  path: string
  claim: Claim
  clock: Clock
}

/** The lock of this process, with its heartbeat. */
class Lease implements FolderLock {
  readonly #parts: LeaseParts
  readonly #released = new AbortController()
  #lastBeat: Moment
  #isLost = false

  constructor(parts: LeaseParts) {
    this.#parts = parts
    this.#lastBeat = this.#moment()
    void this.#keepBeating()
  }

  requireHeld(): void {
    // This process may have been suspended for so long that another one has taken over.
    if (this.#sinceLastBeat() > LEASE_MS / 2) this.#beat()
    if (!this.#isLost) return
    throw new StoreError(
      `The data folder ${this.#parts.folder} belongs to another process now, which took it over while this one did ` +
        'not answer. Nothing is written any more. Restart with --data on another folder, or stop the other process.',
    )
  }

  async release(): Promise<void> {
    this.#released.abort()
    const { path, claim } = this.#parts
    if (readOwner(path)?.id === claim.id) await rm(path, { force: true })
  }

  async #keepBeating(): Promise<void> {
    const { signal } = this.#released
    while (!this.#isLost) {
      await this.#parts.clock.pause(BEAT_MS, signal)
      if (signal.aborted) return
      this.#beat()
    }
  }

  #beat(): void {
    if (this.#isLost) return
    const { path, claim, clock } = this.#parts
    try {
      // Deleted by hand, perhaps. Whoever claims the folder first owns it.
      if (!readOwner(path)) appendFileSync(path, `\n${toLine(claim)}`, { mode: OWNER_ONLY })
      const now = new Date(clock.wallTime())
      utimesSync(path, now, now)
      this.#isLost = readOwner(path)?.id !== claim.id
      this.#lastBeat = this.#moment()
    } catch {
      // Tried again by the next beat, or before the next write.
    }
  }

  #moment(): Moment {
    const { clock } = this.#parts
    return { wall: clock.wallTime(), monotonic: clock.elapsed() }
  }

  #sinceLastBeat(): number {
    const { wall, monotonic } = this.#moment()
    return Math.max(Math.abs(wall - this.#lastBeat.wall), monotonic - this.#lastBeat.monotonic)
  }
}

/** In milliseconds by two clocks: one stops while the machine is suspended, the other may be set. */
interface Moment {
  wall: number
  monotonic: number
}

/** The time of the file's last change; 0 if there is none. */
async function lastChange(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
}

// Only the owner replaces or removes the file. A process that appends at the same time finds its claim
// missing or invalid in the new file, and starts over.
function shorten(path: string, claim: Claim): void {
  const temporary = `${path}.tmp`
  writeFileSync(temporary, toLine({ ...claim, after: null }), { mode: OWNER_ONLY })
  renameSync(temporary, path)
}

function inUse(folder: string, { pid, host, since }: Claim): StoreError {
  const where = host === thisProcess().host ? '' : ` on ${host}`
  return new StoreError(
    `The data folder ${folder} is in use by process ${pid}${where} since ${since}. ` +
      'Stop that one, or start with --data on another folder or with --ephemeral.',
  )
}

function attempt(folder: string, write: () => void): void {
  try {
    write()
  } catch (error) {
    throw new StoreError(
      `The data folder ${folder} can't be written to: ${systemReason(error)}. ${spaceRemedy(error) ?? 'Make it writable'}, ` +
        'or start with --data on another folder or with --ephemeral.',
      { cause: error },
    )
  }
}

/** A line of the lock file: a claim of a process. It is valid if it follows the owner that it names. */
interface Claim extends ProcessIdentity {
  id: string
  /** The claim of an ended process that this one replaces; null if there is none. */
  after: string | null
  since: string
}

const BEGINNING = '{"id":"'

/** The first valid claim of a lock file; undefined if there is none. Throws a StoreError if it is not a lock file. */
function readOwner(path: string): Claim | undefined {
  const written = readText(path).split('\n')
  const lines = written.filter((line, n) => line.trim() !== '' && !isTorn(line, n, written))
  const claims = lines.map(toClaim).filter((claim) => claim !== undefined)

  if (lines.length > 0 && claims.length === 0) {
    throw new StoreError(
      `${path} is not a lock of svc-sandbox. Move it away, or start with --data on another ` +
        'folder or with --ephemeral.',
    )
  }

  return claims.reduce<Claim | undefined>(
    (owner, claim) => (claim.after === (owner?.id ?? null) ? claim : owner),
    undefined,
  )
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new StoreError(
      `${path} can't be read: ${systemReason(error)}. Move it away, or start with --data on ` +
        'another folder or with --ephemeral.',
      { cause: error },
    )
  }
}

/** Whether the line is a claim that a crash or a full disk cut off, which is ignored. */
function isTorn(line: string, index: number, { length }: readonly string[]): boolean {
  if (index < length - 1) return false
  const isBeginning = line.startsWith(BEGINNING) || BEGINNING.startsWith(line)
  return isBeginning && !isJson(line)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function toLine(claim: Claim): string {
  return `${JSON.stringify(claim)}\n`
}

function toClaim(line: string): Claim | undefined {
  try {
    const claim = JSON.parse(line) as Partial<Claim> | null
    return claim && typeof claim.id === 'string' && isPid(claim.pid) ? (claim as Claim) : undefined
  } catch {
    return undefined
  }
}

// Signals to 0 and to negative numbers go to groups of processes.
function isPid(pid: unknown): boolean {
  return Number.isInteger(pid) && (pid as number) > 0
}
