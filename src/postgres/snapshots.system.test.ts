import { describe, expect, it } from 'vitest'
import { DOCUMENT } from '../../test/support/document.ts'
import { loadFixture } from '../../test/support/fixtures.ts'
import { postgres, testDatabase } from '../../test/support/postgres.ts'
import { START } from '../../test/support/sandbox.ts'
import { contentOf } from '../../test/support/store-accounts.ts'
import type { Account } from '../accounts/account.ts'
import { receiverIdOf } from '../runtime/receivers.ts'
import { MAX_SNAPSHOTS } from '../runtime/snapshots.ts'
import { StoreError, UnknownAccountError } from '../store/store-error.ts'
import { PostgresStore } from './postgres-store.ts'
import { PostgresReceivers } from './receivers.ts'
import { PostgresSnapshots } from './snapshots.ts'

const TIMES = { savedAt: START + 1, shows: START + 2 }
const PARTS = { rows: '{"an":"event"}\n', timesOf: () => TIMES }

async function replicas() {
  const database = await testDatabase()
  const open = async () => {
    const sql = await database.open()
    const store = new PostgresStore(sql)
    return { sql, store, snapshots: new PostgresSnapshots(sql) }
  }
  const [one, other] = [await open(), await open()]
  const [demo] = await loadFixture('demo', { now: START, seed: 1, document: DOCUMENT })
  for (const id of ['acc_a', 'acc_b']) {
    await one.store.add({
      ...(demo as Account),
      id,
      linkSecret: id,
      name: 'nul \u0000',
      keys: {},
      sessions: {},
    })
  }
  return { one, other }
}

describe.skipIf(!postgres.isAvailable)('snapshots on PostgreSQL', () => {
  it('hold the account as it was, for any replica', async () => {
    const { one, other } = await replicas()
    const before = await one.store.read('acc_a')

    const saved = await one.snapshots.save('acc_a', 'before', PARTS)
    await other.store.update('acc_a', (account) => {
      account.name = 'Another'
      account.campaigns.clear()
    })

    expect(saved).toEqual({ name: 'before', campaigns: before.campaigns.size, ...TIMES })
    expect(await other.snapshots.list('acc_a')).toEqual([saved])
    expect(await other.snapshots.find('acc_a', 'before')).toEqual(saved)
    const held = await other.snapshots.account('acc_a', 'before')
    expect(contentOf(held)).toEqual(contentOf(before))
    expect(await other.snapshots.rows('acc_a', 'before')).toBe(PARTS.rows)

    await other.store.replace(held)
    expect(contentOf(await one.store.read('acc_a'))).toEqual(contentOf(before))
  })

  it('are replaced under the same name, with all of their rows', async () => {
    const { one, other } = await replicas()
    await one.snapshots.save('acc_a', 'here', PARTS)
    await one.store.update('acc_a', (account) => {
      const [id] = account.campaigns.keys()
      account.campaigns.delete(id as string)
    })

    await other.snapshots.save('acc_a', 'here', { ...PARTS, rows: '' })

    const held = await one.snapshots.account('acc_a', 'here')
    expect(contentOf(held)).toEqual(contentOf(await one.store.read('acc_a')))
    expect(await one.snapshots.list('acc_a')).toMatchObject([{ name: 'here', campaigns: 11 }])
    expect(await one.snapshots.rows('acc_a', 'here')).toBe('')
  })

  it('are twenty at most, saved by any replicas at once', async () => {
    const { one, other } = await replicas()
    const saves = Array.from({ length: MAX_SNAPSHOTS + 5 }, (_, n) =>
      (n % 2 ? one : other).snapshots.save('acc_a', `number-${n}`, PARTS),
    )

    const saved = (await Promise.all(saves)).filter((snapshot) => snapshot !== undefined)

    expect(saved).toHaveLength(MAX_SNAPSHOTS)
    const names = (await one.snapshots.list('acc_a')).map(({ name }) => name)
    expect(names).toEqual(saved.map(({ name }) => name).sort())
    expect(await one.snapshots.save('acc_a', names[0] as string, PARTS)).toBeDefined()
    expect(await one.snapshots.save('acc_b', 'other', PARTS)).toBeDefined()
  })

  it('are not saved of an account in a state that must not be saved', async () => {
    const { one, other } = await replicas()
    await other.store.update('acc_a', (account) => {
      account.clock = { offsetMs: 0, frozenAt: START + 5 }
    })
    const refuse = ({ clock }: Pick<Account, 'clock'>) => {
      throw new Error(`frozen at ${clock.frozenAt}`)
    }

    const refused = one.snapshots.save('acc_a', 'here', { rows: '', timesOf: refuse })

    await expect(refused).rejects.toThrow(`frozen at ${START + 5}`)
    expect(await one.snapshots.list('acc_a')).toEqual([])
    const unknown = one.snapshots.save('acc_none', 'here', PARTS)
    await expect(unknown).rejects.toBeInstanceOf(UnknownAccountError)
    await expect(one.snapshots.account('acc_a', 'here')).rejects.toBeInstanceOf(StoreError)
  })

  it('are removed alone, and forgotten with their account', async () => {
    const { one, other } = await replicas()
    for (const name of ['a', 'b']) await one.snapshots.save('acc_a', name, PARTS)
    await one.snapshots.save('acc_b', 'a', PARTS)

    await other.snapshots.remove('acc_a', 'a')
    expect(await one.snapshots.list('acc_a')).toMatchObject([{ name: 'b' }])
    expect(await one.snapshots.find('acc_a', 'a')).toBeUndefined()
    await other.snapshots.forget('acc_a')

    expect([
      await one.snapshots.remembers('acc_a'),
      await one.snapshots.remembers('acc_b'),
    ]).toEqual([false, true])
    const left = await one.sql.query('SELECT DISTINCT account_id FROM sandbox.snapshot')
    expect(left).toEqual([{ account_id: 'acc_b' }])
  })
})

describe.skipIf(!postgres.isAvailable)('the owner of a receiver', () => {
  it('is found by any replica, as long as the account has its address', async () => {
    const { one, other } = await replicas()
    const receivers = new PostgresReceivers(other.sql, other.store)
    const account = await one.store.read('acc_b')
    const receiverId = receiverIdOf(account)

    expect(await receivers.ownerOf(receiverId)).toMatchObject({ id: 'acc_b' })
    await one.store.replace({ ...account, linkSecret: 'another' })

    expect(await receivers.ownerOf(receiverId)).toBeUndefined()
    const next = receiverIdOf({ linkSecret: 'another' })
    expect(await receivers.ownerOf(next)).toMatchObject({ id: 'acc_b' })
    expect(await receivers.ownerOf('rcv_\u0000')).toBeUndefined()
    await one.store.remove('acc_b')
    expect(await receivers.ownerOf(next)).toBeUndefined()
  })
})
