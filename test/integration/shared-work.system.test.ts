import { describe, expect, it, onTestFinished } from 'vitest'
import type { components } from '../../spec/generated/sandbox.ts'
import { createSandbox } from '../../src/sandbox.ts'
import { postgres, testDatabase } from '../support/postgres.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { apiOf, CAMPAIGN } from '../support/sandbox.ts'

const EVENTS = ['campaign.completed', 'ranking.changed', 'mention.detected']

/** Replicas on a database of the test's own. */
async function replicas(count: number) {
  const { url } = await testDatabase()
  const opened = []
  for (let n = 0; n < count; n++) opened.push(await replicaOn(url))
  return opened
}

/** A replica with the empty fixture. */
async function replicaOn(database: string) {
  const sandbox = await createSandbox({ fixture: 'empty', drainSeconds: 0, database })
  onTestFinished(() => sandbox.close())
  return Object.assign(sandbox, { api: apiOf(sandbox.url) })
}

type Replica = Awaited<ReturnType<typeof replicaOn>>

async function subscribe({ api }: Replica, url: string): Promise<void> {
  const made = await api.post('/webhooks', { body: { url, events: EVENTS } })
  expect(made.status).toBe(201)
}

const idsOf = (received: readonly Received[]) =>
  received.map(({ headers }) => headers['webhook-id'])

describe.skipIf(!postgres.isAvailable)('work that replicas share', { timeout: 60_000 }, () => {
  it('runs campaigns and sends each event once, whichever replica made them', async () => {
    const [one, other] = (await replicas(2)) as [Replica, Replica]
    const receiver = await startReceiver()
    await subscribe(one, receiver.url)
    for (const { api } of [one, other, one, other]) await api.post('/campaigns', { body: CAMPAIGN })
    // Each runs at once, and else would run within the advance.
    await expect
      .poll(async () => (await one.events.list({ type: 'campaign.completed' })).length)
      .toBe(4)

    const { summary } = await other.clock.advance({ days: 2 })
    await one.trigger('ranking.changed')

    await allDelivered(one)
    const ids = idsOf(receiver.received)
    expect(summary.runs).toBe(8)
    expect(summary.deliveries).toMatchObject({ failed_attempts: 0, given_up: 0, pending: 0 })
    expect(new Set(ids).size).toBe(ids.length)
    const { data, page } = await listOf(one)
    expect(page).toEqual((await listOf(other)).page)
    expect(data.map(({ event_id }) => event_id).toSorted()).toEqual(ids.toSorted())
  })

  it('shows the progress of an advance on the other replica, which can cancel it', async () => {
    const receiver = await startReceiver(() => {})
    const [one, other] = (await replicas(2)) as [Replica, Replica]
    await subscribe(one, receiver.url)
    await one.api.post('/campaigns', { body: CAMPAIGN })

    const advancing = await control(one, 'POST', '/clock', { advance: '300d', wait: false })
    await receiver.arrived(1)
    const seen = await control(other, 'GET', '/clock')
    const cancelled = await control(other, 'DELETE', '/clock/advance')

    expect(advancing.advancing).not.toBeNull()
    expect(seen.advancing).toMatchObject({ to: advancing.advancing?.to })
    expect(cancelled.advancing).toBeNull()
    expect(cancelled.last_advance?.status).toBe('cancelled')
    expect((await control(one, 'GET', '/clock')).last_advance).toEqual(cancelled.last_advance)
  })

  it('continues on another replica what a closing one has begun', async () => {
    let isSlow = true
    const receiver = await startReceiver((_, response) => {
      if (!isSlow) response.writeHead(200).end()
    })
    const { url } = await testDatabase()
    const one = await replicaOn(url)
    await subscribe(one, receiver.url)
    await one.api.post('/campaigns', { body: CAMPAIGN })
    await control(one, 'POST', '/clock', { advance: '3d', wait: false })
    await receiver.arrived(1)
    // Not before: it might take the account, and would wait for the slow answer to its own request.
    const other = await replicaOn(url)

    isSlow = false
    await one.close()

    await expect.poll(async () => (await control(other, 'GET', '/clock')).advancing).toBeNull()
    await expect
      .poll(async () => (await control(other, 'GET', '/clock')).last_advance?.status)
      .toBe('finished')
    expect((await control(other, 'GET', '/clock')).last_advance?.summary.runs).toBe(3)
    await allDelivered(other)
    const { data } = await listOf(other)
    expect(new Set(idsOf(receiver.received))).toEqual(new Set(data.map(({ event_id }) => event_id)))
  })
})

interface Listed {
  data: { event_id: string; status: string }[]
  meta: { pagination: object }
}

type Clock = components['schemas']['Clock']

async function listOf({ port }: Replica) {
  const response = await fetch(`http://127.0.0.1:${port}/_sandbox/deliveries?limit=1000`)
  const { data, meta } = (await response.json()) as Listed
  return { data, page: meta.pagination }
}

async function allDelivered(replica: Replica): Promise<void> {
  const left = async () =>
    (await listOf(replica)).data.filter(({ status }) => status !== 'delivered')
  await expect.poll(left).toEqual([])
}

async function control({ port }: Replica, method: string, path: string, body?: object) {
  const response = await fetch(`http://127.0.0.1:${port}/_sandbox${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status).toBeLessThan(300)
  return ((await response.json()) as { data: Clock }).data
}
