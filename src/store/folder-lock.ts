import { randomUUID } from 'node:crypto'
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isRunning, type ProcessIdentity, thisProcess } from './running-process.ts'
import { StoreError, systemReason } from './store-error.ts'
import { OWNER_ONLY, roomRemedy } from './store-files.ts'

/** The right of one process to write into a folder. */
export interface FolderLock {
  release(): Promise<void>
}

/** A line of the lock file: somebody's claim, which counts if it follows the owner it names. */
interface Claim extends ProcessIdentity {
  id: string
  /** The claim, of a process that is gone, which this one takes over from; null if there is none. */
  after: string | null
  host: string
  since: string
}

const BEGINNING = '{"id":"'

/**
 * Locks a folder for this process, at once or not at all: the lock of a process that is gone is
 * taken over, and that of a running one makes this reject with a StoreError. `now`: epoch ms.
 *
 * The file `lock` is a log to which claims are appended, and its first valid claim owns the
 * folder. That settles what creating a file exclusively can't: two processes that find the
 * same stale lock would each remove it, the second one removing the lock that the first has just
 * made. Here both append that they follow the stale claim; the system puts one of the two first,
 * and then the other's no longer follows the owner. (It takes appends that are atomic, so not NFS.)
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

    // The line break before it keeps the claim apart from whatever a crash may have cut short.
    await attempt(folder, () => appendFile(path, `\n${toLine(claim)}`, { mode: OWNER_ONLY }))

    if ((await readOwner(path))?.id === claim.id) {
      await attempt(folder, () => shorten(path, claim))
      return { release: () => release(path, claim) }
    }
  }
}

// Only the owner replaces or removes the file. Whoever was about to append to the old one finds
// its claim missing or out of turn in the new one, and starts over.
async function shorten(path: string, claim: Claim): Promise<void> {
  const temporary = `${path}.tmp`
  await writeFile(temporary, toLine({ ...claim, after: null }), { mode: OWNER_ONLY })
  await rename(temporary, path)
}

async function release(path: string, claim: Claim): Promise<void> {
  // Somebody may have deleted the lock by hand, and another process may own the folder since.
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

/** Whether the owner may still be writing. Of a process on another machine we can't know. */
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
      `The data folder ${folder} can't be written to: ${systemReason(error)}. ${roomRemedy(error) ?? 'Make it writable'}, ` +
        'or start with --data on another folder or with --ephemeral.',
      { cause: error },
    )
  }
}

/** Whether the line is a claim that was cut short, by a crash or a full disk: nobody owns the folder by that. */
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
