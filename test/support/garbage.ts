import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

export const collectGarbage: () => void = runInNewContext('gc')

/** Collects garbage until `isDone`, a few times at most: a collection that had begun keeps what it has seen already. */
export async function collectUntil(isDone: () => boolean): Promise<void> {
  for (let round = 0; round < 10 && !isDone(); round++) {
    await setImmediate()
    collectGarbage()
  }
}
