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
