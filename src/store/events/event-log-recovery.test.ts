import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ACCOUNT,
  attemptAt,
  changeTo,
  deliveryIds,
  eventOf,
  idOf,
  inFolder,
  rowsOf,
  rowsWith,
  shownBy,
} from '../../../test/support/event-rows.ts'
import { StoreError } from '../store-error.ts'
import type { EventLogLimits } from './event-log.ts'
import { LocalEventLog } from './local-event-log.ts'

describe('an event log in a folder, opened again', () => {
  it('shows the same', async () => {
    const { log, reopen } = openLog()
    await log.add(ACCOUNT, rowsWith([eventOf(1, { alerts: ['alt_a'] }), eventOf(2), eventOf(3)]))
    await changeTo(log, [idOf(1)], { attempt: attemptAt(4, { error: null }) })
    const retry = { status: 'pending' as const, next_attempt_at: 90, attempt: attemptAt(4) }
    await changeTo(log, [idOf(2)], retry)
    await changeTo(log, [idOf(3)], { status: 'failed', failure_reason: 'Gone.\t"\n' })
    await log.bringForward(ACCOUNT, { ms: 20 })
    const before = await shownBy(log)

    expect(await shownBy(await reopen())).toEqual(before)
  })

  it('has the times of retries that were brought forward while under way', async () => {
    const { log, reopen } = openLog()
    await log.add(ACCOUNT, rowsOf(100))
    await log.claim(ACCOUNT, 100, 9)
    await log.bringForward(ACCOUNT, { ms: 60 })
    const before = await shownBy(log)

    expect(await shownBy(await reopen())).toEqual(before)
  })

  it('keeps staged rows if all of their events are recorded, and drops others', async () => {
    const { log, reopen } = openLog()
    await log.stage(ACCOUNT, rowsOf(1, 2))
    await log.stage(ACCOUNT, rowsOf(2, 3))
    await log.stage(ACCOUNT, { events: [], deliveries: [], keepsAll: true })

    const again = await reopen()
    expect(await deliveryIds(again)).toEqual([])
    await again.settle(ACCOUNT, ({ at, campaign_id }) => at < 3 && campaign_id === 'cmp_a')
    await again.add(ACCOUNT, rowsOf(4))

    const shown = await shownBy(again)
    expect(shown.deliveries.map(({ id }) => id)).toEqual([idOf(4), idOf(2), idOf(1)])
    const last = await reopen()
    await last.settle(ACCOUNT, () => true)
    expect(await shownBy(last)).toEqual(shown)
  })

  it('has all of a change or nothing, wherever its writing was cut off', async () => {
    const { log, reopen, last } = openLog()
    await log.add(ACCOUNT, rowsOf(1))
    const before = await shownBy(log)
    const begin = last().size
    await log.add(ACCOUNT, rowsOf(2, 3))
    const after = await shownBy(log)
    const whole = readFileSync(last().path)

    for (let end = begin; end <= whole.length; end += 1) {
      writeFileSync(last().path, whole.subarray(0, end))
      const again = await reopen()
      await again.settle(ACCOUNT, () => true)
      expect(await shownBy(again)).toEqual(end === whole.length ? after : before)
    }
  })

  it('goes on after a line that was cut off', async () => {
    const { log, reopen, last } = openLog()
    await log.add(ACCOUNT, rowsOf(1))
    await log.stage(ACCOUNT, rowsOf(2, 3))
    truncateSync(last().path, last().size - 3)

    const again = await reopen()
    await again.settle(ACCOUNT, () => true)
    await again.add(ACCOUNT, rowsOf(4))
    const shown = await shownBy(again)

    expect(shown.deliveries.map(({ id }) => id)).toContain(idOf(4))
    expect(await shownBy(await reopen())).toEqual(shown)
  })

  it('keeps what is written again after a change that was cut off', async () => {
    const { log, reopen, last, files } = openLog({ segmentBytes: 2_000 })
    const attempt = attemptAt(1, { manual: true })
    await log.add(ACCOUNT, rowsOf(1))
    while (files().length < 3) {
      await changeTo(log, [idOf(1)], { status: 'pending', next_attempt_at: 5, attempt })
    }
    // Keeps the file of the change that is cut off.
    await log.add(ACCOUNT, rowsOf(5))
    await log.stage(ACCOUNT, rowsOf(2, 3, 4))
    truncateSync(last().path, last().size - 200)

    const again = await reopen()
    await again.settle(ACCOUNT, () => false)
    for (let round = 0; files()[0] === '000001.jsonl' && round < 500; round += 1) {
      await changeTo(again, [idOf(1)], { status: 'pending', next_attempt_at: 5, attempt })
    }
    const shown = await shownBy(again)

    expect(files()).not.toContain('000001.jsonl')
    expect(await shownBy(await reopen())).toEqual(shown)
  })

  it('has the state of rows that were written again', async () => {
    const { log, reopen, files } = openLog({ segmentBytes: 2_000 })
    await log.add(ACCOUNT, rowsWith([eventOf(1), eventOf(2)], ['whk_b']))
    await log.add(ACCOUNT, rowsOf(3))
    await log.giveUp(ACCOUNT, 'whk_b', 'Gone.')
    const attempt = attemptAt(1, { manual: true })
    for (let round = 0; files()[0] === '000001.jsonl' && round < 500; round += 1) {
      await changeTo(log, [idOf(3)], { status: 'pending', next_attempt_at: 5, attempt })
    }
    const shown = await shownBy(log)

    expect(files()).not.toContain('000001.jsonl')
    expect(await shownBy(await reopen())).toEqual(shown)
  })

  it('keeps the lines of staged rows, whatever is written before they are committed', async () => {
    const { log, reopen, files } = openLog({ segmentBytes: 2_000, deliveries: 3, events: 3 })
    const staged = await log.stage(ACCOUNT, rowsOf(1))
    for (let number = 10; files().length < 20; number += 1) {
      await log.add(ACCOUNT, rowsOf(number))
      await changeTo(log, [idOf(number)], {})
    }
    await staged.commit()

    expect(await log.find(ACCOUNT, idOf(1))).toMatchObject({ body: eventOf(1).body })
    expect(files().length).toBeLessThan(8)
    expect((await (await reopen()).find(ACCOUNT, idOf(1)))?.body).toBe(eventOf(1).body)
  })

  it('begins an empty file again', async () => {
    const { log, reopen, last } = openLog()
    await log.add(ACCOUNT, rowsOf(1))
    writeFileSync(last().path, '')

    const again = await reopen()
    await again.add(ACCOUNT, rowsOf(2))

    expect(await deliveryIds(await reopen())).toEqual([idOf(2)])
  })

  it.each([
    ['is not JSON', '{"kind":"event"', /000001\.jsonl is incomplete or not JSON/],
    ['is no event', '{"kind":3}', /000001\.jsonl is damaged/],
    ['is null', 'null', /000001\.jsonl is damaged/],
  ])('names the file with a line that %s', async (_, line, message) => {
    const { log, reopen, last } = openLog()
    await log.add(ACCOUNT, rowsOf(1))
    appendFileSync(last().path, `${line}\n`)
    await log.add(ACCOUNT, rowsOf(2))
    await log.add('acc_b', rowsOf(7))
    const before = readFileSync(last().path)

    const again = await reopen()

    const failure = await again.add(ACCOUNT, rowsOf(3)).catch((error) => error)
    expect(failure).toBeInstanceOf(StoreError)
    expect(failure.message).toMatch(message)
    await expect(again.claim(ACCOUNT, 9, 9)).rejects.toThrow(StoreError)
    expect((await again.claim('acc_b', 9, 9)).length).toBe(1)
    expect(readFileSync(last().path)).toEqual(before)
  })

  it.each([
    [
      'another account',
      /"account":"acc_a"/,
      '"account":"acc_x"',
      /000001.jsonl is of account acc_x/,
    ],
    ['another format', /svc-sandbox.events/, 'other', /000001.jsonl is not a log of events/],
    ['a newer release', /"version":1/, '"version":9', /000001.jsonl has version 9/],
  ])('refuses the file of %s', async (_, from, to, message) => {
    const { log, reopen, last } = openLog()
    await log.add(ACCOUNT, rowsOf(1))
    writeFileSync(last().path, readFileSync(last().path, 'utf8').replace(from, to))

    const again = await reopen()

    await expect(again.pending(ACCOUNT)).rejects.toThrow(message)
  })

  it('forgets a log that cannot be read', async () => {
    const { log, reopen, last, folder } = openLog()
    await log.add(ACCOUNT, rowsOf(1))
    writeFileSync(last().path, 'other\n')

    const again = await reopen()
    await expect(again.pending(ACCOUNT)).rejects.toThrow(StoreError)
    await again.forget(ACCOUNT)

    expect(readdirSync(folder)).toEqual([])
    await again.add(ACCOUNT, rowsOf(2))
    expect(await deliveryIds(again)).toEqual([idOf(2)])
  })

  it('can be read again once its file is repaired', async () => {
    const { log, reopen, last } = openLog()
    await log.add(ACCOUNT, rowsOf(1))
    const whole = readFileSync(last().path)
    writeFileSync(last().path, 'other\n')
    const again = await reopen()
    await expect(again.pending(ACCOUNT)).rejects.toThrow(StoreError)

    writeFileSync(last().path, whole)

    expect(await deliveryIds(again)).toEqual([idOf(1)])
  })

  it('remembers an account whose removal was interrupted, until it is forgotten', async () => {
    const { log, reopen, folder } = openLog()
    await log.add('acc_removed', rowsOf(1))

    const again = await reopen()
    const before = await again.remembers('acc_removed')
    await again.forget('acc_removed')

    expect([before, await again.remembers('acc_removed')]).toEqual([true, false])
    expect(readdirSync(folder)).toEqual([])
  })
})

function openLog(limits?: Partial<EventLogLimits>) {
  const { log, folder } = inFolder(limits)
  const files = () => readdirSync(join(folder as string, ACCOUNT)).sort()
  const last = () => {
    const path = join(folder as string, ACCOUNT, files().at(-1) as string)
    return { path, size: readFileSync(path).length }
  }
  return {
    ...{ log, files, last, folder: folder as string },
    reopen: async () => new LocalEventLog(folder, limits),
  }
}
