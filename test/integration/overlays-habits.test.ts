import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { change, refused, remove, serve } from '../support/overlays.ts'
import { CAMPAIGN, START } from '../support/sandbox.ts'

const UPDATE = "$.paths['/campaigns/{id}'].put"
const RESET = "$.components.headers['X-RateLimit-Reset']"
const ID = '$.components.schemas.Campaign.properties.id'

describe('X-RateLimit-Reset', () => {
  it.each([
    ['epoch_seconds', START / 1000 + 3600, START / 1000 + 3600],
    ['epoch_milliseconds', START + 3_600_000, START + 3_600_000],
    ['remaining_seconds', 3600, 1800],
    ['remaining_milliseconds', 3_600_000, 1_800_000],
  ])('has the unit %s on all answers', async (unit, first, later) => {
    const { sandbox, call, get } = await serve(change(RESET, { 'x-unit': unit }))

    const started = await get('/campaigns')
    const unknown = await supertest(sandbox.url).get('/none')
    const preflight = await supertest(sandbox.url)
      .options('/campaigns')
      .set({ Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'GET' })
    sandbox.advance({ minutes: 30 })
    const halfway = await get('/auth/verify')
    const failed = await call('get', '/campaigns/none')

    const resets = [started, unknown, preflight, halfway, failed].map((answer) =>
      Number(answer.headers['x-ratelimit-reset']),
    )
    expect(resets).toEqual([first, first, first, later, later])
  })

  it.each([['hours'], [7]])('is refused in the unit %j', async (unit) => {
    await refused(change(RESET, { 'x-unit': unit })).toThrow(
      /X-RateLimit-Reset'\]\.x-unit must be one of epoch_seconds, .*remaining_milliseconds; found/,
    )
  })
})

describe('unknown query parameters', () => {
  it('are refused where the document says so, by name and with those that are taken', async () => {
    const { get } = await serve(change('$', { 'x-unknown-parameters': 'refused' }))

    const refusal = await get('/campaigns?colour=red&limit=0&status[]=active&page[x]=1')
    const known = await get('/campaigns?limit=1&type=serp&Prefer=code%3D200&X-Sandbox-Delay=1')
    const none = await get('/campaigns/none?a=1')

    expect(refusal.status).toBe(400)
    expect(refusal.body.error.details.issues).toEqual([
      expect.objectContaining({ in: 'query', path: 'limit' }),
      {
        in: 'query',
        path: 'colour',
        message:
          'is no query parameter of this operation; it takes limit, offset, type, frequency, status, search',
      },
      // No list: nothing would be done with it.
      expect.objectContaining({ path: 'status[]' }),
      expect.objectContaining({ path: 'page[x]' }),
    ])
    expect(known.status).toBe(200)
    expect(none.body.error.message).toBe(
      'a (query) is no query parameter of this operation; it takes none.',
    )
  })
})

describe('an update that replaces', () => {
  const replacing = change(UPDATE, { 'x-update': 'replace' })

  it('gives what is not sent its default, or empties it, and keeps what is the service’s', async () => {
    const { sandbox, call, get } = await serve(replacing)
    const created = (await call('post', '/campaigns', { body: { ...CAMPAIGN, status: 'paused' } }))
      .body.data
    sandbox.advance({ days: 3 })

    const answer = await call('put', `/campaigns/${created.id}`, { body: { name: 'Two' } })
    const read = await get(`/campaigns/${created.id}`)

    expect(answer.status).toBe(200)
    expect(read.body.data).toEqual(answer.body.data)
    expect(read.body.data).toEqual({
      id: created.id,
      name: 'Two',
      type: '',
      keywords: [],
      frequency: '',
      settings: {},
      brand: 'Two',
      domain: 'two.example',
      competitors: [],
      status: 'active',
      created_at: created.created_at,
      updated_at: '2026-01-18T09:30:00.000Z',
      tracked_since: created.tracked_since,
      last_run_at: null,
      next_run_at: expect.stringMatching(/^2026-01-18T09:30:0/),
      last_run_status: null,
    })
  })

  it('is not to be had of other operations, nor by another word', async () => {
    await refused(change(UPDATE, { 'x-update': 'merge' })).toThrow(
      /PUT \/campaigns\/\{id\}: x-update must be one of patch, replace; found "merge"/,
    )
    await refused(change("$.paths['/alerts/{id}'].put", { 'x-update': 'replace' })).toThrow(
      /PUT \/alerts\/\{id\}: the sandbox has no behaviour for x-update here/,
    )
    await refused(remove(`${UPDATE}['x-update']`)).toThrow(/x-update is missing/)
  })
})

describe('ids of campaigns', () => {
  it.each([
    [{ prefix: 'C-', characters: '0123456789', length: 6 }, /^C-\d{6}$/],
    [{ prefix: 'a/b c?', characters: '%ü', length: 9 }, /^a\/b c\?[%ü]{9}$/],
    [{ format: 'uuid' }, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/],
  ])('have the form %j, and others keep theirs', async (form, pattern) => {
    const { call, get } = await serve(change(ID, { 'x-id': form }))

    const created = await call('post', '/campaigns', { body: CAMPAIGN })
    const { id } = created.body.data
    const listed = await get('/campaigns')
    const escaped = encodeURIComponent(id)
    const read = await get(`/campaigns/${escaped}`)
    const rankings = await get(`/serp/rankings?campaign_id=${escaped}`)
    const alert = await call('post', '/alerts', {
      body: { name: 'Mine', event: 'campaign.completed', campaign_id: id },
    })

    const ids = listed.body.data.map((each: { id: string }) => each.id)
    expect(ids.filter((each: string) => !pattern.test(each))).toEqual([])
    expect(new Set(ids).size).toBe(13)
    expect(created.headers.location?.endsWith(`/campaigns/${escaped}`)).toBe(true)
    expect(read.body.data.id).toBe(id)
    expect(rankings.status).toBe(200)
    expect(alert.body.data).toMatchObject({ id: expect.stringMatching(/^alr_/), campaign_id: id })
  })
})
