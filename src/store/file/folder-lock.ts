import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { StoreError, systemReason } from '../store-error.ts'
import { OWNER_ONLY, spaceRemedy } from './store-files.ts'

/** The right of one process to write into a folder. */
export interface FolderLock {
  release(): Promise<void>
}

/** A line of the lock file: a claim of a process. It is valid if it follows the owner that it names. */
interface Claim extends ProcessIdentity {
  id: string
  /** The claim of an ended process that this one replaces; null if there is none. */
  after: string | null
  host: string
  since: string
}

const BEGINNING = '{"id":"'

/**
 * Locks a folder for this process. Takes over the lock of a process that has ended, and rejects with a
 * StoreError if the lock belongs to a running process. `now`: epoch ms.
 *
 * The file `lock` is a log to which claims are appended; its first valid claim owns the folder. Creating
 * a file exclusively would not be enough: if two processes find the same stale lock, both would remove it,
 * and the second would remove the new lock of the first. Here, both append a claim that follows the stale
 * one. The system puts one of them first, and then the other no longer follows the owner. (This requires
 * atomic appends, so it does not work on NFS.)
 */
export async function lockFolder(folder: string, now: number): Promise<FolderLock> {
  const path = join(folder, 'lock')

  for (;;) {
    const owner = await readOwner(path)
    if (owner && holds(owner)) throw inUse(folder, path, owner)

    const claim: Claim = {
      id: randomUUID(),
      after: owner?.id ?? null,
      ...thisProcess(),
      host: hostname(),
      since: new Date(now).toISOString(),
    }

    // The line break separates the claim from a line that a crash may have cut off.
    await attempt(folder, () => appendFile(path, `\n${toLine(claim)}`, { mode: OWNER_ONLY }))

    if ((await readOwner(path))?.id === claim.id) {
      await attempt(folder, () => shorten(path, claim))
      return { release: () => release(path, claim) }
    }
  }
}

// Only the owner replaces or removes the file. A process that appends at the same time finds its claim
// missing or invalid in the new file, and starts over.
async function shorten(path: string, claim: Claim): Promise<void> {
  const temporary = `${path}.tmp`
  await writeFile(temporary, toLine({ ...claim, after: null }), { mode: OWNER_ONLY })
  await rename(temporary, path)
}

async function release(path: string, claim: Claim): Promise<void> {
  // If the lock was deleted by hand, another process may own the folder now.
  if ((await readOwner(path))?.id === claim.id) await rm(path, { force: true })
}

async function readOwner(path: string): Promise<Claim | undefined> {
  const written = (await readText(path)).split('\n')
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

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new StoreError(
      `${path} can't be read: ${systemReason(error)}. Move it away, or start with --data on ` +
        'another folder or with --ephemeral.',
      { cause: error },
    )
  }
}

/** Whether the owner may still be writing; always true for a process on another machine. */
function holds(owner: Claim): boolean {
  return owner.host !== hostname() || isRunning(owner)
}

function inUse(folder: string, path: string, { pid, host, since }: Claim): StoreError {
  const elsewhere = host !== hostname()

  return new StoreError(
    `The data folder ${folder} is in use by process ${pid}${elsewhere ? ` on ${host}` : ''} ` +
      `since ${since}. Stop that one, or start with --data on another folder or with --ephemeral.` +
      (elsewhere ? ` If nothing uses the folder on ${host} any more, delete ${path}.` : ''),
  )
}

async function attempt(folder: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw new StoreError(
      `The data folder ${folder} can't be written to: ${systemReason(error)}. ${spaceRemedy(error) ?? 'Make it writable'}, ` +
        'or start with --data on another folder or with --ephemeral.',
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

/** Distinguishes a process from others with the same number. */
interface ProcessIdentity {
  pid: number
  /** Boot of the system and start time of the process; null without /proc. */
  started: string | null
}

/** The identity of this process. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, started: statusOf(process.pid)?.started ?? null }
}

/** Whether this process is still running, and not another one with its number. */
function isRunning({ pid, started }: ProcessIdentity): boolean {
  if (!exists(pid)) return false

  const status = statusOf(pid)
  if (!status) return true
  if (status.isZombie) return false

  return started === null || status.started === started
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function statusOf(pid: number): { started: string; isZombie: boolean } | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')

    // The second field is the name in brackets, which may contain spaces and brackets. The first
    // field after it is the state, the 20th the start in clock ticks since the boot.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { started: `${boot}/${fields[19]}`, isZombie: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return undefined
  }
}
