import { describe, expect, it } from 'vitest'
import { IMPLEMENTATIONS } from '../../../test/support/event-logs.ts'
import {
  ACCOUNT,
  attemptAt,
  changeTo,
  eventOf,
  idOf,
  rowsOf,
  rowsWith,
} from '../../../test/support/event-rows.ts'
import type { EventLog } from './event-log.ts'

describe.each(IMPLEMENTATIONS)('the pending deliveries of an event log %s', (_, open) => {
  it('are claimed in the order of their events where times are equal', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsWith(['c', 'a', 'b'].map((id) => eventOf(1, { id }))))

    expect(await claim(log, 1, 9)).toEqual(['dlv_c_whk_a', 'dlv_a_whk_a', 'dlv_b_whk_a'])
  })

  it('are claimed from the webhooks in turns, and not from those that are skipped', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2, 3))
    await log.add(ACCOUNT, rowsWith([eventOf(4)], ['whk_b', 'whk_c']))
    const skips = (id: string) => id === 'whk_c'

    const rows = await log.claim(ACCOUNT, 9, 2, skips)

    expect(rows.map(({ id }) => id)).toEqual([idOf(1), idOf(4, 'whk_b')])
    expect(await log.nextDue(ACCOUNT, skips)).toBe(2)
    expect(await log.nextDue(ACCOUNT, (id) => id === 'whk_a')).toBe(4)
    expect(await log.nextDue(ACCOUNT, () => true)).toBeUndefined()
    expect((await log.waitingWebhooks(ACCOUNT)).sort()).toEqual(['whk_a', 'whk_b', 'whk_c'])
  })

  it('are not claimed after one by hand has succeeded', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2))

    await changeTo(log, [idOf(1)], { attempt: attemptAt(2, { manual: true, error: null }) })

    expect(await claim(log, 9, 9)).toEqual([idOf(2)])
  })
})

async function claim(log: EventLog, until: number, limit: number): Promise<string[]> {
  return (await log.claim(ACCOUNT, until, limit)).map(({ id }) => id)
}
