import { readFileSync, writeFileSync } from 'node:fs'
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
import type { Account } from '../../accounts/account.ts'
import { StoreError } from '../store-error.ts'

describe('an event log in a folder, opened again', () => {
  it('shows the same', async () => {
    const { log, reopen } = await openLog()
    await log.add(ACCOUNT, rowsWith([eventOf(1, { alerts: ['alt_a'] }), eventOf(2), eventOf(3)]))
    await changeTo(log, [idOf(1)], { attempt: attemptAt(4, { error: null }) })
    const retry = { status: 'pending' as const, next_attempt_at: 90, attempt: attemptAt(4) }
    await changeTo(log, [idOf(2)], retry)
    await changeTo(log, [idOf(3)], { status: 'failed', failure_reason: 'Gone.\t"\n' })
    await log.bringForward(ACCOUNT, { ms: 20 })
    const before = await shownBy(log)

    expect(await shownBy(await reopen())).toEqual(before)
  })

  it('shows the same after its journal was folded', async () => {
    const { log, reopen, store } = await openLog()
    await log.add(ACCOUNT, rowsOf(1, 2, 3))
    await changeTo(log, [idOf(2)], { attempt: attemptAt(4, { error: null }) })
    const before = await shownBy(log)

    await store.close()
    const again = await reopen()

    expect(await shownBy(again)).toEqual(before)
    await again.add(ACCOUNT, rowsOf(4))
    expect(await deliveryIds(await reopen())).toEqual([4, 3, 2, 1].map((number) => idOf(number)))
  })

  it('has the times of retries that were brought forward while under way', async () => {
    const { log, reopen } = await openLog()
    await log.add(ACCOUNT, rowsOf(100))
    await log.claim(ACCOUNT, 100, 9)
    await log.bringForward(ACCOUNT, { ms: 60 })
    const before = await shownBy(log)

    expect(await shownBy(await reopen())).toEqual(before)
  })

  it('has all of a change of an account, its events and deliveries, or nothing of it', async () => {
    const { log, store, reopenStore, journal } = await openLog()
    const run = (name: string) => (account: Account) => {
      account.name = name
      return true
    }
    const shown = async (opened = { store, log }) => {
      return [(await opened.store.read(ACCOUNT)).name, await shownBy(opened.log)]
    }
    await log.add(ACCOUNT, rowsOf(1), run('before'))
    const before = await shown()
    const begin = readFileSync(journal).length
    await log.add(ACCOUNT, rowsOf(2, 3), run('after'))
    const after = await shown()
    const whole = readFileSync(journal)

    for (let end = begin; end <= whole.length; end += 1) {
      writeFileSync(journal, whole.subarray(0, end))
      expect(await shown(await reopenStore())).toEqual(end === whole.length ? after : before)
    }
  })

  it('has no rows of a change that was not to be made', async () => {
    const { log, reopen } = await openLog()

    const added = await log.add(ACCOUNT, rowsOf(1), () => false)

    expect(added).toBeUndefined()
    expect(await deliveryIds(log)).toEqual([])
    expect(await deliveryIds(await reopen())).toEqual([])
  })

  it('has none of the account before, also if the process ended right after its replacement', async () => {
    const { log, store, reopenStore } = await openLog()
    await log.add(ACCOUNT, rowsOf(1, 2))
    await store.replace({ ...(await store.read(ACCOUNT)), name: 'reset' })

    const again = await reopenStore()

    expect(await deliveryIds(log)).toEqual([])
    expect(await again.store.read(ACCOUNT)).toMatchObject({ name: 'reset' })
    expect(await again.log.remembers(ACCOUNT)).toBe(false)
  })

  it('goes on after a line that was cut off', async () => {
    const { log, reopen, journal } = await openLog()
    await log.add(ACCOUNT, rowsOf(1))
    await log.add(ACCOUNT, rowsOf(2, 3))
    const whole = readFileSync(journal)
    writeFileSync(journal, whole.subarray(0, whole.length - 3))

    const again = await reopen()
    await again.add(ACCOUNT, rowsOf(4))
    const shown = await shownBy(again)

    expect(shown.deliveries.map(({ id }) => id)).toEqual([idOf(4), idOf(1)])
    expect(await shownBy(await reopen())).toEqual(shown)
  })

  it('does not start with a journal whose events are no list', async () => {
    const { log, reopen, journal } = await openLog()
    await log.add(ACCOUNT, rowsOf(1))
    const [header] = readFileSync(journal, 'utf8').split('\n')
    writeFileSync(journal, `${header}\n${JSON.stringify({ revision: 2, events: 3 })}\n`)

    await expect(reopen()).rejects.toThrow(StoreError)
    await expect(reopen()).rejects.toThrow(/acc_a\.journal is damaged: line 2 is not a change/)
  })
})

async function openLog() {
  const opened = await inFolder()
  return {
    ...opened,
    journal: join(opened.folder, 'accounts', `${ACCOUNT}.journal`),
    reopen: async () => (await opened.reopenStore()).log,
  }
}
