import type { Random } from '../random.ts'

/** Accounts in which records are written. */
export const WRITTEN = 'acc_written'

/** When a process is killed. */
export type Moment =
  /** From outside, so many answers and then so many milliseconds into the load. */
  | { kind: 'load'; answers: number; ms: number }
  /** By itself, at a call of the file system. */
  | { kind: 'fold' | 'journal'; fault: DiskKill }
  /** From outside, after this share of the time that a start takes. */
  | { kind: 'start'; share: number }
  /** By itself, while it starts, with a folder of its own if that is to be filled. */
  | { kind: 'lock' | 'seeding'; fault: DiskKill }
  /** From outside, so many answers into the load and so many milliseconds after SIGTERM. */
  | { kind: 'end'; answers: number; ms: number }

/** Read by disk-faults.js. */
export interface DiskKill {
  paths: string
  named?: string[]
  kill: { call: number; phase: 'before' | 'half' | 'after' }
  /** Whether calls count from the beginning. */
  armed: boolean
}

/** What makes a new file of an account out of its journal. */
const FOLDING = ['writeFile', 'rename', 'rm', 'writeFileSync', 'renameSync', 'rmSync']
const KINDS: Moment['kind'][] = [
  ...Array(4).fill('load'),
  ...Array(4).fill('fold'),
  ...Array(2).fill('journal'),
  ...Array(2).fill('start'),
  'lock',
  'seeding',
  'end',
]

/** A moment for each of so many kills: one of every kind, then of each its share, in any order. */
export function drawMoments(kills: number, random: Random): Moment[] {
  const each = [...new Set(KINDS)].slice(0, kills)
  const left = kills - each.length
  const rest = Array.from({ length: left }, (_, n) => KINDS[Math.floor((n * KINDS.length) / left)])
  const moments = [...each, ...rest].map((kind) => draw(kind as Moment['kind'], random))
  for (let last = kills - 1; last > 0; last--) {
    const other = random.below(last + 1)
    const [a, b] = [moments[last], moments[other]] as [Moment, Moment]
    moments[last] = b
    moments[other] = a
  }
  return moments
}

function draw(kind: Moment['kind'], random: Random): Moment {
  const phase = random.pick(['before', 'half', 'half', 'after'] as const)
  const at = (paths: string, calls: number, armed = false) => ({
    paths,
    kill: { call: 1 + random.below(calls), phase },
    armed,
  })
  switch (kind) {
    case 'load':
      return { kind, answers: 20 + random.below(200), ms: random.below(15) }
    case 'end':
      return { kind, answers: 20 + random.below(100), ms: random.below(60) }
    case 'start':
      return { kind, share: random.below(110) / 100 }
    case 'journal':
      return { kind, fault: { ...at('accounts/', 60), named: ['appendFileSync'] } }
    case 'fold':
      return { kind, fault: { ...at(`accounts/.?${WRITTEN}`, 8), named: FOLDING } }
    case 'lock':
      return { kind, fault: at(String.raw`/lock(\.tmp)?$`, 3, true) }
    case 'seeding':
      return { kind, fault: at('accounts/|seeding', 12, true) }
  }
}
