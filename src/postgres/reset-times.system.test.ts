import { describe, expect, it } from 'vitest'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { DAY_MS, HOUR_MS } from '../time/duration.ts'
import { PostgresResetTimes } from './reset-times.ts'

const START = Date.UTC(2026, 0, 15)

async function replicas() {
  const database = await testDatabase()
  const [one, other] = [await database.open(), await database.open()]
  return { one: new PostgresResetTimes(one), other: new PostgresResetTimes(other) }
}

describe.skipIf(!postgres.isAvailable)('resets of a demo with replicas', () => {
  it('are due after the interval, for exactly one replica', async () => {
    const { one, other } = await replicas()
    const tries = (at: number) =>
      Promise.all([one, other, one, other].map((times) => times.claim(at, DAY_MS)))

    const first = await tries(START)
    const due = await tries(START + DAY_MS + HOUR_MS)
    const claimed = due.filter((each) => 'finish' in each)

    expect(first).toEqual(Array(4).fill({ next: START + DAY_MS }))
    expect(claimed).toHaveLength(1)
    if (claimed[0] && 'finish' in claimed[0]) await claimed[0].finish()
    const after = await other.claim(START + DAY_MS + 2 * HOUR_MS, DAY_MS)
    expect(after).toEqual({ next: START + 2 * DAY_MS })
  })

  it('are due again if the replica that claimed one was killed', async () => {
    const { one, other } = await replicas()
    await one.claim(START, DAY_MS)
    await one.claim(START + DAY_MS, DAY_MS)

    const meanwhile = await other.claim(START + DAY_MS + 1000, DAY_MS)
    const later = await other.claim(START + DAY_MS + 600_000, DAY_MS)

    expect(meanwhile).toEqual({ next: START + DAY_MS + 600_000 })
    expect(later).toHaveProperty('finish')
  })
})
