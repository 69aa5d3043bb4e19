import { describe, expect, it } from 'vitest'
import { numbersOf, startDispatcher as start } from '../../test/support/dispatching.ts'
import { startReceiver } from '../../test/support/receiver.ts'
import {
  accountWith,
  BEGIN,
  deliveries,
  deliveryNumber,
  webhookTo,
} from '../../test/support/records/deliveries.ts'
import { noDeliveries, SlowReceivers } from './pace.ts'

describe('kick', () => {
  it('postpones only slow webhooks during an advance', async () => {
    let elapsed = 0
    const slow = await startReceiver((_, response) => {
      elapsed += 15_000
      response.writeHead(500).end()
    })
    const quick = await startReceiver()
    const { dispatcher, kick, delivery, account, add } = await start({
      webhooks: [webhookTo(slow.url), webhookTo(quick.url, { id: 'whk_b' })],
      held: deliveries(5),
      clock: { elapsed: () => elapsed },
    })

    const postponed = new SlowReceivers()
    const queue = dispatcher.hurry('acc_a', {
      ...{ from: BEGIN, slow: postponed, tally: noDeliveries() },
    })
    await kick()
    const during = numbersOf(slow)
    const due = await dispatcher.nextDue(await account())
    await add([deliveryNumber(5, { webhook_id: 'whk_b' })])
    await kick()
    dispatcher.calm(queue)
    await kick()

    expect(during).toEqual([0, 1])
    expect(postponed.ids).toEqual(['whk_a'])
    expect(due).toBeUndefined()
    expect(numbersOf(quick)).toEqual([5])
    expect(numbersOf(slow)).toEqual([0, 1, 2, 3, 4])
    expect((await delivery('dlv_4')).attempts).toHaveLength(1)
  })

  it('has one delivery of a campaign and ten of a webhook under way', async () => {
    const receiver = await startReceiver(() => {})
    const { kick, dispatcher } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(30, (number) => ({ campaign_id: `cmp_${number % 15}` })),
    })

    const kicked = kick()
    await receiver.arrived(10)
    await dispatcher.close()
    await kicked

    expect(numbersOf(receiver).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('sends for other accounts while a hundred webhooks of one do not answer', async () => {
    const hanging = await startReceiver(() => {})
    const quick = await startReceiver()
    const webhooks = Array.from({ length: 100 }, (_, n) =>
      webhookTo(hanging.url, { id: `whk_${n}` }),
    )
    const { kick, dispatcher, store, add } = await start({
      webhooks,
      held: deliveries(1_000, (number) => ({
        campaign_id: `cmp_${number}`,
        webhook_id: `whk_${number % 100}`,
      })),
    })
    await store.add(accountWith([webhookTo(quick.url)], 'acc_b'))
    await add(deliveries(50), 'acc_b')

    void kick()
    await hanging.arrived(100)
    await dispatcher.kick('acc_b')

    expect(quick.received).toHaveLength(50)
    expect(hanging.received.length).toBeGreaterThanOrEqual(100)
  })

  it('lets an advance go on when what is due is claimed', async () => {
    const receiver = await startReceiver(() => {})
    const { kick, dispatcher } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(2_001),
    })
    const hurry = { from: BEGIN, slow: new SlowReceivers(), tally: noDeliveries() }
    const queue = dispatcher.hurry('acc_a', hurry)
    let goesOn = false

    const kicked = kick()
    await receiver.arrived(1)
    void queue.roomForMore(2_000, 0).then(() => {
      goesOn = true
    })
    await queue.room(2_000)
    const before = goesOn
    await dispatcher.close()
    await kicked

    expect(before).toBe(false)
    expect(goesOn).toBe(true)
  })

  it('does not send a delivery twice that is under way', async () => {
    const receiver = await startReceiver()
    const { kick } = await start({ webhooks: [webhookTo(receiver.url)], held: deliveries(20) })

    await Promise.all([kick(), kick(), kick()])

    expect(receiver.received).toHaveLength(20)
  })

  it('does not send a delivery that was delivered while it waited', async () => {
    let release = () => {}
    const receiver = await startReceiver((_, response, count) => {
      if (count > 1) return void response.end()
      release = () => void response.end()
    })
    const { kick, dispatcher, statuses } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(2),
    })

    const kicked = kick()
    await receiver.arrived(1)
    await dispatcher.resend('acc_a', 'dlv_1')
    release()
    await kicked

    expect(numbersOf(receiver)).toEqual([0, 1])
    expect(await statuses()).toEqual(['delivered', 'delivered'])
  })

  it('does not send to a webhook that was deleted while its limit made a delivery wait', async () => {
    const receiver = await startReceiver()
    let goOn = () => {}
    const { kick, change, statuses } = await start({
      webhooks: [
        webhookTo(receiver.url, {
          settings: { headers: {}, rate_limit: { deliveries: 1, per: 'minute' } },
        }),
      ],
      held: deliveries(2, (number) => ({ campaign_id: `cmp_${number}` })),
      clock: {
        wait: () =>
          new Promise((resolve) => {
            goOn = resolve
          }),
      },
    })

    const kicked = kick()
    await receiver.arrived(1)
    await expect.poll(statuses).toContain('delivered')
    await change(({ webhooks }) => {
      delete webhooks.whk_a
    })
    goOn()
    await kicked

    expect(receiver.received).toHaveLength(1)
    expect(await statuses()).toEqual(['delivered', 'failed'])
  })

  it('claims more deliveries although one of the first 2,000 has no answer', async () => {
    const receiver = await startReceiver(({ event }, response) => {
      if (event.data.number !== 0) response.end()
    })
    const { kick } = await start({
      webhooks: [webhookTo(receiver.url)],
      held: deliveries(2_050, (number) => ({
        campaign_id: `cmp_${number === 0 ? 0 : (number % 9) + 1}`,
      })),
    })

    void kick()
    await receiver.arrived(2_050)

    expect(new Set(numbersOf(receiver)).size).toBe(2_050)
  })
})
