import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answering, startReceiver } from '../support/receiver.ts'
import { CAMPAIGN, startSandbox, startSharedSandbox, type TestSandbox } from '../support/sandbox.ts'

const EVENTS = ['campaign.completed', 'ranking.changed', 'mention.detected']

type Edit =
  | { frequency: string }
  | { status: 'active' | 'paused' }
  | { keywords: string[] }
  | { delete: true }

interface Step {
  campaign: number
  edit: Edit | undefined
  advance: string
}

const KEYWORDS = ['trail running shoes', 'waterproof hiking boots', 'camping stove', 'down jacket']

const step: fc.Arbitrary<Step> = fc.record({
  campaign: fc.nat(1),
  edit: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ frequency: fc.constantFrom('hourly', 'daily', 'weekly', 'monthly') }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ status: fc.constantFrom('active' as const, 'paused' as const) }),
    },
    { weight: 2, arbitrary: fc.record({ keywords: fc.subarray(KEYWORDS, { minLength: 1 }) }) },
    { weight: 1, arbitrary: fc.record({ delete: fc.constant(true as const) }) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  advance: fc.constantFrom('40m', '5h', '1d', '1d7h', '9d', '33d'),
})

interface Event {
  type: string
  timestamp: string
  data: Record<string, string | number>
}

interface Mention {
  id: string
  detected_at: string
  campaign_ids: string[]
}

/** Every mention of a brand, page by page. */
async function mentionsOf({ api }: TestSandbox, brand: string): Promise<Mention[]> {
  const all: Mention[] = []
  for (;;) {
    const query = { brand, start_date: '2026-01-15', limit: 100, offset: all.length }
    const { body } = await api.get('/chat/mentions', { query })
    all.push(...body.data)
    if (body.data.length < 100) return all
  }
}

async function play(steps: readonly Step[]) {
  const sandbox = await startSharedSandbox({ fixture: 'empty', rateLimits: false })
  const receiver = await startReceiver()
  const campaigns: { id: string; created_at: string; brand: string; isDeleted: boolean }[] = []
  for (const [n, frequency] of ['daily', 'weekly'].entries()) {
    const body = { ...CAMPAIGN, frequency, brand: `Northpeak ${n}` }
    campaigns.push({
      ...(await sandbox.api.post('/campaigns', { body })).body.data,
      isDeleted: false,
    })
  }
  await sandbox.api.post('/webhooks', { body: { url: receiver.url, events: EVENTS } })
  for (const { campaign, edit, advance } of steps) {
    const edited = campaigns[campaign] as (typeof campaigns)[number]
    if (edit && !edited.isDeleted) {
      const path = `/campaigns/${edited.id}`
      if ('delete' in edit) await sandbox.api.delete(path)
      else await sandbox.api.put(path, { body: edit })
      edited.isDeleted ||= 'delete' in edit
    }
    await sandbox.clock.advance(advance)
  }
  const events = receiver.received.map(({ event }) => event as unknown as Event)
  return { sandbox, campaigns, events }
}

/** The events of one campaign in runs: each ends with its completion. */
function runsOf(events: readonly Event[], id: string): Event[][] {
  const runs: Event[][] = [[]]
  for (const event of events.filter(({ data }) => data.campaign_id === id)) {
    runs.at(-1)?.push(event)
    if (event.type === 'campaign.completed') runs.push([])
  }
  expect(runs.pop()).toEqual([])
  return runs
}

describe('whatever is changed between advances', () => {
  it('each mention is reported once, and each change names the run before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
        const { sandbox, campaigns, events } = await play(steps)
        try {
          for (const { id, created_at, brand, isDeleted } of campaigns) {
            const runs = runsOf(events, id)
            const times = runs.map((run) => run[0]?.timestamp as string)
            for (const [n, run] of runs.entries()) {
              const changes = run.filter(({ type }) => type === 'ranking.changed')
              for (const { data } of changes) {
                expect(data.date).toBe(times[n]?.slice(0, 10))
                expect(data.previous_date).toBe(times[n - 1]?.slice(0, 10))
              }
            }
            const reported = runs
              .flat()
              .filter(({ type }) => type === 'mention.detected')
              .map(({ data }) => data.id)
            expect(new Set(reported).size).toBe(reported.length)
            if (isDeleted) continue
            // The last run ends what was reported: keywords that were added since are in the next one.
            const last = times.at(-1) ?? created_at
            const listed = (await mentionsOf(sandbox, brand))
              .filter((it) => it.detected_at <= last && it.campaign_ids.includes(id))
              .map((mention) => mention.id)
            expect(reported.sort()).toEqual(listed.sort())
          }
        } finally {
          await sandbox.close()
        }
      }),
      { numRuns: 10, seed: 21 },
    )
  })
})

