import { describe, expect, it } from 'vitest'
import { IMPLEMENTATIONS } from '../../../test/support/event-logs.ts'
import {
  ACCOUNT,
  attemptAt,
  changeTo,
  eventOf,
  idOf,
  type OpenLog,
  rowsOf,
  rowsWith,
  WHOLE,
} from '../../../test/support/event-rows.ts'
import type { DeliveryFilter, EventFilter } from './event-log.ts'

describe.each(IMPLEMENTATIONS)('a search in an event log %s', (_, open) => {
  it.each<[string, EventFilter, number[]]>([
    ['campaign', { campaign_id: 'cmp_b' }, [2]],
    ['event', { event_id: 'evt_3' }, [3]],
    ['type', { type: 'campaign.completed' }, [4]],
    ['beginning', { since: 3 }, [4, 3]],
    ['end', { until: 2 }, [2, 1]],
    ['time and campaign', { since: 2, until: 3, campaign_id: 'cmp_a' }, [3]],
    ['text', { q: 'r":4' }, [4]],
    ['text and beginning', { q: 'number', since: 3 }, [4, 3]],
    ['nothing', {}, [4, 3, 2, 1]],
  ])('finds events and deliveries by %s', async (_name, filter, numbers) => {
    const { log } = await open()
    const special = [
      eventOf(2, { campaign_id: 'cmp_b' }),
      eventOf(4, { type: 'campaign.completed' }),
    ]
    const events = [eventOf(1), special[0], eventOf(3), special[1]].filter((each) => !!each)
    await log.add(ACCOUNT, rowsWith(events))

    const page = await log.events(ACCOUNT, filter, WHOLE)

    expect(page.items.map(({ at }) => at)).toEqual(numbers)
    expect(page.total).toBe(numbers.length)
    expect(await found({ log }, filter)).toEqual(numbers.map((number) => idOf(number)))
  })

  it('finds deliveries by webhook and status, and their keys oldest first', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsWith([eventOf(1), eventOf(2)], ['whk_a', 'whk_b']))
    await log.add(ACCOUNT, rowsOf(3))
    await changeTo(log, [idOf(1), idOf(2, 'whk_b')], { status: 'failed' })

    expect(await found({ log }, { webhook_id: 'whk_b' })).toEqual([
      ...[idOf(2, 'whk_b'), idOf(1, 'whk_b')],
    ])
    expect(await found({ log }, { status: 'failed', webhook_id: 'whk_a' })).toEqual([idOf(1)])
    expect(await found({ log }, { status: 'delivered' })).toEqual([])
    const keys = await log.matching(ACCOUNT, { status: 'pending' })
    expect(keys.map(({ id }) => id)).toEqual([idOf(1, 'whk_b'), idOf(2), idOf(3)])
    expect(await log.row(ACCOUNT, keys[0] as (typeof keys)[0])).toBeDefined()
  })

  it.each([
    ['lower case', 'trail SHOES'],
    ['upper case', 'TRAIL shoes'],
    ['other letters', 'Zürich Ä 東京'],
    ['quotes', 'the "best" shoes'],
    ['a backslash', 'C:\\new'],
    ['a line break', 'first\nsecond'],
    ['a control character', 'a\u0007b'],
    ['half of a pair', 'a\ud83d'],
    ['an emoji', '👟 running'],
  ])('finds text with %s in the body', async (_name, text) => {
    const { log } = await open()
    const body = JSON.stringify({ data: { keyword: `Best trail shoes ${text}!` } })
    await log.add(ACCOUNT, rowsWith([eventOf(1, { body }), eventOf(2)]))

    expect(await found({ log }, { q: text })).toEqual([idOf(1)])
    expect((await log.events(ACCOUNT, { q: text }, WHOLE)).total).toBe(1)
  })

  it('finds text in responses, errors and reasons, of deliveries only', async () => {
    const { log } = await open()
    await log.add(ACCOUNT, rowsOf(1, 2, 3, 4))
    const status = 'failed'
    const attempt = attemptAt(5, { response_body: '<h1>\n"Teapot"</h1>', error: null })
    await changeTo(log, [idOf(1)], { status, attempt })
    await changeTo(log, [idOf(2)], { status, attempt: attemptAt(5, { error: 'A TEAPOT.' }) })
    await changeTo(log, [idOf(3)], { status, failure_reason: 'Its webhook is a teapot.' })

    expect(await found({ log }, { q: 'teaPot' })).toEqual([idOf(3), idOf(2), idOf(1)])
    expect(await found({ log }, { q: '\n"tea' })).toEqual([idOf(1)])
    expect((await log.events(ACCOUNT, { q: 'teapot' }, WHOLE)).total).toBe(0)
  })

  it('leaves out rows that go meanwhile', async () => {
    const { log } = await open({ finished: 60, events: 60 })
    const numbers = Array.from({ length: 100 }, (_, index) => index)
    await log.add(ACCOUNT, rowsOf(...numbers.slice(0, 50)))
    await changeTo(
      log,
      numbers.slice(0, 50).map((number) => idOf(number)),
      {},
    )

    const filters: DeliveryFilter[] = [{}, { q: 'number' }]
    const pages = filters.map((filter) => log.deliveries(ACCOUNT, filter, WHOLE))
    const events = filters.map((filter) => log.events(ACCOUNT, filter, WHOLE))
    for (const number of numbers.slice(50)) {
      await log.add(ACCOUNT, rowsOf(number))
      await changeTo(log, [idOf(number)], {})
    }
    await log.forget(ACCOUNT)

    for (const { items } of await Promise.all(pages)) expect(items.length).toBeLessThanOrEqual(60)
    // The event of a delivery that was dropped goes with the next change: there may be one more.
    for (const { items } of await Promise.all(events)) expect(items.length).toBeLessThanOrEqual(61)
  })
})

async function found({ log }: Pick<OpenLog, 'log'>, filter: DeliveryFilter): Promise<string[]> {
  const { items, total } = await log.deliveries(ACCOUNT, filter, WHOLE)
  expect(total).toBe(items.length)
  return items.map(({ id }) => id)
}
