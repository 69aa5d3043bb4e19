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
  it('are claimed once, in the order of their times, up to the limit', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(5, 1, 3, 9))

    expect(await claim(log, 6, 2)).toEqual([idOf(1), idOf(3)])
    expect(await claim(log, 6, 2)).toEqual([idOf(5)])
    expect(await claim(log, 6, 2)).toEqual([])
    expect(await log.pending(ACCOUNT)).toBe(4)
  })

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

  it('are due again at their time after a release', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2))
    const rows = await log.claim(ACCOUNT, 9, 9)
    expect(await log.nextDue(ACCOUNT)).toBeUndefined()

    await log.release(ACCOUNT, rows)
    await log.release(ACCOUNT, rows)

    expect(await log.nextDue(ACCOUNT)).toBe(1)
    expect(await claim(log, 9, 9)).toEqual([idOf(1), idOf(2)])
  })

  it('are due at the time of their retry', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2))
    const [row] = await log.claim(ACCOUNT, 1, 9)
    if (!row) throw new Error('none was due')

    const retry = { status: 'pending' as const, next_attempt_at: 50, attempt: attemptAt(1) }
    await log.change(ACCOUNT, [row], () => retry)

    expect(await claim(log, 49, 9)).toEqual([idOf(2)])
    expect(await log.nextDue(ACCOUNT)).toBe(50)
    expect(await claim(log, 50, 9)).toEqual([idOf(1)])
  })

  it('stay claimed while one is sent by hand', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1))
    const [row] = await log.claim(ACCOUNT, 1, 9)
    if (!row) throw new Error('none was due')

    const attempt = attemptAt(2, { manual: true })
    await changeTo(log, [row.id], { status: 'pending', next_attempt_at: 1, attempt })

    expect(await claim(log, 9, 9)).toEqual([])
    await log.release(ACCOUNT, [row])
    expect(await claim(log, 9, 9)).toEqual([idOf(1)])
  })

  it('are not claimed after one by hand has succeeded', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2))

    await changeTo(log, [idOf(1)], { attempt: attemptAt(2, { manual: true, error: null }) })

    expect(await claim(log, 9, 9)).toEqual([idOf(2)])
  })

  it('are claimed once, however often they were changed before', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1))
    const attempt = attemptAt(1, { manual: true })
    for (const next_attempt_at of [7, 3, 7, 3]) {
      await changeTo(log, [idOf(1)], { status: 'pending', next_attempt_at, attempt })
    }

    expect(await claim(log, 9, 9)).toEqual([idOf(1)])
    expect(await log.giveUp(ACCOUNT, 'whk_a', 'Gone.')).toBe(0)
  })

  it('are given up together, except those under way', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2, 3))
    await log.add(ACCOUNT, rowsWith([eventOf(4)], ['whk_b']))
    await log.claim(ACCOUNT, 1, 1)

    expect(await log.giveUp(ACCOUNT, 'whk_a', 'It is disabled.')).toBe(2)

    expect(await log.find(ACCOUNT, idOf(3))).toMatchObject({
      ...{ status: 'failed', next_attempt_at: null, failure_reason: 'It is disabled.' },
    })
    expect(await log.find(ACCOUNT, idOf(1))).toMatchObject({ status: 'pending' })
    expect(await log.pending(ACCOUNT)).toBe(2)
    expect(await claim(log, 9, 9)).toEqual([idOf(4, 'whk_b')])
  })

  it('are brought forward', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(100, 200, 300))

    await log.bringForward(ACCOUNT, { ms: 50, latest: 160 })

    expect(await times(log, 100, 200, 300)).toEqual([50, 150, 160])
    expect(await claim(log, 155, 9)).toEqual([idOf(100), idOf(200)])
  })

  it('are brought forward while they are under way', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(100))
    const rows = await log.claim(ACCOUNT, 100, 9)

    await log.bringForward(ACCOUNT, { ms: 60 })
    await log.release(ACCOUNT, rows)

    expect(await times(log, 100)).toEqual([40])
    expect(await log.nextDue(ACCOUNT)).toBe(40)
  })
})

async function claim(log: EventLog, until: number, limit: number): Promise<string[]> {
  return (await log.claim(ACCOUNT, until, limit)).map(({ id }) => id)
}

async function times(log: EventLog, ...numbers: number[]) {
  const rows = numbers.map((number) => log.row(ACCOUNT, { id: idOf(number) }))
  return (await Promise.all(rows)).map((row) => row?.next_attempt_at)
}
