import { describe, expect, it } from 'vitest'
import {
  ACCOUNT,
  attemptAt,
  changeTo,
  deliveryIds,
  eventOf,
  idOf,
  inFolder,
  inMemory,
  rowsOf,
  rowsWith,
  shownBy,
  WHOLE,
} from '../../../test/support/event-rows.ts'
import type { Account } from '../../accounts/account.ts'
import { DAY_MS } from '../../time/duration.ts'

const DELIVERED = { status: 'delivered', next_attempt_at: null } as const

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

describe('the rows of an account', () => {
  it('are 10,000 waiting deliveries; further ones are given up with the reason', async () => {
    const { log } = inMemory()
    await log.add(ACCOUNT, rowsOf(1))
    await changeTo(log, [idOf(1)], {})

    const before = await log.add(ACCOUNT, rowsOf(...numbers(2, 9_999)))
    const givenUp = await log.add(ACCOUNT, rowsOf(...numbers(10_000, 10_004)))

    expect([before, givenUp]).toEqual([0, 3])
    expect(await log.pending(ACCOUNT)).toBe(10_000)
    expect((await log.claim(ACCOUNT, 1e9, 20_000)).at(-1)?.event_id).toBe('evt_10001')
  })

  it('say why a delivery was given up', async () => {
    const { log } = inMemory({ pending: 2 })

    expect(await log.add(ACCOUNT, rowsOf(1, 2, 3))).toBe(1)

    expect(await log.find(ACCOUNT, idOf(3))).toMatchObject({
      ...{ status: 'failed', next_attempt_at: null },
      failure_reason: expect.stringMatching(
        /^More deliveries of the account were waiting than it may/,
      ),
    })
  })

  it('drop the oldest finished deliveries beyond 10,000, and never those that wait', async () => {
    const { log, reopen } = await inFolder()
    await log.add(ACCOUNT, rowsOf(1))
    for (let from = 2; from <= 12_000; from += 1_000) {
      await log.add(ACCOUNT, rowsOf(...numbers(from, from + 999)))
      const rows = await log.claim(ACCOUNT, 1e9, 1_000, () => false)
      const done = rows.filter(({ event_id }) => event_id !== 'evt_1')
      await log.change(ACCOUNT, done, () => ({ status: 'delivered', next_attempt_at: null }))
    }

    const { total, items } = await log.deliveries(ACCOUNT, {}, WHOLE)

    expect(total).toBeLessThanOrEqual(10_000)
    expect(total).toBeGreaterThan(9_800)
    expect(items.at(-1)?.event_id).toBe('evt_1')
    expect((await (await reopen()).deliveries(ACCOUNT, {}, WHOLE)).total).toBe(total)
  })

  it('drop the oldest events without deliveries beyond 10,000', async () => {
    const { log } = inMemory()
    await log.add(ACCOUNT, rowsOf(1))
    const events = numbers(2, 10_200).map((number) => eventOf(number))
    await log.add(ACCOUNT, rowsWith(events, []))

    const { items, total } = await log.events(ACCOUNT, {}, WHOLE)

    expect(total).toBeLessThanOrEqual(10_000)
    expect([items.at(-1)?.id, items[0]?.id]).toEqual(['evt_1', 'evt_10200'])
  })

  it('drop events of more than a day that no delivery needs, unless all are kept', async () => {
    const { log } = inMemory()
    const at = (number: number, time: number, keepsAll: boolean) =>
      log.add(ACCOUNT, { events: [eventOf(number, { at: time })], deliveries: [], keepsAll })
    await at(1, 0, false)
    await log.add(ACCOUNT, { ...rowsOf(2), keepsAll: false })
    await at(3, 2 * DAY_MS, true)
    const kept = (await log.events(ACCOUNT, {}, WHOLE)).total

    await at(4, 3 * DAY_MS - 1, false)

    expect(kept).toBe(3)
    const { items } = await log.events(ACCOUNT, {}, WHOLE)
    expect(items.map(({ id }) => id)).toEqual(['evt_4', 'evt_3', 'evt_2'])
  })

  it('drop as much as takes them below their bytes, and give up what has no room to wait', async () => {
    const limits = { bytes: 20_000 }
    const { log, reopen } = await inFolder(limits)
    const body = JSON.stringify({ text: 'x'.repeat(700) })
    const add = (from: number) =>
      log.add(ACCOUNT, rowsWith(numbers(from, from + 4).map((number) => eventOf(number, { body }))))

    // Half of the bytes may wait: ten bodies.
    expect(await add(1)).toBe(0)
    expect(await add(6)).toBe(0)
    expect(await add(11)).toBe(5)
    for (let from = 16; from < 40; from += 5) {
      const keys = await log.claim(ACCOUNT, 1e9, 100)
      await log.change(ACCOUNT, keys, () => ({
        ...{ status: 'delivered', next_attempt_at: null, attempt: attemptAt(1) },
      }))
      expect(await add(from)).toBe(0)
    }

    const { deliveries, events } = await shownBy(log)
    expect(deliveries.length).toBeLessThan(18)
    expect(deliveries.length).toBeGreaterThan(8)
    expect(events.length).toBe(deliveries.length)
    expect(await deliveryIds(await reopen())).toEqual(deliveries.map(({ id }) => id))
  })
})

