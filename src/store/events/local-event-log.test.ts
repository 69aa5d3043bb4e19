import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collectUntil } from '../../../test/support/garbage.ts'
import { deliveries as deliveriesOf } from '../../../test/support/records/deliveries.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import type { DeliveryAttempt } from '../../accounts/delivery.ts'
import { StoreError } from '../store-error.ts'
import type { DeliveryChange, EventLog, NewRows, StoredEvent } from './event-log.ts'
import { LocalEventLog } from './local-event-log.ts'

const DAY = 86_400_000
const ALL = { limit: 200_000, offset: 0 }

const event = (number: number, parts: Partial<StoredEvent> = {}): StoredEvent => ({
  id: `evt_${number}`,
  type: 'ranking.changed',
  at: number,
  campaign_id: 'cmp_a',
  body: JSON.stringify({ type: 'ranking.changed', data: { number } }),
  alerts: [],
  ...parts,
})

/** Events from one number to another, each with a delivery to the webhooks. */
function rows(from: number, to: number, webhooks = ['whk_a'], keepsAll = true): NewRows {
  const events = Array.from({ length: to - from + 1 }, (_, index) => event(from + index))
  const deliveries = events.flatMap(({ id }) =>
    webhooks.map((webhook_id) => ({
      id: `dlv_${id.slice(4)}_${webhook_id.slice(4)}`,
      event_id: id,
      webhook_id,
    })),
  )
  return { events, deliveries, keepsAll }
}

const attempt = (parts: Partial<DeliveryAttempt> = {}): DeliveryAttempt => ({
  ...{ at: 7, url: 'https://example.com/', manual: false, duration_ms: 1, request_headers: {} },
  ...{ status: 200, response_headers: {}, response_body: '', error: null },
  ...parts,
})

const DELIVERED: DeliveryChange = { status: 'delivered', next_attempt_at: null, attempt: attempt() }

const idsOf = async (log: EventLog) =>
  (await log.deliveries('acc_a', {}, ALL)).items.map(({ id }) => id)

async function finish(log: EventLog, change = DELIVERED): Promise<number> {
  return log.change('acc_a', await log.matching('acc_a', { status: 'pending' }), () => change)
}

/** The log of a process that was killed, as the next one opens it. */
const reopened = (folder: string) => new LocalEventLog(folder)

