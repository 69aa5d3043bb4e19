import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { CAMPAIGNS, change, refused, remove, serve } from '../support/overlays.ts'
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

  it('counts down on the clock of the account', async () => {
    const { sandbox, get } = await serve(change(RESET, { 'x-unit': 'remaining_seconds' }))
    await get('/campaigns')

    await sandbox.clock.advance('20m', { account: 'acc_demo' })

    expect((await get('/campaigns')).headers['x-ratelimit-reset']).toBe('2400')
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

  it('are refused by one operation alone, and taken by one alone', async () => {
    const one = await serve(change(CAMPAIGNS, { 'x-unknown-parameters': 'refused' }))
    const others = await serve(
      change('$', { 'x-unknown-parameters': 'refused' }) +
        change(CAMPAIGNS, { 'x-unknown-parameters': 'ignored' }),
    )

    expect((await one.get('/campaigns?a=1')).status).toBe(400)
    expect((await one.get('/auth/me?a=1')).status).toBe(200)
    expect((await others.get('/campaigns?a=1')).status).toBe(200)
    expect((await others.get('/auth/me?a=1')).status).toBe(400)
  })

  it('are refused after the key, the quota and the permission', async () => {
    const { call } = await serve(change('$', { 'x-unknown-parameters': 'refused' }))

    const path = '/campaigns?a=1'
    expect((await call('get', path, { key: 'svc_test_wrong' })).status).toBe(401)
    const forbidden = await call('post', path, { key: 'svc_restricted_readonly', body: CAMPAIGN })
    expect(forbidden.status).toBe(403)
    expect((await call('get', path)).headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
  })

  it.each([
    ['$', /x-unknown-parameters must be one of ignored, refused; found "no"/],
    [CAMPAIGNS, /GET \/campaigns: x-unknown-parameters must be one of/],
  ])('take no other word: %s', async (target, message) => {
    await refused(change(target, { 'x-unknown-parameters': 'no' })).toThrow(message)
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

  it('leaves all that reads the campaign in order', async () => {
    const { sandbox, call, get } = await serve(replacing)
    const { id } = (await call('post', '/campaigns', { body: CAMPAIGN })).body.data
    await call('put', `/campaigns/${id}`, { body: { status: 'active' } })
    await sandbox.clock.advance('3d', { account: 'acc_demo' })

    const rankings = await get(`/serp/rankings?campaign_id=${id}`)
    const others = await Promise.all(
      [
        '/campaigns',
        `/analytics/campaign/${id}`,
        '/core/dashboards',
        '/core/dashboards/intelligence-overview',
        `/reports/generate?campaign_id=${id}`,
        '/export/csv?type=mentions',
        '/chat/mentions?brand=Two',
      ].map(get),
    )
    const link = new URL(others[4]?.body.data.download_url)
    const report = await supertest(link.origin).get(link.pathname + link.search)

    expect(rankings.body.data).toEqual([])
    expect(rankings.body.meta.pagination.total).toBe(0)
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
    expect(report.status).toBe(200)
  })

  it('takes the defaults of the document, and asks for what it requires', async () => {
    const { call } = await serve(
      replacing +
        change('$.components.schemas.CampaignUpdate', { required: ['name', 'keywords'] }) +
        change('$.components.schemas.CampaignInput.properties.frequency', { default: 'weekly' }),
    )
    const { id } = (await call('post', '/campaigns', { body: CAMPAIGN })).body.data

    const refusal = await call('put', `/campaigns/${id}`, { body: { name: 'Two' } })
    const { name, keywords } = CAMPAIGN
    const answer = await call('put', `/campaigns/${id}`, { body: { name, keywords } })

    expect(refusal.body.error.message).toContain('keywords (body) is missing')
    expect(answer.body.data).toMatchObject({ name, keywords, frequency: 'weekly', settings: {} })
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
    expect(new Set(ids).size).toBe(9)
    expect(created.headers.location?.endsWith(`/campaigns/${escaped}`)).toBe(true)
    expect(read.body.data.id).toBe(id)
    expect(rankings.status).toBe(200)
    expect(alert.body.data).toMatchObject({ id: expect.stringMatching(/^alr_/), campaign_id: id })
  })

  it.each<[unknown, RegExp]>([
    [{ characters: '' }, /x-id\.characters must be two or more printable.*found ""/],
    [{ characters: 'aa' }, /x-id\.characters must be .*each once/],
    [{ characters: 'a\tb' }, /x-id\.characters must be/],
    [{ prefix: 'a\0b' }, /x-id\.prefix must be a text of at most 64 printable/],
    [{ length: 0 }, /x-id\.length must be a whole number from 1 to 200; found 0/],
    [{ format: 'ulid' }, /x-id\.format must be one of uuid; found "ulid"/],
  ])('have no form like %j', async (form, message) => {
    await refused(change(ID, { 'x-id': form })).toThrow(message)
    await refused(remove(`${ID}['x-id']`)).toThrow(/x-id must be \{ prefix, characters, length \}/)
  })
})
