import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { watchDisk } from '../../../test/support/disk-steps.ts'
import {
  ACCOUNT,
  attemptAt,
  deliveryIds,
  idOf,
  inFolder,
  rowsOf,
  shownBy,
} from '../../../test/support/event-rows.ts'
import { StoreError } from '../store-error.ts'

describe('an event log on a disk that is full', () => {
  it.each(['before', 'half'] as const)('undoes what fails %s of its line', async (phase) => {
    const { log, reopen, folder } = await inFolder()
    await log.add(ACCOUNT, rowsOf(1))

    const free = fillDisk(folder, phase)
    const failure = await log.add(ACCOUNT, rowsOf(2, 3)).catch((error) => error)
    const whileFull = await deliveryIds(log)
    free()
    await log.add(ACCOUNT, rowsOf(4))

    expect(failure).toBeInstanceOf(StoreError)
    expect(failure.message).toMatch(/acc_a\.journal can't be written.*undone.*Free some space/s)
    expect(whileFull).toEqual([idOf(1)])
    expect(await deliveryIds(log)).toEqual([idOf(4), idOf(1)])
    expect(await shownBy(await reopen())).toEqual(await shownBy(log))
  })

  it('undoes a change of the account together with its rows', async () => {
    const { log, store, folder } = await inFolder()
    const { name } = await store.read(ACCOUNT)

    const free = fillDisk(folder)
    const adding = log.add(ACCOUNT, rowsOf(1), (account) => {
      account.name = 'lost'
      return true
    })
    await expect(adding).rejects.toThrow(StoreError)
    free()

    expect(await store.read(ACCOUNT)).toMatchObject({ name })
    expect(await deliveryIds(log)).toEqual([])
  })

  it('writes an attempt and what it changes of the account as one line, or neither', async () => {
    const { log, store, folder } = await inFolder()
    await log.add(ACCOUNT, rowsOf(1))
    const rows = await log.claim(ACCOUNT, 9, 9)
    const { name } = await store.read(ACCOUNT)
    const done = { status: 'delivered' as const, next_attempt_at: null, attempt: attemptAt(1) }
    const record = () =>
      log.change(
        ACCOUNT,
        rows,
        () => done,
        (account) => {
          account.name = 'with an attempt'
        },
      )
    const lines = () => {
      const accounts = join(folder, 'accounts')
      const journals = readdirSync(accounts).filter((name) => name.includes('.journal'))
      const texts = journals.map((name) => readFileSync(join(accounts, name), 'utf8'))
      return texts.join('').split('\n').length
    }

    const free = fillDisk(folder)
    await expect(record()).rejects.toThrow(StoreError)
    free()
    expect(await store.read(ACCOUNT)).toMatchObject({ name })
    expect(await log.find(ACCOUNT, idOf(1))).toMatchObject({ status: 'pending' })
    const before = lines()
    await record()

    expect(lines()).toBe(before + 1)
    expect(await store.read(ACCOUNT)).toMatchObject({ name: 'with an attempt' })
    expect(await log.find(ACCOUNT, idOf(1))).toMatchObject({ status: 'delivered' })
  })

  it('keeps a claimed delivery claimed until its change can be written', async () => {
    const { log, folder } = await inFolder()
    await log.add(ACCOUNT, rowsOf(1))
    const rows = await log.claim(ACCOUNT, 9, 9)
    const change = { status: 'pending' as const, next_attempt_at: 5, attempt: attemptAt(1) }

    const free = fillDisk(folder)
    await expect(log.change(ACCOUNT, rows, () => change)).rejects.toThrow(StoreError)
    expect(await log.claim(ACCOUNT, 9, 9)).toEqual([])
    free()
    await log.change(ACCOUNT, rows, () => change)

    expect(await log.find(ACCOUNT, idOf(1))).toMatchObject({ attempts: [attemptAt(1)] })
    expect((await log.claim(ACCOUNT, 9, 9)).length).toBe(1)
  })
})

/** Lines cannot be added any more. Call the result to end it. */
function fillDisk(folder: string, phase: 'before' | 'half' = 'before'): () => void {
  return watchDisk(folder, (step) => {
    if (step.call !== 'appendFileSync' || step.phase !== phase) return
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
}
