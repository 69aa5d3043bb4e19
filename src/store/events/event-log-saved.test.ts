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
  shownBy,
  WHOLE,
} from '../../../test/support/event-rows.ts'
import { FINISHED_SAVED } from './saved-rows.ts'

describe.each(IMPLEMENTATIONS)('the saved rows of an event log %s', (_, open) => {
  it('are as they were', async () => {
    const { log, reopen } = await open()
    await log.add(ACCOUNT, rowsWith([eventOf(1, { alerts: ['alt_a'] }), eventOf(2), eventOf(3)]))
    await changeTo(log, [idOf(1)], { attempt: attemptAt(4, { error: null, manual: true }) })
    const retry = { status: 'pending' as const, next_attempt_at: 90 }
    await changeTo(log, [idOf(2)], { ...retry, attempt: attemptAt(4) })
    await changeTo(log, [idOf(2)], { ...retry, attempt: attemptAt(5) })
    await changeTo(log, [idOf(3)], { status: 'failed', failure_reason: 'Gone.' })
    const before = await shownBy(log)

    const saved = await log.save(ACCOUNT)
    await log.add(ACCOUNT, rowsOf(4))
    await changeTo(log, [idOf(2), idOf(4)], {})
    await log.restore(ACCOUNT, saved)

    expect(await shownBy(log)).toEqual(before)
    expect(await log.row(ACCOUNT, { id: idOf(2) })).toMatchObject({ scheduled: 2 })
    expect(await log.nextDue(ACCOUNT)).toBe(90)
    if (reopen) expect(await shownBy(await reopen())).toEqual(before)
  })

  it('are all pending ones and the last finished ones', async () => {
    const { log } = await open()
    const numbers = Array.from({ length: FINISHED_SAVED + 3 }, (_, index) => index)
    await log.add(ACCOUNT, rowsOf(...numbers))
    const finished = numbers.slice(1).map((number) => idOf(number))
    await changeTo(log, finished, {})

    await log.restore(ACCOUNT, await log.save(ACCOUNT))

    const { items, total } = await log.deliveries(ACCOUNT, {}, WHOLE)
    expect(total).toBe(FINISHED_SAVED + 1)
    expect(items.at(-1)).toMatchObject({ id: idOf(0), status: 'pending' })
    expect(items.at(-2)).toMatchObject({ id: idOf(3), status: 'delivered' })
  })
})
