import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

export const SERVER_CORE = 0
export const GENERATOR_CORE = 1

const hasTaskset = spawnSync('taskset', ['--version']).status === 0

/** Why servers and the load generator are not on a core each; undefined when they are. */
export const unpinned =
  availableParallelism() < 2
    ? 'There is one core only: servers and the load generator share it.'
    : hasTaskset
      ? undefined
      : 'There is no `taskset` here: servers and the load generator are not kept to a core each.'

/** Keeps a process with all its threads to one core. */
export function pin(pid: number, core: number): void {
  if (unpinned) return
  const { status, stderr } = spawnSync('taskset', ['-a', '-p', '-c', String(core), String(pid)])
  if (status !== 0) throw new Error(`taskset could not pin process ${pid}: ${stderr}`)
}
