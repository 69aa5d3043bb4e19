import { describe, expect, it, vi } from 'vitest'
import { startReceiver } from '../../test/support/receiver.ts'
import { BEGIN } from '../../test/support/records/deliveries.ts'
import {
  accountOf,
  campaign,
  completedIn,
  completions,
  everything,
  simulations,
} from '../../test/support/simulating.ts'
import { passTurns } from '../../test/support/turns.ts'
import type { Account } from '../accounts/account.ts'
import { silentLog } from '../log.ts'
import { LocalEventLog } from '../store/events/local-event-log.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WHOLE = { limit: 10_000, offset: 0 }

const { begin, memoryStore } = simulations()

const at = (ms: number) => new Date(BEGIN + ms).toISOString()

describe('runs that are recorded together', () => {
  it('leave out none of a campaign that runs more often than the others', async () => {
    const often = { frequency: 'hourly', keywords: ['trail running shoes'] }
    const campaigns = [campaign('cmp_a', often), campaign('cmp_b', often)]
    const daily = campaign('cmp_c', { created_at: at(5 * HOUR) })
    const { advance, events } = await begin(accountOf([...campaigns, daily]))

    const { runs } = await advance(3 * DAY)

    expect(runs).toBe(2 * 72 + 3)
    const { items } = await events.events('acc_a', { type: 'campaign.completed' }, WHOLE)
    const times = items.map((event) => event.at)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  })

  it('are all those that are due at the same time', async () => {
    const receiver = await startReceiver()
    const campaigns = Array.from({ length: 60 }, (_, n) =>
      campaign(`cmp_${n}`, { first_run: BEGIN + HOUR, keywords: ['trail running shoes'] }),
    )
    const { advance } = await begin(accountOf(campaigns, [completions(receiver.url)]))

    const { runs } = await advance(2 * HOUR)

    expect(runs).toBe(60)
    const ran = completedIn(receiver.received).map(({ campaign: id }) => id)
    expect(new Set(ran).size).toBe(60)
  })
})

it('keeps the events of the last day of an advance that nobody hears of', async () => {
  const { advance, events } = await begin(accountOf([campaign('cmp_a')]))

  await advance(5 * DAY)

  const { items } = await events.events('acc_a', { type: 'campaign.completed' }, WHOLE)
  expect(items.map((event) => Math.floor((event.at - BEGIN) / DAY))).toEqual([4])
})

it('looks for runs again after a retry, whose receiver may have changed the campaigns', async () => {
  const receiver = await startReceiver(async ({ event }, response, count) => {
    if (count === 1) response.writeHead(500)
    if (count === 2) {
      const created_at = new Date(Date.parse(event.timestamp) + HOUR).toISOString()
      await change(({ campaigns }) => {
        campaigns.set('cmp_new', campaign('cmp_new', { created_at }))
      })
    }
    response.end()
  })
  const account = accountOf([campaign('cmp_a')], [completions(receiver.url)])
  const { advance, change } = await begin(account)

  await advance(2 * DAY)

  const ran = completedIn(receiver.received).map((each) => each.campaign)
  expect(ran).toEqual(['cmp_a', 'cmp_a', 'cmp_new', 'cmp_a', 'cmp_new'])
})

it('does not go on for more than a day while a delivery has no answer', async () => {
  let answer = () => {}
  const receiver = await startReceiver(({ event }, response) => {
    if (event.data.campaign_id === 'cmp_0') answer = () => void response.end()
    else response.end()
  })
  const campaigns = Array.from({ length: 40 }, (_, n) =>
    campaign(`cmp_${n}`, { keywords: ['trail running shoes'] }),
  )
  const { advance, now } = await begin(accountOf(campaigns, [completions(receiver.url)]))

  const advanced = advance(6 * DAY)
  await receiver.arrived(40)
  await passTurns(1_000)
  const during = (await now()) - BEGIN
  const done = advanced.then(({ deliveries }) => deliveries.delivered)
  const answering = setInterval(() => answer(), 1)
  const delivered = await done
  clearInterval(answering)

  expect(during).toBeLessThan(3 * DAY)
  expect(delivered).toBe(240)
})

describe('a clock that is set back while runs are made', () => {
  const setBack = (draft: Account) => {
    draft.clock.setBack = 1
    draft.simulated_until = BEGIN - HOUR
  }

  /** Two campaigns that are due, and a log that calls `before` and `after` when the runs of one are added. */
  async function beginTwo({ before, after }: { before?: () => unknown; after?: () => unknown }) {
    const store = memoryStore()
    const log = new LocalEventLog(store)
    const add = log.add.bind(log)
    log.add = async (...added) => {
      await before?.()
      const givenUp = await add(...added)
      await after?.()
      return givenUp
    }
    const campaigns = [campaign('cmp_a'), campaign('cmp_b', { created_at: at(HOUR) })]
    const account = accountOf(campaigns, [everything('http://localhost:9/hook')])
    const started = await begin(account, store, silentLog, log)
    await started.started()
    started.pass(3 * HOUR)
    const completed = async () => {
      const { items } = await log.events('acc_a', { type: 'campaign.completed' }, WHOLE)
      return items.map(({ campaign_id }) => campaign_id)
    }
    return { ...started, store, completed }
  }

  it('makes no other run', async () => {
    let isFirst = true
    const { tick, change, account, completed } = await beginTwo({
      after: async () => {
        if (isFirst) await change(setBack)
        isFirst = false
      },
    })

    await tick()

    expect(await completed()).toEqual(['cmp_a'])
    expect((await account()).simulated_until).toBe(BEGIN - HOUR)
  })

  it('does not record a run that was made before', async () => {
    const { tick, change, completed } = await beginTwo({ before: () => change(setBack) })

    await tick()

    expect(await completed()).toEqual([])
  })

  it('does not say that everything has happened', async () => {
    const { tick, store, account } = await beginTwo({})
    const update = store.update.bind(store)
    vi.spyOn(store, 'update').mockImplementation(async (id, change) => {
      vi.mocked(store.update).mockRestore()
      await update(id, setBack)
      return update(id, change)
    })

    await tick()

    expect((await account()).simulated_until).toBe(BEGIN - HOUR)
  })
})
