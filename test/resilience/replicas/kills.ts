import { setTimeout as pause } from 'node:timers/promises'
import type { ReplicaSet } from '../../support/processes/replica-set.ts'
import type { Random } from '../../support/random.ts'
import { disturbUnderLoad } from './under-load.ts'

type Kind = 'replica' | 'database' | 'both'
/** Of ten kills. */
const DRAWN: readonly Kind[] = [...Array(6).fill('replica'), ...Array(3).fill('database'), 'both']

interface Options {
  /** The bundled command. */
  cli: string
  kills: number
  seed: number
  onKill?: (kill: number) => void
}

/** Kills replicas and their database at moments that follow from the seed. */
export async function killRepeatedly({ cli, kills, seed, onKill }: Options) {
  const done: Record<Kind, number> = { replica: 0, database: 0, both: 0 }
  const result = await disturbUnderLoad({
    ...{ cli, seed, rounds: kills },
    crashes: () => done.database + done.both,
    async disturb(set, random) {
      const kind = random.pick(DRAWN)
      done[kind] += 1
      await killOnce(set, kind, random)
      onKill?.(done.replica + done.database + done.both)
    },
  })
  return { ...result, kills: done }
}

/** Load for a moment, the kill, a moment without what was killed, and some load after its restart. */
async function killOnce(set: ReplicaSet, kind: Kind, random: Random): Promise<void> {
  const index = random.below(set.size)
  await pause(random.below(1000))
  await Promise.all([
    kind !== 'database' && set.kill(index),
    kind !== 'replica' && set.killDatabase(),
  ])
  await pause(random.below(500))
  if (kind !== 'replica') await set.startDatabase()
  if (kind !== 'database') await set.restart(index)
  await set.allReady()
  await pause(random.below(300))
}