describe.each([
  ['in memory', () => undefined],
  ['on disk', () => temporaryFolder()],
])('rows %s', (_, folder) => {
  it('are listed newest first, with their bodies, in pages', async () => {
    const log = new LocalEventLog(folder())
    await log.add('acc_a', rows(1, 3))

    const { items, total } = await log.deliveries('acc_a', {}, { limit: 2, offset: 1 })

    expect(total).toBe(3)
    expect(items.map(({ event_id }) => event_id)).toEqual(['evt_2', 'evt_1'])
    expect(items[0]).toMatchObject({
      ...{ body: event(2).body, created_at: 2, status: 'pending', next_attempt_at: 2 },
      attempts: [],
    })
    expect(await log.deliveries('acc_b', {}, ALL)).toEqual({ items: [], total: 0 })
  })

  it('that exist are not added again', async () => {
    const log = new LocalEventLog(folder())
    await log.add('acc_a', rows(1, 2))
    await finish(log)

    await log.add('acc_a', rows(1, 3))

    expect(await idsOf(log)).toEqual(['dlv_3_a', 'dlv_2_a', 'dlv_1_a'])
    expect(await log.pending('acc_a')).toBe(1)
  })

  it('can be deliveries of an earlier event', async () => {
    const log = new LocalEventLog(folder())
    await log.add('acc_a', rows(1, 1))

    const delivery = { id: 'dlv_new', event_id: 'evt_1', webhook_id: 'whk_new' }
    await log.add('acc_a', { events: [], deliveries: [delivery], keepsAll: true })

    expect(await log.find('acc_a', 'dlv_new')).toMatchObject({ body: event(1).body })
    expect((await log.events('acc_a', {}, ALL)).total).toBe(1)
  })

  it('that are staged are visible when they are committed, and never when they are dropped', async () => {
    const log = new LocalEventLog(folder())
    const staged = await log.stage('acc_a', rows(1, 1))
    const other = await log.stage('acc_a', rows(2, 2))
    await log.add('acc_a', rows(3, 3))
    const before = await idsOf(log)

    await other.drop()
    await staged.commit()

    expect(before).toEqual(['dlv_3_a'])
    expect(await idsOf(log)).toEqual(['dlv_1_a', 'dlv_3_a'])
    expect(await log.nextDue('acc_a')).toBe(1)
  })

  it('are changed with their attempts', async () => {
    const log = new LocalEventLog(folder())
    await log.add('acc_a', rows(1, 2))
    const failed = attempt({ error: 'No.', status: 500 })
    await finish(log, { status: 'pending', next_attempt_at: 50, attempt: failed })
    const givenUp = await finish(log, {
      status: 'failed',
      next_attempt_at: null,
      failure_reason: 'Why.',
    })

    expect(givenUp).toBe(2)
    expect(await log.find('acc_a', 'dlv_1_a')).toMatchObject({
      ...{ status: 'failed', next_attempt_at: null, failure_reason: 'Why.' },
      attempts: [failed],
    })
  })

  it('are forgotten, and a change of the old ones does not reach new ones of the same id', async () => {
    const log = new LocalEventLog(folder())
    await log.add('acc_a', rows(1, 1))
    const old = await log.claim('acc_a', 5, 10)

    await log.forget('acc_a')
    const before = [await log.remembers('acc_a'), await idsOf(log)]
    await log.add('acc_a', rows(1, 1))
    await log.change('acc_a', old, () => DELIVERED)

    expect(before).toEqual([false, []])
    expect(await log.find('acc_a', 'dlv_1_a')).toMatchObject({ status: 'pending', attempts: [] })
  })

  it('come back from a snapshot with their state', async () => {
    const log = new LocalEventLog(folder())
    await log.add('acc_a', rows(1, 2))
    await finish(log)
    await log.add('acc_a', rows(3, 3))
    const before = (await log.deliveries('acc_a', {}, ALL)).items

    const saved = await log.save('acc_a')
    await log.add('acc_a', rows(4, 9))
    await log.restore('acc_a', saved)

    expect((await log.deliveries('acc_a', {}, ALL)).items).toEqual(before)
    expect(await log.pending('acc_a')).toBe(1)
  })

  it('take deliveries of an earlier release once', async () => {
    const log = new LocalEventLog(folder())
    const old = deliveriesOf(2, (number) =>
      number === 0
        ? { status: 'failed', next_attempt_at: null, failure_reason: 'Why.', attempts: [attempt()] }
        : { next_attempt_at: 5 },
    )

    await log.adopt('acc_a', old)
    await log.adopt('acc_a', old)

    expect((await log.deliveries('acc_a', {}, ALL)).items.reverse()).toEqual(old)
  })
})

