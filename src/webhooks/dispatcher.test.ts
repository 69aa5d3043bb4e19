import { describe, expect, it } from 'vitest'
import { numbersOf, startDispatcher as start } from '../../test/support/dispatching.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import {
  BEGIN,
  deliveries,
  deliveryNumber,
  webhookTo,
} from '../../test/support/records/deliveries.ts'
import type { Delivery } from '../accounts/delivery.ts'

const MINUTE = 60_000

describe('kick', () => {
  it('sends due deliveries, records them and returns the results', async () => {
    const receiver = await startReceiver()
    const later = { next_attempt_at: BEGIN + 1 }
    const { kick, delivery, statuses } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(3, (number) => (number === 2 ? later : {})),
    })

    const tally = await kick()

    expect(tally).toEqual({ delivered: 2, failed_attempts: 0, given_up: 0 })
    expect(numbersOf(receiver)).toEqual([0, 1])
    expect(await statuses()).toEqual(['delivered', 'delivered', 'pending'])
    expect((await delivery()).attempts).toMatchObject([{ at: BEGIN, manual: false, status: 200 }])
    expect(await kick()).toEqual({ delivered: 0, failed_attempts: 0, given_up: 0 })
  })

  it('keeps the order of a campaign, and sends the next while one waits for its retry', async () => {
    const receiver = await startReceiver(({ event }, response) => {
      response.writeHead(event.data.number === 1 ? 500 : 200).end()
    })
    const { kick, advance } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(4),
    })

    const first = await kick()
    advance(MINUTE)
    const second = await kick()

    expect(numbersOf(receiver)).toEqual([0, 1, 2, 3, 1])
    expect(first).toEqual({ delivered: 3, failed_attempts: 1, given_up: 0 })
    expect(second).toEqual({ delivered: 0, failed_attempts: 1, given_up: 0 })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
  })

  it('stops at 410, and waiting deliveries fail with the reason', async () => {
    const receiver = await startReceiver((_, response) => void response.writeHead(410).end())
    const { kick, account, delivery, statuses } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: [...deliveries(3), deliveryNumber(3, { next_attempt_at: BEGIN + MINUTE })],
    })

    await kick()

    expect(receiver.received).toHaveLength(1)
    expect((await account()).webhooks.whk_a?.status).toBe('disabled')
    expect(await statuses()).toEqual(['failed', 'failed', 'failed', 'failed'])
    expect((await delivery('dlv_2')).failure_reason).toMatch(/^The webhook is disabled: .*410/)
  })

  it('fails deliveries for a disabled or deleted webhook', async () => {
    const receiver = await startReceiver()
    const { kick, delivery } = await start({
      webhooks: [webhookTo(receiver.url, { status: 'disabled' })],
      held: deliveries(2, (number) => ({ webhook_id: number === 0 ? 'whk_a' : 'whk_gone' })),
    })

    await kick()

    expect((await delivery()).failure_reason).toBe('The webhook is disabled.')
    expect((await delivery('dlv_1')).failure_reason).toBe('The webhook was deleted.')
    expect(receiver.received).toEqual([])
  })
})

describe('nextDue', () => {
  it('is at once for a retry to a webhook that was deleted, which is given up', async () => {
    const { dispatcher, account, change, kick } = await start({
      webhooks: [webhookTo('http://localhost:9/hook')],
      held: [deliveryNumber(0, { next_attempt_at: BEGIN + 60_000 })],
    })
    const before = await dispatcher.nextDue(await account())
    await change(({ webhooks }) => {
      delete webhooks.whk_a
    })

    const due = (await dispatcher.nextDue(await account())) as number

    expect(before).toBe(BEGIN + 60_000)
    expect(due).toBeLessThan(BEGIN)
    expect(await kick()).toMatchObject({ given_up: 1 })
  })
})

describe('resend', () => {
  it.each<[string, Partial<Delivery>]>([
    ['delivered', { status: 'delivered', next_attempt_at: null }],
    ['failed', { status: 'failed', next_attempt_at: null }],
    ['pending', { next_attempt_at: BEGIN + MINUTE }],
  ])('sends a delivery that is %s again, as the same event', async (_, held) => {
    const receiver = await startReceiver()
    const { dispatcher, delivery } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: [deliveryNumber(0, held)],
    })

    const resent = await dispatcher.resend('acc_a', 'dlv_0')

    expect(resent).toMatchObject({ status: 'delivered', next_attempt_at: null })
    expect(resent.attempts).toMatchObject([{ at: BEGIN, manual: true, status: 200 }])
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_0'])
    expect(await delivery()).toEqual(resent)
  })

  it('does not change the schedule when it fails', async () => {
    const receiver = await startReceiver()
    receiver.status = 500
    const { dispatcher } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: [deliveryNumber(0, { next_attempt_at: BEGIN + MINUTE })],
    })

    const resent = await dispatcher.resend('acc_a', 'dlv_0')

    expect(resent).toMatchObject({ status: 'pending', next_attempt_at: BEGIN + MINUTE })
    expect(resent.attempts).toMatchObject([{ manual: true, status: 500 }])
  })
})
