import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const running = new Set<ChildProcess>()
let isListening = false

/** Kills a process when this one ends, however it ends, unless it has ended before. */
export function killOnExit(child: ChildProcess): void {
  if (!isListening) listen()
  running.add(child)
  child.once('exit', () => running.delete(child))
}

/** One listener for all: Node takes more than ten of an event for a leak. */
function listen(): void {
  isListening = true
  // Before the temporary folders go, in which servers may write.
  process.prependOnceListener('exit', () => {
    for (const child of running) child.kill('SIGKILL')
  })
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}

/** Resident memory in MB. */
export function residentMemory(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(procFile(pid, 'status'))?.[1]) / 1024
}

/** Milliseconds of user and system time, which Linux counts in hundredths of a second. */
export function cpuTime(pid: number): number {
  const fields = fieldsOf(procFile(pid, 'stat'))
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The processes that a process has started and that still run. */
export function childrenOf(pid: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  return pids.filter((other) => parentOf(other) === pid)
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(fieldsOf(procFile(pid, 'stat'))[1])
  } catch {
    // It has ended since the folder was read.
    return undefined
  }
}

/** What follows the name of the program, which may hold spaces and brackets. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    throw new Error(`Process ${pid} has ended.`, { cause: error })
  }
}
