import { expect, it } from 'vitest'
import { LocalEntryLog, NO_ACCOUNT } from '../../runtime/account-logs.ts'
import { logView } from './log-view.ts'

interface Entry {
  sequence: number
  accountId: string | undefined
}

it('leaves an entry that came while another scope was read to the next read, with all after it', async () => {
  const log = new LocalEntryLog<Entry>({ perAccount: 10, bytes: 1000 }, () => 1)
  log.add({ accountId: 'acc_a' })
  const read = log.after.bind(log)
  log.after = (sequence, scope) => {
    const found = read(sequence, scope)
    // A reader that had seen the later one would never ask for this one.
    if (scope === 'acc_a' && log.newest() === 1) {
      log.add({ accountId: 'acc_a' })
      log.add({ accountId: undefined })
    }
    return found
  }
  const view = logView(log, ['acc_a', NO_ACCOUNT])
  const sequencesAfter = async (sequence: number) =>
    (await view.after(sequence)).map((entry) => entry.sequence)

  expect(await sequencesAfter(0)).toEqual([1])
  expect(await sequencesAfter(1)).toEqual([2, 3])
})
