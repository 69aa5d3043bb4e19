import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { AccountEvents } from './account-events.ts'
import type { LazyText } from './event-log.ts'
import { FileSegments } from './file-segments.ts'
import { OpenFiles } from './open-files.ts'
import type { Row } from './rows.ts'
import { MemorySegments } from './segments.ts'

const BODY = JSON.stringify({ text: 'x'.repeat(100_000) })

const LIMITS = {
  deliveries: 1e5,
  pending: 1e5,
  events: 1e5,
  bytes: 16_000_000,
  segmentBytes: 8_000_000,
}

const open = (folder: string) =>
  new AccountEvents(
    new FileSegments({ folder, accountId: 'acc_a', ...LIMITS }, new OpenFiles()),
    LIMITS,
  )

function add(
  log: AccountEvents,
  number: number,
  webhook_id: string,
  body: string | LazyText = BODY,
): Row {
  const id = `evt_${number}`
  const event = {
    id,
    type: 'ranking.changed' as const,
    at: number,
    campaign_id: 'cmp_a',
    alerts: [],
  }
  const deliveries = [{ id: `dlv_${number}`, event_id: id, webhook_id }]
  log.add({ events: [{ ...event, body }], deliveries, keepsAll: true })
  return log.index.rows.get(`dlv_${number}`) as Row
}

/** Fills segments, of which nothing stays in use. */
function addAndRemove(log: AccountEvents, count: number): void {
  for (let number = 1; number <= count; number++) {
    const done = add(log, number, 'whk_a', JSON.stringify('x'.repeat(900)))
    log.change([{ row: done, change: { status: 'delivered', next_attempt_at: null } }])
    log.index.removeRow(done)
    log.index.removeEvent(done.event)
  }
}

it('lets a delivery that waits for long keep no segments of others', async () => {
  const folder = join(temporaryFolder(), 'acc_a')
  const log = open(folder)
  const row = add(log, 0, 'whk_waiting')
  log.change([{ row, change: { status: 'pending', next_attempt_at: 7 } }])
  for (let number = 1; number <= 1_000; number++) {
    const done = add(log, number, 'whk_a')
    log.change([{ row: done, change: { status: 'delivered', next_attempt_at: null } }])
  }

  const next = open(folder)
  await next.load()

  // 16 MB in segments of 8 MB, a quarter more, and four to spare; 100 MB were written.
  expect(readdirSync(folder).length).toBeLessThanOrEqual(8)
  const waiting = next.index.rows.get('dlv_0') as Row
  expect(next.delivery(waiting)).toMatchObject({
    status: 'pending',
    next_attempt_at: 7,
    body: BODY,
  })
  const ids = [...next.index.rows.keys()]
  expect([ids[0], ids.at(-1)]).toEqual(['dlv_0', 'dlv_1000'])
  expect(ids.length).toBeGreaterThan(150)
  expect(next.index.pending.size).toBe(1)
})

it('a lazy body counts the same after compaction, until its delivery is done', () => {
  const log = new AccountEvents(new MemorySegments(1_000), { ...LIMITS, segmentBytes: 1_000 })
  const row = add(log, 0, 'whk_waiting', { length: 40, build: () => BODY })
  const before = { place: row.event.place, pendingBytes: log.index.pendingBytes }
  addAndRemove(log, 50)
  expect(row.event.place).not.toEqual(before.place)
  expect(log.index.pendingBytes).toBe(before.pendingBytes)

  log.change([{ row, change: { status: 'delivered', next_attempt_at: null } }])

  expect(log.index.pendingBytes).toBe(0)
  expect(log.delivery(row).body).toBe(BODY)
})

it('moves all deliveries of an event, and counts the lengths that they have then', () => {
  const log = new AccountEvents(new MemorySegments(1_000), { ...LIMITS, segmentBytes: 1_000 })
  const row = add(log, 0, 'whk_a', { length: 40, build: () => BODY })
  const other = { id: 'dlv_other', event_id: row.event_id, webhook_id: 'whk_b' }
  log.add({ events: [], deliveries: [other], keepsAll: true })
  const rows = [row, log.index.rows.get('dlv_other') as Row]
  const { segment } = row.event.place

  addAndRemove(log, 50)

  const places = [row.event.place, ...rows.map(({ place }) => place)]
  expect(places.map((place) => place.segment > segment)).toEqual([true, true, true])
  expect(row.event.place.bytes).toBeGreaterThan(BODY.length)
  expect(log.index.bytes).toBe(places.reduce((sum, { bytes }) => sum + bytes, 0))
})
