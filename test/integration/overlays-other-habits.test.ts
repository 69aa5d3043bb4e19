import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import { CAMPAIGNS, change, refused, serve } from '../support/overlays.ts'
import { CAMPAIGN } from '../support/sandbox.ts'

// `npm test` has each habit; these are their other forms.
const UPDATE = "$.paths['/campaigns/{id}'].put"
const ID = '$.components.schemas.Campaign.properties.id'

describe('unknown query parameters', () => {
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

  it.each([
    ['$', /x-unknown-parameters must be one of ignored, refused; found "no"/],
    [CAMPAIGNS, /GET \/campaigns: x-unknown-parameters must be one of/],
  ])('take no other word: %s', async (target, message) => {
    await refused(change(target, { 'x-unknown-parameters': 'no' })).toThrow(message)
  })
})

describe('an update that replaces', () => {
  const replacing = change(UPDATE, { 'x-update': 'replace' })

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
})

describe('ids of campaigns', () => {
  it.each<[unknown, RegExp]>([
    [{ characters: '' }, /x-id\.characters must be two or more printable.*found ""/],
    [{ characters: 'aa' }, /x-id\.characters must be .*each once/],
    [{ characters: 'a\tb' }, /x-id\.characters must be/],
    [{ prefix: 'a\0b' }, /x-id\.prefix must be a text of at most 64 printable/],
    [{ length: 0 }, /x-id\.length must be a whole number from 1 to 200; found 0/],
    [{ format: 'ulid' }, /x-id\.format must be one of uuid; found "ulid"/],
  ])('have no form like %j', async (form, message) => {
    await refused(change(ID, { 'x-id': form })).toThrow(message)
  })
})
