import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  ACCOUNT,
  attemptAt,
  changeTo,
  deliveryIds,
  idOf,
  inFolder,
  rowsOf,
  shownBy,
} from '../../../test/support/event-rows.ts'
import { StoreError } from '../store-error.ts'
import type { EventLog } from './event-log.ts'

describe('an event log on a full disk', () => {
  it.each([0, 1, 20])('adds nothing, after %d bytes were written', async (bytes) => {
    const { log, reopen } = inFolder()
    await log.add(ACCOUNT, rowsOf(1))
    const before = await shownBy(log)

    const free = fillDisk({ bytes })
    const failure = await log.add(ACCOUNT, rowsOf(2)).catch((error) => error)
    await expect(log.stage(ACCOUNT, rowsOf(3))).rejects.toThrow(StoreError)
    free()

    expect(failure).toBeInstanceOf(StoreError)
    expect(failure.message).toMatch(/undone: .*\(ENOSPC\).*Free some space/)
    expect(await shownBy(log)).toEqual(before)
    await log.add(ACCOUNT, rowsOf(4))
    expect(await deliveryIds(log)).toEqual([idOf(4), idOf(1)])
    expect(await shownBy((await reopen?.()) as EventLog)).toEqual(await shownBy(log))
  })

  it('has no rows if the first file cannot be written', async () => {
    const { log, reopen } = inFolder()

    const free = fillDisk({ bytes: 5 })
    await expect(log.add(ACCOUNT, rowsOf(1))).rejects.toThrow(StoreError)
    free()

    expect(await deliveryIds(log)).toEqual([])
    await log.add(ACCOUNT, rowsOf(2))
    expect(await deliveryIds((await reopen?.()) as EventLog)).toEqual([idOf(2)])
  })

  it('keeps a claimed delivery claimed until its change can be written', async () => {
    const { log } = inFolder()
    await log.add(ACCOUNT, rowsOf(1))
    const rows = await log.claim(ACCOUNT, 9, 9)
    const change = { status: 'pending' as const, next_attempt_at: 5, attempt: attemptAt(1) }

    const free = fillDisk()
    await expect(log.change(ACCOUNT, rows, () => change)).rejects.toThrow(StoreError)
    expect(await log.claim(ACCOUNT, 9, 9)).toEqual([])
    free()
    await log.change(ACCOUNT, rows, () => change)

    expect(await log.find(ACCOUNT, idOf(1))).toMatchObject({ attempts: [attemptAt(1)] })
    expect((await log.claim(ACCOUNT, 9, 9)).length).toBe(1)
  })

  it('leaves deliveries due that cannot be given up', async () => {
    const { log } = inFolder()
    await log.add(ACCOUNT, rowsOf(1, 2))

    const free = fillDisk()
    await expect(log.giveUp(ACCOUNT, 'whk_a', 'Gone.')).rejects.toThrow(StoreError)
    await expect(log.bringForward(ACCOUNT, { ms: 1 })).rejects.toThrow(StoreError)
    free()

    expect((await log.claim(ACCOUNT, 9, 9)).map(({ id }) => id)).toEqual([idOf(1), idOf(2)])
  })

  it('keeps deliveries due for which there was no room', async () => {
    const { log } = inFolder({ pending: 2 })
    await log.add(ACCOUNT, rowsOf(1, 2))

    const free = fillDisk({ after: 1 })
    await log.add(ACCOUNT, rowsOf(3, 4))
    const whileFull = await log.pending(ACCOUNT)
    free()
    await log.release(ACCOUNT, [])

    expect(whileFull).toBe(4)
    const due = (await log.claim(ACCOUNT, 9, 9)).map(({ id }) => id)
    expect(due).toEqual([idOf(1), idOf(2), idOf(3), idOf(4)])
  })

  it('records a change even if old rows cannot be written again for it', async () => {
    const { log } = inFolder({ segmentBytes: 200 })
    await log.add(ACCOUNT, rowsOf(1))
    const change = { status: 'pending' as const, next_attempt_at: 5, attempt: attemptAt(1) }

    for (let round = 0; round < 30; round += 1) {
      await changeTo(log, [idOf(1)], { ...change, attempt: attemptAt(1, { manual: true }) })
      const rows = await log.claim(ACCOUNT, 9, 9)
      // The attempt, and then the header of a new file, or what is written again.
      const free = fillDisk({ after: 2 })
      await log.change(ACCOUNT, rows, () => undefined)
      free()
      expect(rows.length).toBe(1)
    }
  })

  it('can still be read', async () => {
    const { log } = inFolder()
    await log.add(ACCOUNT, rowsOf(1))

    fillDisk()

    expect(await deliveryIds(log)).toEqual([idOf(1)])
  })
})

/** Writes fail, from the one after the first `after` on; of that one, `bytes` are written. Call the result to end it. */
function fillDisk({ after = 0, bytes = 0 } = {}): () => void {
  const { writeSync } = fs
  let left = after
  const write = (file: number, buffer: Uint8Array, offset: number) => {
    if (left-- > 0) return writeSync(file, buffer, offset)
    if (bytes > 0 && offset === 0) return writeSync(file, buffer, 0, bytes)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }
  fs.writeSync = write as typeof writeSync
  syncBuiltinESMExports()
  const free = () => {
    fs.writeSync = writeSync
    syncBuiltinESMExports()
  }
  onTestFinished(free)
  return free
}
