import { describe, expect, it } from 'vitest'
import { type Api, startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

/** All computed data that clients read, as text. */
async function everything(api: Api): Promise<string[]> {
  const { body: list } = await api.get('/campaigns', { query: { type: 'serp' } })
  const campaigns = list.data as { id: string; brand: string }[]
  const answers = await Promise.all([
    ...campaigns.flatMap(({ id, brand }) => [
      api.get('/serp/rankings', { query: { campaign_id: id, limit: 100 } }),
      api.get('/chat/mentions', { query: { brand, limit: 100 } }),
      api.get(`/analytics/campaign/${id}`),
    ]),
    api.get('/core/dashboards'),
    api.get('/core/dashboards/intelligence-overview'),
  ])
  return answers.map(({ body }) => {
    // Ids differ between accounts with the same seed.
    return JSON.stringify(body.data).replaceAll(/cmp_\w+/g, 'cmp')
  })
}

describe('the figures', () => {
  it('are the same bytes after a restart', async () => {
    const data = temporaryFolder()
    const before = await startSandbox({ data, seed: 7 })
    const first = await everything(before.api)
    await before.close()

    const after = await startSandbox({ data, seed: 7 })

    expect(await everything(after.api)).toEqual(first)
  })
})
