import { readFileSync } from 'node:fs'

/** What tells a process from any other that has, or will have, the same number. */
export interface ProcessIdentity {
  pid: number
  /** Boot of the system and time of the start within it; null where /proc does not tell. */
  started: string | null
}

/** The identity of this process. */
export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, started: statusOf(process.pid)?.started ?? null }
}

/** Whether that very process is still there, and not another one that was given its number. */
export function isRunning({ pid, started }: ProcessIdentity): boolean {
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
    // EPERM: it is there, and somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function statusOf(pid: number): { started: string; isZombie: boolean } | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')

    // The second field is the name in brackets, which may hold spaces and brackets itself; the
    // first one after it is the state, and the 20th the start in clock ticks since the boot.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { started: `${boot}/${fields[19]}`, isZombie: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return undefined
  }
}
