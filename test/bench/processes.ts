import { type ChildProcess, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Why `command` can't run on a platform; undefined if it can. */
function whyNot(command: string, platform: NodeJS.Platform): string | undefined {
  if (platform === 'linux') return undefined
  return `${command} needs Linux: it reads memory and CPU time of processes from /proc, which ${platform} does not have. Run it in a Linux container.`
}

/** Ends the process with a message if there is no /proc. */
export function needLinux(command: string): void {
  const reason = whyNot(command, process.platform)
  if (reason === undefined) return
  console.error(reason)
  process.exit(2)
}

const running = new Set<ChildProcess>()
let isListening = false

/** Kills a child when this process ends for any reason. */
export function killOnExit(child: ChildProcess): void {
  if (!isListening) listen()
  running.add(child)
  child.once('exit', () => running.delete(child))
}

/** One listener for all children: Node warns of a leak beyond ten. */
function listen(): void {
  isListening = true
  // Before the temporary folders are removed, in which servers may write.
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

/** The children of a process that still run. */
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

/** The fields after the name of the program, which may hold spaces and brackets. */
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

/** The numbers in a list of the kernel, such as `0-2,5`. */
function coresIn(list: string): number[] {
  const ranges = list.trim().split(',').filter(Boolean)
  return ranges.flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** Read before this process is pinned. A container may have other cores than the first ones. */
const allowed = allowedCores()

/** Why the server and the load generator do not have a core each; undefined if they do. */
export const unpinned = whyUnpinned()

/** Keeps a process with all its threads to the core of the server or of the load generator, or to no core. */
export function pin(pid: number, part: 'server' | 'generator' | 'all'): void {
  if (unpinned) return
  const cores = { server: allowed.slice(0, 1), generator: allowed.slice(1, 2), all: allowed }[part]
  const args = ['-a', '-p', '-c', cores.join(','), String(pid)]
  const { status, stderr } = spawnSync('taskset', args)
  if (status !== 0) throw new Error(`taskset could not pin process ${pid}: ${stderr}`)
}

function allowedCores(): number[] {
  if (process.platform !== 'linux') return []
  const status = readFileSync('/proc/self/status', 'utf8')
  return coresIn(/Cpus_allowed_list:\s*(\S+)/.exec(status)?.[1] ?? '')
}

function whyUnpinned(): string | undefined {
  if (allowed.length < 2) {
    return 'This process may use one core at most: the server and the load generator share it.'
  }
  if (spawnSync('taskset', ['--version']).status === 0) return undefined
  return '`taskset` is not installed: the server and the load generator do not have a core each.'
}
