import { readFileSync } from 'node:fs'
import { systemReason } from '../../text/system-reason.ts'
import { StoreError } from '../store-error.ts'
import type { ProcessIdentity } from './process-identity.ts'

/** A line of the lock file: a claim of a process. It is valid if it follows the owner that it names. */
export interface Claim extends ProcessIdentity {
  id: string
  /** The claim of an ended process that this one replaces; null if there is none. */
  after: string | null
  since: string
}

const BEGINNING = '{"id":"'

/** The first valid claim of a lock file; undefined if there is none. Throws a StoreError if it is not a lock file. */
export function readOwner(path: string): Claim | undefined {
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

export function toLine(claim: Claim): string {
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
