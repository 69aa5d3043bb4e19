import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Processor time that the main thread of a process has used, in ms. Unlike the duration of a request, it does not grow
 * with the load of the machine, and leaves out worker threads. Linux only.
 */
export function mainThreadMs(pid = process.pid): number {
  const [used] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)
  return Number(used) / 1e6
}

/** The processor time of the main thread of another process for what `send` asks of it, in ms. */
export async function mainThreadCost(pid: number, send: () => Promise<unknown>): Promise<number> {
  const before = await atRest(pid)
  await send()
  return (await atRest(pid)) - before
}

/** The least of several: collections of garbage and compilations fall into some of them. */
export async function leastCost(
  pid: number,
  send: () => Promise<unknown>,
  times = 3,
): Promise<number> {
  return leastOf(() => mainThreadCost(pid, send), times)
}

export async function leastOf(measure: () => Promise<number>, times = 3): Promise<number> {
  const found: number[] = []
  for (let time = 0; time < times; time++) found.push(await measure())
  return Math.min(...found)
}

/**
 * The longest time in ms for which the main thread answered no neighbour while it worked on what `send` asks. `ask` is a
 * cheap request of a neighbour. Long work in slices costs much, and holds nobody up.
 */
export async function longestBlock(
  pid: number,
  send: () => Promise<unknown>,
  ask: () => Promise<unknown>,
): Promise<number> {
  let isOver = false
  const sending = send().finally(() => {
    isOver = true
  })
  let longest = 0
  for (let before = mainThreadMs(pid); !isOver; ) {
    await ask()
    const now = mainThreadMs(pid)
    longest = Math.max(longest, now - before)
    before = now
  }
  await sending
  return longest
}

/** What was used when the thread has nothing more to do: a request is logged after its answer. */
async function atRest(pid: number): Promise<number> {
  let last = mainThreadMs(pid)
  for (let turn = 0; turn < 1000; turn++) {
    await wait(4)
    const now = mainThreadMs(pid)
    if (now - last < 1) return now
    last = now
  }
  return last
}