it('a delivery that was sent again while it is under way stays in a full log', async () => {
  const { log } = inMemory({ finished: 5 })
  await log.add(ACCOUNT, rowsOf(1))
  const underWay = await log.claim(ACCOUNT, 9, 1)
  const sentAgain = { ...DELIVERED, attempt: attemptAt(2, { manual: true, error: null }) }
  await log.change(ACCOUNT, underWay, () => sentAgain)

  const later = numbers(2, 20)
  await log.add(ACCOUNT, rowsOf(...later))
  await changeTo(
    log,
    later.map((number) => idOf(number)),
    {},
  )
  const present = await deliveryIds(log)
  await log.change(ACCOUNT, underWay, () => ({ ...DELIVERED, attempt: attemptAt(3) }))

  expect(present.length).toBeLessThan(6)
  expect(present).toContain(idOf(1))
  expect((await log.find(ACCOUNT, idOf(1)))?.attempts).toHaveLength(2)
})

describe('an account that is replaced while an attempt is recorded', () => {
  it('knows nothing of the attempt', async () => {
    const { store, log } = await inFolder()
    await log.add(ACCOUNT, rowsOf(1))
    const account = await store.read(ACCOUNT)
    const rows = await log.claim(ACCOUNT, 9, 9)
    const name = (draft: Account) => {
      draft.name = 'with an attempt'
    }

    await Promise.all([store.replace(account), log.change(ACCOUNT, rows, () => DELIVERED, name)])

    expect((await store.read(ACCOUNT)).name).toBe(account.name)
    expect(await deliveryIds(log)).toEqual([])
  })
})

describe('an account that is replaced while events are added', () => {
  it.each([
    ['before', []],
    ['after', ['evt_1', 'evt_2']],
  ])('has those that came %s: %j', async (when, expected) => {
    const { store, log, reopen } = await inFolder()
    await log.add(ACCOUNT, rowsOf(1))
    const account = await store.read(ACCOUNT)
    const add = () => store.updateWith(ACCOUNT, () => true, rowsOf(1, 2))
    const replace = () => store.replace(account)

    // Both are written together.
    await Promise.all((when === 'before' ? [add, replace] : [replace, add]).map((each) => each()))

    const idsIn = async (each: typeof log) =>
      (await each.events(ACCOUNT, {}, WHOLE)).items.map(({ id }) => id).sort()
    expect(await idsIn(log)).toEqual(expected)
    expect(await idsIn(await reopen())).toEqual(expected)
  })
})