/** A sandbox with a campaign, and a receiver for its events. */
async function subscribed(answer?: Answering) {
  const sandbox = await startSandbox({ fixture: 'empty', rateLimits: false })
  const receiver = await startReceiver(answer)
  const { body } = await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  await sandbox.api.post('/webhooks', { body: { url: receiver.url, events: EVENTS } })
  const change = (parts: object) => sandbox.api.put(`/campaigns/${body.data.id}`, { body: parts })
  const events = () => receiver.received.map(({ event }) => event as unknown as Event)
  return { sandbox, campaign: body.data, change, events }
}

describe('a campaign', () => {
  it.each([{ keywords: ['camping stove'] }, { status: 'paused' }, undefined])(
    'runs as it is when its time comes, although an advance waits for a retry: %j',
    async (parts) => {
      const { sandbox, campaign, change, events } = await subscribed(async (_, response, count) => {
        // The retry of this one comes five seconds later, long before the next run.
        if (count === 2) {
          await (parts ? change(parts) : sandbox.api.delete(`/campaigns/${campaign.id}`))
        }
        response.writeHead(count === 1 ? 500 : 200).end()
      })
      await sandbox.clock.advance('10s')

      await sandbox.clock.advance('2d')

      const later = events().filter(({ timestamp }) => timestamp > '2026-01-15T10')
      expect(new Set(later.map(({ data }) => data.keywords).filter(Boolean))).toEqual(
        new Set(parts?.keywords ? [1] : []),
      )
    },
  )

  it('runs again after its clock was set back, with other ids, and reports that time again', async () => {
    const sandbox = await startSandbox({ fixture: 'empty' })
    await sandbox.api.post('/campaigns', { body: CAMPAIGN })
    const heard: { id: string; type: string; at: string; data: unknown }[] = []
    await sandbox.listen((event) => heard.push(event))
    await sandbox.clock.advance('10d')
    const first = heard.splice(0)

    await sandbox.clock.set('2026-01-20T12:00:00Z')
    await sandbox.clock.advance('5d')

    const repeated = first.filter(({ at }) => at > '2026-01-20T12')
    const shown = (events: typeof heard) =>
      events.map(({ type, at, data }) => ({ type, at, data: { ...(data as object), run_id: '' } }))
    expect(repeated.length).toBeGreaterThan(5)
    expect(shown(heard.slice(0, repeated.length))).toEqual(shown(repeated))
    const ids = [...first, ...heard].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('reports what came during its pause in its first run afterwards', async () => {
    const { sandbox, campaign, change, events } = await subscribed()
    await sandbox.clock.advance('1d1h')
    await change({ status: 'paused' })
    await sandbox.clock.advance('10d')
    const before = events().length
    await change({ status: 'active' })
    await sandbox.clock.advance('1d')

    const run = events().slice(before)
    const found = run.filter(({ type }) => type === 'mention.detected').map(({ data }) => data.id)
    const listed = await mentionsOf(sandbox, campaign.brand)
    const { timestamp } = run.at(-1) as Event
    const wanted = listed.filter(
      ({ detected_at }) => detected_at > '2026-01-16T09:30:05' && detected_at <= timestamp,
    )
    expect(found.sort()).toEqual(wanted.map(({ id }) => id).sort())
    expect(run.find(({ type }) => type === 'ranking.changed')?.data.previous_date).toBe(
      '2026-01-16',
    )
  })

  it('of a fixture continues from the run that it would have had, whatever is changed first', async () => {
    const sandbox = await startSandbox({ fixture: 'demo', rateLimits: false })
    const { body } = await sandbox.api.get('/campaigns', { query: { frequency: 'weekly' } })
    const [weekly] = body.data
    const changes: Event['data'][] = []
    await sandbox.listen(({ type, campaign_id, data }) => {
      if (type === 'ranking.changed' && campaign_id === weekly.id) changes.push(data as never)
    })
    const age = Date.parse('2026-01-15') - Date.parse(weekly.tracked_since)
    const sinceLast = (age / 86_400_000) % 7

    await sandbox.api.put(`/campaigns/${weekly.id}`, { body: { frequency: 'daily' } })
    await sandbox.clock.advance('1d')

    const last = new Date(Date.parse('2026-01-15') - sinceLast * 86_400_000)
    expect(changes[0]?.previous_date).toBe(last.toISOString().slice(0, 10))
  })
})