describe('claiming', () => {
  it('takes due rows in the order of their times, webhooks in turns, and each once', async () => {
    const log = new LocalEventLog()
    await log.add('acc_a', rows(1, 3, ['whk_a']))
    await log.add('acc_a', rows(4, 5, ['whk_b']))

    const first = await log.claim('acc_a', 4, 3)
    const second = await log.claim('acc_a', 4, 3)
    await log.release('acc_a', first.slice(0, 1))

    expect(first.map(({ event_id }) => event_id)).toEqual(['evt_1', 'evt_4', 'evt_2'])
    expect(second.map(({ event_id }) => event_id)).toEqual(['evt_3'])
    expect(await log.nextDue('acc_a')).toBe(1)
    expect(await log.nextDue('acc_a', (id) => id === 'whk_a')).toBe(5)
  })

  it('is not undone by a manual attempt meanwhile', async () => {
    const log = new LocalEventLog()
    await log.add('acc_a', rows(1, 1))
    const [row] = await log.claim('acc_a', 1, 1)

    const manual = { status: 'pending' as const, next_attempt_at: 1 }
    await log.change('acc_a', [row as never], () => ({
      ...manual,
      attempt: attempt({ manual: true, error: 'No.' }),
    }))

    expect(await log.claim('acc_a', 1, 1)).toEqual([])
  })

  it('follows retries that are brought forward or limited', async () => {
    const log = new LocalEventLog()
    await log.add('acc_a', rows(100, 101))

    await log.bringForward('acc_a', { ms: 40 })
    const forward = await log.nextDue('acc_a')
    await log.bringForward('acc_a', { latest: 5 })

    expect(forward).toBe(60)
    expect((await log.claim('acc_a', 5, 9)).map((row) => row.next_attempt_at)).toEqual([5, 5])
  })

  it('leaves out what was given up', async () => {
    const log = new LocalEventLog()
    await log.add('acc_a', rows(1, 2, ['whk_a', 'whk_b']))

    const count = await log.giveUp('acc_a', 'whk_a', 'The webhook was deleted.')

    expect(count).toBe(2)
    expect(await log.waitingWebhooks('acc_a')).toEqual(['whk_b'])
    expect((await log.claim('acc_a', 9, 9)).map((row) => row.webhook_id)).toEqual([
      'whk_b',
      'whk_b',
    ])
    expect(await log.find('acc_a', 'dlv_1_a')).toMatchObject({
      status: 'failed',
      failure_reason: 'The webhook was deleted.',
    })
  })
})

describe('after a kill', () => {
  it('everything that was written is there, in order', async () => {
    const folder = temporaryFolder()
    const log = new LocalEventLog(folder)
    await log.add('acc_a', rows(1, 3, ['whk_a', 'whk_b']))
    const [row] = await log.claim('acc_a', 1, 1)
    await log.change('acc_a', [row as never], () => DELIVERED)
    await log.bringForward('acc_a', { ms: 1 })
    const before = await log.deliveries('acc_a', {}, ALL)

    const next = reopened(folder)

    expect(await next.deliveries('acc_a', {}, ALL)).toEqual(before)
    expect(await next.nextDue('acc_a')).toBe(0)
    expect(await next.pending('acc_a')).toBe(5)
  })

  it('a line that was cut off is not there, and writing continues', async () => {
    const folder = temporaryFolder()
    const log = new LocalEventLog(folder)
    await log.add('acc_a', rows(1, 1))
    const [name = ''] = readdirSync(join(folder, 'acc_a'))
    appendFileSync(join(folder, 'acc_a', name), '{"kind":"stage","batch":2,"lin')

    const next = reopened(folder)
    await next.add('acc_a', rows(2, 2))

    expect(await idsOf(reopened(folder))).toEqual(['dlv_2_a', 'dlv_1_a'])
  })

  it.each([
    ['are kept if the account has the run', true, ['dlv_1_a']],
    ['are dropped if it does not', false, []],
  ])('rows that were staged %s', async (_, isRecorded, expected) => {
    const folder = temporaryFolder()
    await new LocalEventLog(folder).stage('acc_a', rows(1, 1))

    const next = reopened(folder)
    const before = await idsOf(next)
    await next.settle('acc_a', ({ campaign_id }) => isRecorded && campaign_id === 'cmp_a')

    expect(before).toEqual([])
    expect(await idsOf(next)).toEqual(expected)
    expect(await idsOf(reopened(folder))).toEqual(expected)
  })

  it('a change that was cut in the middle of its lines did not happen', async () => {
    const folder = temporaryFolder()
    await new LocalEventLog(folder).add('acc_a', rows(1, 1))
    const path = join(folder, 'acc_a', readdirSync(join(folder, 'acc_a'))[0] as string)
    const lines = readFileSync(path, 'utf8').split('\n')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(path, `${lines.slice(0, 3).join('\n')}\n`)

    const next = reopened(folder)
    await next.settle('acc_a', () => true)

    expect(await next.deliveries('acc_a', {}, ALL)).toEqual({ items: [], total: 0 })
  })

  it('nothing is written into a folder that another process took over', async () => {
    const folder = temporaryFolder()
    const lock = {
      requireHeld: () => {
        throw new StoreError('It belongs to another process now.')
      },
    }
    const log = new LocalEventLog(folder, {}, lock)

    await expect(log.add('acc_a', rows(1, 1))).rejects.toThrow(/another process now/)

    expect(await idsOf(reopened(folder))).toEqual([])
  })

  it('a file of something else is refused with its name', async () => {
    const folder = temporaryFolder()
    await new LocalEventLog(folder).add('acc_a', rows(1, 1))
    const path = join(folder, 'acc_a', readdirSync(join(folder, 'acc_a'))[0] as string)
    const { writeFileSync } = await import('node:fs')
    writeFileSync(path, '{"format":"other"}\n')

    await expect(reopened(folder).pending('acc_a')).rejects.toThrow(
      /000001\.jsonl is not a log of events of svc-sandbox/,
    )
  })
})

