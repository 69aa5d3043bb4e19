import { describe, expect, it } from 'vitest'
import { accountWith, deliveries, deliveryNumber } from '../../test/support/records/deliveries.ts'
import type { Account } from '../accounts/account.ts'
import type { Delivery } from '../accounts/delivery.ts'
import { applyChanges } from '../store/transaction.ts'
import {
  addDeliveries,
  listDeliveries,
  PENDING_CHARACTERS,
  pendingDeliveries,
} from './delivery-log.ts'

const ids = (account: { deliveries: Map<string, Delivery> }) => [...account.deliveries.keys()]
const finished = { status: 'delivered' as const, next_attempt_at: null }

function accountHolding(held: Delivery[]) {
  const account = accountWith([])
  for (const delivery of held) account.deliveries.set(delivery.id, delivery)
  return account
}

function changed(before: Account, change: (draft: Account) => void): Account {
  return applyChanges(before, [change]).state
}

describe('addDeliveries', () => {
  it('keeps a thousand finished deliveries, and all pending ones', () => {
    const held = deliveries(1100, (number) => (number < 1001 ? finished : {}))
    const before = accountHolding(held)

    const after = changed(before, (draft) => addDeliveries(draft, [deliveryNumber(9999)]))

    expect(ids(after)).toEqual([...held.slice(1).map(({ id }) => id), 'dlv_9999'])
  })

  it('counts deliveries that the same draft finished or added before', () => {
    const before = accountHolding(deliveries(1000, () => finished))

    const after = changed(before, (draft) => {
      addDeliveries(draft, [deliveryNumber(1000)])
      Object.assign(draft.deliveries.get('dlv_1000') as Delivery, finished)
      addDeliveries(draft, [deliveryNumber(1001)])
    })

    expect(after.deliveries.size).toBe(1001)
    expect(after.deliveries.has('dlv_0')).toBe(false)
  })

  it('gives up the oldest of the longest backlog when ten thousand are waiting', () => {
    const webhookOf = (number: number) => ({ webhook_id: number < 50 ? 'whk_small' : 'whk_long' })
    const before = accountHolding(deliveries(10_000, webhookOf))

    const after = changed(before, (draft) =>
      addDeliveries(draft, [
        deliveryNumber(10_000, { webhook_id: 'whk_small' }),
        deliveryNumber(10_001, { webhook_id: 'whk_small' }),
      ]),
    )

    const failed = [...after.deliveries.values()].filter(({ status }) => status === 'failed')
    expect(failed.map(({ id }) => id)).toEqual(['dlv_50', 'dlv_51'])
    expect(failed[0]).toMatchObject({
      next_attempt_at: null,
      failure_reason: 'More than 10000 deliveries of the account were waiting.',
    })
  })
})

describe('addDeliveries of long bodies', () => {
  const LONG = 'x'.repeat(PENDING_CHARACTERS / 1024)

  it('gives up the oldest of the longest backlog when the pending bodies are too long together', () => {
    const before = accountHolding(
      deliveries(1024, (number) => ({
        body: LONG,
        webhook_id: number < 50 ? 'whk_small' : 'whk_long',
      })),
    )

    const after = changed(before, (draft) =>
      addDeliveries(draft, [deliveryNumber(1024, { body: 'x' })]),
    )

    const failed = [...after.deliveries.values()].filter(({ status }) => status === 'failed')
    expect(failed.map(({ id, failure_reason }) => [id, failure_reason])).toEqual([
      ['dlv_50', 'More than 16777216 characters of deliveries of the account were waiting.'],
    ])
  })

  it('keeps all up to the limit', () => {
    const before = accountHolding(deliveries(1023, () => ({ body: LONG })))

    const after = changed(before, (draft) =>
      addDeliveries(draft, [deliveryNumber(1023, { body: LONG })]),
    )

    expect(pendingDeliveries(after)).toHaveLength(1024)
  })
})

describe('listDeliveries', () => {
  const account = accountHolding(
    deliveries(6, (number) => ({
      webhook_id: `whk_${number % 2}`,
      campaign_id: `cmp_${number % 3}`,
      ...(number < 2 ? finished : {}),
      ...(number === 5 ? { type: 'mention.detected' as const } : {}),
    })),
  )
  const listed = (
    filter: Parameters<typeof listDeliveries>[1],
    page = { limit: 50, offset: 0 },
  ) => {
    const { items, total } = listDeliveries(account, filter, page)
    return [items.map(({ id }) => Number(id.slice(4))), total]
  }

  it.each<[Parameters<typeof listDeliveries>[1], number[]]>([
    [{}, [5, 4, 3, 2, 1, 0]],
    [{ webhook_id: 'whk_1' }, [5, 3, 1]],
    [{ campaign_id: 'cmp_2' }, [5, 2]],
    [{ event_id: 'evt_3' }, [3]],
    [{ status: 'delivered' }, [1, 0]],
    [{ type: 'mention.detected' }, [5]],
    [{ webhook_id: 'whk_1', status: 'pending' }, [5, 3]],
    [{ webhook_id: 'whk_unknown' }, []],
  ])('%j: %j, newest first', (filter, expected) => {
    expect(listed(filter)).toEqual([expected, expected.length])
  })

  it('returns a page and the total', () => {
    expect(listed({ status: 'pending' }, { limit: 2, offset: 1 })).toEqual([[4, 3], 4])
  })
})

it('finds pending deliveries, oldest first', () => {
  const account = accountHolding(deliveries(4, (number) => (number === 1 ? finished : {})))

  expect(pendingDeliveries(account).map(({ id }) => id)).toEqual(['dlv_0', 'dlv_2', 'dlv_3'])
})
