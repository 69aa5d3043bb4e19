import { describe, expect, it } from 'vitest'
import { IMPLEMENTATIONS } from '../../../test/support/event-logs.ts'
import { ACCOUNT, eventOf, inMemory, rowsOf, rowsWith } from '../../../test/support/event-rows.ts'
import { measureSlicesBy } from '../../../test/support/turns.ts'
import type { EventLog, LogPosition } from './event-log.ts'

/** Ids of the events after a position. */
async function idsAfter(log: EventLog, position: LogPosition): Promise<string[]> {
  return (await log.eventsAfter(ACCOUNT, position, 99)).map(({ id }) => id)
}

/** The position after the event with this number, at that time. */
function positionOf(log: EventLog, number: number): Promise<LogPosition> {
  return log.position(ACCOUNT, eventOf(number))
}

describe.each(IMPLEMENTATIONS)('a position in an event log %s', (_, open) => {
  it('continues after an event, page by page', async () => {
    const { log, reopen } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2, 3, 4))
    const same = (await reopen?.()) ?? log

    const [first] = await same.eventsAfter(ACCOUNT, await positionOf(same, 1), 1)

    expect(first).toMatchObject(eventOf(2))
    expect(await idsAfter(same, first as LogPosition)).toEqual(['evt_3', 'evt_4'])
  })

  it('continues at the time of an event that is gone', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 3, 2))

    const at = (time: number) => log.position(ACCOUNT, { id: 'evt_gone', at: time })
    const late = await at(9)

    expect(await idsAfter(log, await at(0))).toEqual(['evt_1', 'evt_3', 'evt_2'])
    expect(await idsAfter(log, await at(2))).toEqual(['evt_3', 'evt_2'])
    expect(await idsAfter(log, late)).toEqual([])
    await log.add(ACCOUNT, rowsOf(4))
    expect(await idsAfter(log, late)).toEqual(['evt_4'])
  })

  it('continues after a restore with what is new, also with earlier times and repeated ids', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2))
    const saved = await log.save(ACCOUNT)
    await log.add(ACCOUNT, rowsOf(3))
    const position = await positionOf(log, 3)

    await log.restore(ACCOUNT, saved)
    const restored = await idsAfter(log, position)
    await log.add(ACCOUNT, rowsWith([eventOf(4, { at: 2 }), eventOf(3)]))

    expect(restored).toEqual([])
    expect(await idsAfter(log, position)).toEqual(['evt_4', 'evt_3'])
  })

  it('continues after a reset with all events', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2))
    const position = await positionOf(log, 2)

    await log.forget(ACCOUNT)
    const empty = await idsAfter(log, position)
    await log.add(ACCOUNT, rowsOf(1, 2))

    expect(empty).toEqual([])
    expect(await idsAfter(log, position)).toEqual(['evt_1', 'evt_2'])
  })
})

it('has no restored events after it while others are still being restored', async () => {
  const { log } = inMemory()
  const numbers = Array.from({ length: 900 }, (_, n) => n + 1)
  await log.add(ACCOUNT, rowsOf(...numbers))
  const saved = await log.save(ACCOUNT)
  const before = await positionOf(log, 900)
  const positions: Promise<LogPosition>[] = []
  const read: Promise<string[]>[] = []
  let [now, isRestoring, isReading] = [0, true, false]
  const look = async () => {
    isReading = true
    positions.push(positionOf(log, 900))
    read.push(idsAfter(log, before))
    await read.at(-1)
    isReading = false
  }
  await measureSlicesBy(() => {
    // Reading takes slices, too.
    if (isRestoring && !isReading) void look()
    now += 100
    return now
  })

  await log.restore(ACCOUNT, saved)
  isRestoring = false
  await log.add(ACCOUNT, rowsOf(1_000))

  expect(positions.length).toBeGreaterThan(1)
  expect((await Promise.all(read)).flat()).toEqual([])
  for (const position of await Promise.all(positions)) {
    expect(await idsAfter(log, position)).toEqual(['evt_1000'])
  }
})