describe('room', () => {
  it('is made by giving up the longest backlog, and then by dropping the oldest finished rows', async () => {
    const log = new LocalEventLog()
    await log.add('acc_a', rows(1, 10, ['whk_small']))
    const before = await log.add('acc_a', rows(11, 49_991))

    const givenUp = await log.add('acc_a', rows(49_992, 50_005))

    expect([before, givenUp]).toEqual([0, 5])
    expect(await log.pending('acc_a')).toBe(50_000)
    const { items } = await log.deliveries('acc_a', { status: 'failed' }, ALL)
    expect(items.map(({ event_id }) => event_id).sort()).toEqual(
      [11, 12, 13, 14, 15].map((number) => `evt_${number}`),
    )
    expect(items[0]?.failure_reason).toMatch(/^More deliveries of the account were waiting/)
  })

  it('is made for a hundred thousand deliveries', async () => {
    const folder = temporaryFolder()
    const log = new LocalEventLog(folder)
    for (let from = 1; from <= 101_000; from += 1_000) {
      await log.add('acc_a', rows(from, from + 999))
      await log.change('acc_a', await log.claim('acc_a', 1e9, 1_000), () => DELIVERED)
    }

    const { total, items } = await log.deliveries('acc_a', {}, { limit: 1, offset: 0 })

    expect(total).toBeLessThanOrEqual(100_000)
    expect(total).toBeGreaterThan(98_000)
    expect(items[0]?.event_id).toBe('evt_101000')
    expect((await reopened(folder).deliveries('acc_a', {}, { limit: 1, offset: 0 })).total).toBe(
      total,
    )
  })

  it('is made by dropping events of more than a day that no delivery needs, unless all are kept', async () => {
    const log = new LocalEventLog()
    const at = (number: number, time: number, keepsAll: boolean) =>
      log.add('acc_a', { events: [event(number, { at: time })], deliveries: [], keepsAll })
    await at(1, 0, false)
    await log.add('acc_a', rows(2, 2, ['whk_a'], false))
    await at(3, 2 * DAY, true)
    const kept = (await log.events('acc_a', {}, ALL)).total

    await at(4, 3 * DAY - 1, false)

    expect(kept).toBe(3)
    expect((await log.events('acc_a', {}, ALL)).items.map(({ id }) => id)).toEqual([
      ...['evt_4', 'evt_3', 'evt_2'],
    ])
  })
})

