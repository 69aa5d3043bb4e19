import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ACCOUNT,
  deliveryIds,
  idOf,
  inFolder,
  rowsOf,
  shownBy,
} from '../../../test/support/event-rows.ts'
import type { Account } from '../../accounts/account.ts'

describe('an event log in a folder, opened again', () => {
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
})

async function openLog() {
  const opened = await inFolder()
  return {
    ...opened,
    journal: join(opened.folder, 'accounts', `${ACCOUNT}.journal`),
    reopen: async () => (await opened.reopenStore()).log,
  }
}
