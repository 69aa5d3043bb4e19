import { expect, inject, it } from 'vitest'
import { killRepeatedly } from '../support/crash/rounds.ts'
import { temporaryFolder } from '../support/temporary.ts'

// One of each kind. CRASH_SEED=7 npm run test:system -- crash chooses other moments; `npm run test:soak -- crash` kills 200 times.
const SEED = Number(process.env.CRASH_SEED ?? 1)
const KILLS = 7

it('keeps whole what it acknowledged when it is killed, time and again', {
  timeout: 240_000,
}, async () => {
  const found = await killRepeatedly({
    cli: inject('cli'),
    folder: temporaryFolder(),
    kills: KILLS,
    seed: SEED,
  })

  expect(found.problems).toEqual([])
  // Every kind of moment came, and no kill at a call of the file system was waited for in vain.
  expect(Object.keys(found.kills).sort()).toEqual([
    'end',
    'fold',
    'journal',
    'load',
    'lock',
    'seeding',
    'start',
  ])
  expect(found.missed).toBe(0)
})