describe('searching', () => {
  async function filled() {
    const log = new LocalEventLog(temporaryFolder())
    const texts = ['Trail "shoes"', 'hiking Boots', 'ÄRMEL']
    const events = texts.map((text, number) =>
      event(number, {
        at: number * 10,
        body: JSON.stringify({ type: 'x', data: { text } }),
        ...(number === 1
          ? { type: 'mention.detected', campaign_id: 'cmp_b', alerts: ['alt_1'] }
          : {}),
      }),
    )
    const { deliveries } = rows(0, 2)
    await log.add('acc_a', { events, deliveries, keepsAll: true })
    const [last] = await log.matching('acc_a', { event_id: 'evt_2' })
    const failed = attempt({ status: 500, error: 'It broke.', response_body: 'Oh "no"' })
    await log.change('acc_a', [last as never], () => ({
      ...{ status: 'failed', next_attempt_at: null, failure_reason: 'The webhook was deleted.' },
      attempt: failed,
    }))
    return log
  }

  it.each([
    [{}, [2, 1, 0]],
    [{ since: 10 }, [2, 1]],
    [{ since: 1, until: 10 }, [1]],
    [{ status: 'failed' }, [2]],
    [{ type: 'mention.detected' }, [1]],
    [{ campaign_id: 'cmp_a' }, [2, 0]],
    [{ webhook_id: 'whk_b' }, []],
    [{ q: 'trail "SHOES"' }, [0]],
    [{ q: '"text":"hiking' }, [1]],
    [{ q: 'it broke' }, [2]],
    [{ q: 'oh "no"' }, [2]],
    [{ q: 'was deleted' }, [2]],
    [{ q: 'ÄRMEL' }, [2]],
    [{ q: 'manual' }, []],
    [{ q: 'o', status: 'pending' }, [1, 0]],
  ] as const)('deliveries by %j finds %j', async (filter, expected) => {
    const { items, total } = await (await filled()).deliveries('acc_a', filter, ALL)

    expect(items.map(({ event_id }) => Number(event_id.slice(4)))).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  it.each([
    [{ q: 'BOOTS' }, [1]],
    [{ q: 'it broke' }, []],
    [{ event_id: 'evt_0' }, [0]],
  ])('events by %j finds %j', async (filter, expected) => {
    const { items } = await (await filled()).events('acc_a', filter, ALL)

    expect(items.map(({ id }) => Number(id.slice(4)))).toEqual(expected)
  })
})

describe('lazy bodies', () => {
  it.each([
    ['beyond a limit', { events: 10 }, 1],
    ['after a day', {}, DAY / 10],
  ])('of events that are dropped %s are not kept in memory', async (_, limits, interval) => {
    const log = new LocalEventLog(undefined, limits)
    const kept: WeakRef<object>[] = []
    for (let number = 0; number < 100; number++) {
      const body = { length: 500, build: () => event(number * interval).body }
      kept.push(new WeakRef(body))
      const events = [{ ...event(number * interval), body }]
      await log.add('acc_a', { events, deliveries: [], keepsAll: interval === 1 })
    }
    const left = () => kept.slice(0, -11).filter((ref) => ref.deref())

    await collectUntil(() => left().length === 0)

    expect(left()).toEqual([])
    const { items } = await log.events('acc_a', {}, ALL)
    expect(items.map(({ body }) => body)).toEqual(items.map(({ at }) => event(at).body))
    expect(items.at(0)).toEqual(event(99 * interval))
  })

  it('of dropped events stay while a delivery of them is staged', async () => {
    const log = new LocalEventLog(undefined, { events: 1 })
    const body = { length: 40, build: () => event(0).body }
    await log.add('acc_a', { ...rows(1, 0), events: [{ ...event(0), body }] })
    const deliveries = [{ id: 'dlv_0', event_id: 'evt_0', webhook_id: 'whk_a' }]

    const staged = await log.stage('acc_a', { events: [], deliveries, keepsAll: true })
    await log.add('acc_a', { events: [event(1), event(2)], deliveries: [], keepsAll: true })
    await staged.commit()

    expect((await log.find('acc_a', 'dlv_0'))?.body).toBe(event(0).body)
  })
})
