import { describe, expect, it } from 'vitest'
import { IMPLEMENTATIONS } from '../../../test/support/event-logs.ts'
import {
  ACCOUNT,
  attemptAt,
  changeTo,
  deliveryIds,
  deliveryTo,
  eventOf,
  idOf,
  rowsOf,
  rowsWith,
  shownBy,
  WHOLE,
} from '../../../test/support/event-rows.ts'
import type { DeliveryRow } from './event-log.ts'

describe.each(IMPLEMENTATIONS)('an event log %s', (_, open) => {
  it('lists what was added, newest first', async () => {
    const { log } = await open()

    await log.add(ACCOUNT, rowsWith([eventOf(5), eventOf(3)], ['whk_a', 'whk_b']))
    await log.add(ACCOUNT, rowsOf(4))

    const { deliveries, events } = await shownBy(log)
    expect(events).toEqual([eventOf(4), eventOf(3), eventOf(5)])
    expect(deliveries.map(({ id }) => id)).toEqual([
      idOf(4),
      ...[idOf(3, 'whk_b'), idOf(3), idOf(5, 'whk_b'), idOf(5)],
    ])
    expect(deliveries[1]).toEqual({
      ...{ id: idOf(3, 'whk_b'), event_id: 'evt_3', webhook_id: 'whk_b', campaign_id: 'cmp_a' },
      ...{ type: 'ranking.changed', body: eventOf(3).body, created_at: 3 },
      ...{ status: 'pending', next_attempt_at: 3, attempts: [] },
    })
  })

  it('returns a page and the total', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2, 3, 4, 5))

    const page = await log.deliveries(ACCOUNT, {}, { limit: 2, offset: 1 })
    const last = await log.events(ACCOUNT, {}, { limit: 2, offset: 4 })
    const beyond = await log.events(ACCOUNT, {}, { limit: 2, offset: 5 })

    expect(page.items.map(({ id }) => id)).toEqual([idOf(4), idOf(3)])
    expect(page.total).toBe(5)
    expect(last).toEqual({ items: [eventOf(1)], total: 5 })
    expect(beyond).toEqual({ items: [], total: 5 })
  })

  it('leaves rows alone whose id exists', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1))
    await changeTo(log, [idOf(1)], { attempt: attemptAt(2, { error: null }) })
    const before = await shownBy(log)

    await log.add(ACCOUNT, rowsWith([eventOf(1, { body: '{}', at: 9 })]))
    await log.add(ACCOUNT, rowsOf(1))

    expect(await shownBy(log)).toEqual(before)
    expect(await log.claim(ACCOUNT, 100, 10)).toEqual([])
  })

  it('adds deliveries of earlier events, and none of unknown ones', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsWith([eventOf(1)], []))

    const deliveries = [deliveryTo('whk_b', eventOf(1)), deliveryTo('whk_b', eventOf(2))]
    await log.add(ACCOUNT, { events: [], deliveries, keepsAll: true })

    expect(await deliveryIds(log)).toEqual([idOf(1, 'whk_b')])
  })

  it('records attempts, and counts those of the schedule', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1))
    const attempts = [attemptAt(2), attemptAt(3, { manual: true }), attemptAt(4)]

    for (const attempt of attempts) {
      await changeTo(log, [idOf(1)], { status: 'pending', next_attempt_at: 10, attempt })
    }

    expect(await log.row(ACCOUNT, { id: idOf(1) })).toMatchObject({ scheduled: 2 })
    expect(await log.find(ACCOUNT, idOf(1))).toMatchObject({
      ...{ attempts, status: 'pending', next_attempt_at: 10 },
    })
  })

  it('counts deliveries that are now failed and were not', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2, 3))
    await changeTo(log, [idOf(1)], { status: 'failed' })

    const failed = await changeTo(log, [idOf(1), idOf(2)], {
      status: 'failed',
      failure_reason: 'Its webhook is gone.',
    })

    expect(failed).toBe(1)
    expect(await log.find(ACCOUNT, idOf(2))).toMatchObject({
      ...{ status: 'failed', next_attempt_at: null, failure_reason: 'Its webhook is gone.' },
    })
    expect(await log.pending(ACCOUNT)).toBe(1)
  })

  it('knows how many deliveries wait, and since when, also if their clock was set back', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsWith([eventOf(1, { at: 5_000 }), eventOf(2, { at: 1_000 })]))

    expect(await log.waiting()).toEqual([{ accountId: ACCOUNT, count: 2, oldest: 1_000 }])

    await changeTo(log, [idOf(1), idOf(2)], { status: 'delivered', next_attempt_at: null })
    expect(await log.waiting()).toEqual([])
  })

  it('leaves out changes that are not decided and rows that are gone', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1))
    const [row] = (await log.claim(ACCOUNT, 100, 1)) as [DeliveryRow]

    const indexes: number[] = []
    await log.change(ACCOUNT, [{ ...row, id: 'dlv_gone' }, row], (_, index) => {
      indexes.push(index)
      return undefined
    })

    expect(indexes).toEqual([1])
    expect(await log.pending(ACCOUNT)).toBe(1)
  })

  it('distinguishes the deliveries of before a reset from new ones with their ids', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1))
    const [old] = (await log.claim(ACCOUNT, 100, 1)) as [DeliveryRow]
    await log.forget(ACCOUNT)
    await log.add(ACCOUNT, rowsOf(1))
    const [present] = (await log.claim(ACCOUNT, 100, 1)) as [DeliveryRow]

    await log.change(ACCOUNT, [old], () => ({ status: 'delivered', next_attempt_at: null }))
    await log.release(ACCOUNT, [old])

    expect(await log.row(ACCOUNT, old)).toBeUndefined()
    expect(await log.body(ACCOUNT, old)).toBeUndefined()
    expect(await log.body(ACCOUNT, present)).toBe(eventOf(1).body)
    expect(await log.row(ACCOUNT, { id: old.id })).toMatchObject({ status: 'pending' })
    expect(await log.claim(ACCOUNT, 100, 1)).toEqual([])
  })

  it('keeps accounts apart, and forgets one', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1))
    await log.add('acc_b', rowsOf(1, 2))

    await log.forget('acc_b')

    expect(await log.remembers(ACCOUNT)).toBe(true)
    expect(await log.remembers('acc_b')).toBe(false)
    expect(await deliveryIds(log)).toEqual([idOf(1)])
    expect(await log.deliveries('acc_b', {}, WHOLE)).toEqual({ items: [], total: 0 })
  })

  it('ignores changes that a reset overtakes', async () => {
    const { log, reopen } = await open()
    await log.add(ACCOUNT, rowsOf(1))
    const [row] = (await log.claim(ACCOUNT, 9, 9)) as [DeliveryRow]

    const done = { status: 'delivered' as const, next_attempt_at: null }
    await Promise.all([
      ...[log.forget(ACCOUNT), log.change(ACCOUNT, [row], () => done)],
      ...[log.bringForward(ACCOUNT, { ms: 1 }), log.giveUp(ACCOUNT, 'whk_a', 'Gone.')],
    ])

    expect(await deliveryIds(log)).toEqual([])
    if (reopen) expect(await (await reopen()).remembers(ACCOUNT)).toBe(false)
  })
})
