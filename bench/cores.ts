import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Who gets a core of its own. */
export type Part = 'server' | 'generator'

/** The numbers in a list of the kernel's, such as `0-2,5`. */
export function coresIn(list: string): number[] {
  const ranges = list.trim().split(',').filter(Boolean)
  return ranges.flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

/** Of this process before it is pinned itself: a container may have others than the first ones. */
const allowed = allowedCores()

/** Why servers and the load generator are not on a core each; undefined when they are. */
export const unpinned = whyUnpinned()

/** Keeps a process with all its threads to one core. */
export function pin(pid: number, part: Part): void {
  if (unpinned) return
  const core = String(part === 'server' ? allowed[0] : allowed[1])
  const { status, stderr } = spawnSync('taskset', ['-a', '-p', '-c', core, String(pid)])
  if (status !== 0) throw new Error(`taskset could not pin process ${pid}: ${stderr}`)
}

function allowedCores(): number[] {
  if (process.platform !== 'linux') return []
  const status = readFileSync('/proc/self/status', 'utf8')
  return coresIn(/Cpus_allowed_list:\s*(\S+)/.exec(status)?.[1] ?? '')
}

function whyUnpinned(): string | undefined {
  if (allowed.length < 2) {
    return `This process may use ${allowed.length === 1 ? 'one core only' : 'no core that it knows of'}: servers and the load generator share what there is.`
  }
  if (spawnSync('taskset', ['--version']).status !== 0) {
    return 'There is no `taskset` here: servers and the load generator are not kept to a core each.'
  }
  return undefined
}
