import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Distinguishes a process from others with the same number, also from those of other machines and containers. */
export interface ProcessIdentity {
  pid: number
  host: string
  /** Boot of the system and PID namespace, within which numbers of processes have a meaning; null without /proc. */
  system: string | null
  /** Start time in clock ticks since the boot; null without /proc. */
  started: string | null
}

/** The identity of this process. */
export function thisProcess(): ProcessIdentity {
  const { pid } = process
  return { pid, host: hostname(), system: thisSystem(), started: statusOf(pid)?.started ?? null }
}

/**
 * Whether a process runs: `unknown` for one of another machine or container, and for a number that may belong to
 * another process by now.
 */
export function processState(owner: ProcessIdentity): 'running' | 'ended' | 'unknown' {
  if (owner.host !== hostname() || owner.system !== thisSystem()) return 'unknown'
  if (!exists(owner.pid)) return 'ended'

  const status = statusOf(owner.pid)
  if (!status || owner.started === null) return 'unknown'
  return status.started === owner.started && !status.isZombie ? 'running' : 'ended'
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

function thisSystem(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

function statusOf(pid: number): { started: string; isZombie: boolean } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name in brackets, which may contain spaces and brackets. The first
    // field after it is the state, the 20th the start.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { started: String(fields[19]), isZombie: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return undefined
  }
}
