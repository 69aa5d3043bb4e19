import { describe, expect, it, vi } from 'vitest'
import { startReceiver } from '../../test/support/receiver.ts'
import { BEGIN, deliveryNumber, webhookTo } from '../../test/support/records/deliveries.ts'
import {
  accountOf,
  campaign,
  completedIn,
  completions,
  everything,
  simulations,
} from '../../test/support/simulating.ts'
import type { Campaign } from '../accounts/campaign.ts'
import { firstRun } from '../intelligence/world/schedule.ts'
import { silentLog } from '../log.ts'

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 24 * HOUR

const { begin, memoryStore } = simulations()

describe('advancing', () => {
  it('runs a new campaign within seconds, and leaves out deleted ones', async () => {
    const meanwhile = { done: false }
    const receiver = await startReceiver(async ({ event }, response) => {
      if (!meanwhile.done) {
        meanwhile.done = true
        await change((draft) => {
          draft.campaigns.delete('cmp_b')
          draft.campaigns.set(
            'cmp_new',
            campaign('cmp_new', { created_at: event.timestamp, frequency: 'hourly' }),
          )
        })
      }
      response.end()
    })
    const others = { created_at: new Date(BEGIN + HOUR).toISOString() }
    const account = accountOf(
      [campaign('cmp_a'), campaign('cmp_b', others)],
      [completions(receiver.url)],
    )
    const { advance, change } = await begin(account)

    const { runs } = await advance(3 * HOUR)

    const ran = completedIn(receiver.received)
    expect(ran.map((each) => each.campaign)).toEqual(['cmp_a', 'cmp_new', 'cmp_new', 'cmp_new'])
    expect((ran[1]?.at as number) - (ran[0]?.at as number)).toBeLessThan(5 * SECOND)
    expect(runs).toBe(4)
  })

  it('ends when the account is reset, without changing the new one', async () => {
    const receiver = await startReceiver(async (_, response, count) => {
      if (count === 1) await replace(accountOf([campaign('cmp_other')], [everything(receiver.url)]))
      response.end()
    })
    const account = accountOf([campaign('cmp_a'), campaign('cmp_b')], [completions(receiver.url)])
    const { advance, replace, deliveries, account: present } = await begin(account)

    const ended = await advance(DAY).catch((error) => error)

    expect(ended.message).toMatch(/was reset while its clock was being advanced/)
    expect(await deliveries()).toEqual([])
    expect((await present()).simulated_until).toBe(BEGIN)
  })

  it('ends with a message when the account is removed', async () => {
    const receiver = await startReceiver(async (_, response) => {
      await store.remove('acc_a')
      response.end()
    })
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { advance, store } = await begin(account)

    const ended = await advance(7 * DAY).catch((error) => error)

    expect(ended.message).toMatch(/acc_a was removed while its clock was being advanced/)
  })

  it('shows receivers the time of their event, or up to a minute more for campaigns that run together', async () => {
    const ahead: Record<string, number[]> = { cmp_a: [], cmp_b: [], cmp_c: [] }
    const receiver = await startReceiver(async ({ event }, response) => {
      ahead[event.data.campaign_id as string]?.push((await now()) - Date.parse(event.timestamp))
      response.end()
    })
    const later = { created_at: new Date(BEGIN + HOUR).toISOString() }
    const campaigns = [campaign('cmp_a'), campaign('cmp_b'), campaign('cmp_c', later)]
    const { advance, now } = await begin(accountOf(campaigns, [completions(receiver.url)]))

    await advance(3 * DAY)

    const between = Math.abs(
      firstRun(campaigns[0] as Campaign) - firstRun(campaigns[1] as Campaign),
    )
    expect(ahead.cmp_c).toEqual([0, 0, 0])
    expect([ahead.cmp_a, ahead.cmp_b]).toContainEqual([0, 0, 0])
    expect([ahead.cmp_a, ahead.cmp_b]).toContainEqual([between, between, between])
  })

  it('does not wait longer than its patience for a receiver that has not answered', async () => {
    let next = () => {}
    const arrived = new Promise<void>((resolve) => {
      next = resolve
    })
    const receiver = await startReceiver(async (_, response, count) => {
      if (count === 1) await arrived
      else next()
      response.end()
    })
    const later = { created_at: new Date(BEGIN + HOUR).toISOString() }
    const campaigns = [campaign('cmp_a'), campaign('cmp_b', later)]
    const { advance, endWait } = await begin(accountOf(campaigns, [completions(receiver.url)]))

    const advanced = advance(3 * HOUR)
    await receiver.arrived(1)
    endWait()

    expect(await advanced).toMatchObject({ runs: 2, deliveries: { delivered: 2 } })
  })

  it('gives up no delivery because it is faster than the receivers of many webhooks', async () => {
    let full: Promise<unknown> | undefined
    const receiver = await startReceiver(async (_, response) => {
      // An advance has as much on its way as it may.
      full ??= vi.waitUntil(() => dispatcher.queueLength > 1_000, { timeout: 50_000 })
      await full
      response.end()
    })
    const webhooks = Array.from({ length: 32 }, (_, n) => ({
      ...completions(receiver.url),
      id: `whk_${n}`,
    }))
    const campaigns = Array.from({ length: 12 }, (_, n) =>
      campaign(`cmp_${n}`, { frequency: 'hourly', keywords: ['trail running shoes'] }),
    )
    const { advance, dispatcher } = await begin(
      accountOf(campaigns, webhooks),
      memoryStore({ pending: 1_100 }),
    )

    const { deliveries } = await advance(3 * HOUR)

    expect(deliveries).toEqual({ delivered: 1_152, failed_attempts: 0, given_up: 0 })
  })

  it('never sets the clock back, whatever is overdue', async () => {
    const receiver = await startReceiver()
    const account = accountOf([], [webhookTo(receiver.url)], (draft) => {
      draft.clock.frozenAt = BEGIN
    })
    const { advance, hold, deliveries } = await begin(account)
    hold([deliveryNumber(0, { next_attempt_at: BEGIN - DAY })])

    await advance(HOUR)

    expect(await deliveries()).toMatchObject([{ attempts: [{ at: BEGIN }] }])
  })

  it('catches up on one day of downtime at most', async () => {
    const account = accountOf([campaign('cmp_a', { frequency: 'hourly' })])
    const { advance, pass } = await begin(account)
    pass(90 * DAY)

    const { runs } = await advance(HOUR)

    expect(runs).toBe(25)
  })

  it('continues from the end of a simultaneous earlier one', async () => {
    const { advance, now } = await begin(accountOf([campaign('cmp_a')]))

    const both = await Promise.all([advance(2 * DAY), advance(3 * DAY)])

    expect(both.map(({ runs }) => runs)).toEqual([2, 3])
    expect(both[1]).toMatchObject({ from: BEGIN + 2 * DAY, to: BEGIN + 5 * DAY })
    expect(await now()).toBe(BEGIN + 5 * DAY)
  })

  it('stops where it is when the sandbox closes, and the next sandbox ends it there', async () => {
    let closed: Promise<void> | undefined
    const receiver = await startReceiver((_, response, count) => {
      if (count === 3) closed = close()
      else response.end()
    })
    const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
    const { advance, close, store, events } = await begin(account)

    const cut = await advance(7 * DAY).catch((error) => error)
    await closed
    receiver.status = 200
    const next = await begin(account, store, silentLog, events)
    const shown = await next.now()
    next.pass(HOUR)
    const held = await next.now()

    expect(cut.message).toMatch(
      /The sandbox was closed while the clock of acc_a was being advanced/,
    )
    expect(Math.floor((shown - BEGIN) / DAY)).toBe(2)
    expect(held).toBe(shown)
    expect((await next.account()).clock.advancing).toMatchObject({ runs: 3 })
    expect((await next.deliveries()).map(({ status }) => status)).toEqual([
      'delivered',
      'delivered',
      'pending',
    ])
    await next.started()
    await expect
      .poll(async () => (await next.account()).clock)
      .toMatchObject({ lastAdvance: { status: 'interrupted', reached: shown, runs: 3 } })
    expect((await next.account()).clock.advancing).toBeUndefined()
  })
})
