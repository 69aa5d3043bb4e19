import { expect, test } from 'vitest'
import { mentionsOf, rankingsOf } from '../support/records/intelligence.ts'
import { CAMPAIGN, startSandbox } from '../support/sandbox.ts'

test('changes of campaigns rewrite nothing that was found before, not even on a clock that stands still', async () => {
  // The clock of the test stands still.
  const { api } = await startSandbox({ fixture: 'empty' })
  const keywords = Array.from({ length: 30 }, (_, n) => `trail shoes ${n}`)
  const competitors = ['rival.example']
  const body = { ...CAMPAIGN, brand: 'Northpeak', domain: 'northpeak.example', competitors }
  const { id } = (await api.post('/campaigns', { body })).body.data
  await api.put(`/campaigns/${id}`, { body: { keywords } })
  const facts = async () => ({
    rows: await rankingsOf(api, { campaign_id: id }),
    mentions: await mentionsOf(api, { brand: 'Northpeak' }),
  })
  const before = await facts()

  await api.put(`/campaigns/${id}`, { body: { brand: 'Southpeak' } })
  const sites = Array.from({ length: 40 }, (_, n) => `site-${n}.example`)
  const newcomer = { ...body, keywords, brand: 'Newcomer', domain: 'new.example' }
  await api.post('/campaigns', { body: { ...newcomer, competitors: sites } })

  expect(before.rows).toHaveLength(30)
  expect(before.mentions.length).toBeGreaterThan(5)
  expect(await facts()).toEqual(before)
})

test('of two campaigns that add a keyword at one time, the first one finds its answers', async () => {
  const { api } = await startSandbox({ fixture: 'empty' })
  const create = async (name: string) =>
    (await api.post('/campaigns', { body: { ...CAMPAIGN, name, brand: 'Northpeak' } })).body.data.id
  const [older, younger] = [await create('Older'), await create('Younger')]
  const keywords = Array.from({ length: 30 }, (_, n) => `trail shoes ${n}`)
  await api.put(`/campaigns/${younger}`, { body: { keywords } })
  const before = await mentionsOf(api, { brand: 'Northpeak' })

  await api.put(`/campaigns/${older}`, { body: { keywords } })

  expect(new Set(before.map(({ campaign_id }) => campaign_id))).toEqual(new Set([younger]))
  expect(await mentionsOf(api, { brand: 'Northpeak' })).toEqual(before)
})

test('mentions are found in the seconds between the creation of a campaign and the end of its first run', async () => {
  const sandbox = await startSandbox({ fixture: 'empty' })
  const keywords = Array.from({ length: 30 }, (_, n) => `trail shoes ${n}`)
  const body = { ...CAMPAIGN, keywords, brand: 'Northpeak' }
  const { id } = (await sandbox.api.post('/campaigns', { body })).body.data
  await sandbox.clock.advance('1h')

  const { created_at, last_run_at } = (await sandbox.api.get(`/campaigns/${id}`)).body.data
  const found = await mentionsOf(sandbox.api, { brand: 'Northpeak' })
  for (const { detected_at } of found) {
    expect(detected_at > created_at && detected_at <= last_run_at).toBe(true)
  }
})
