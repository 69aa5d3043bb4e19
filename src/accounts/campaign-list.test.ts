import { expect, it } from 'vitest'
import { turnsDuring } from '../../test/support/turns.ts'
import { campaignOf } from '../../test/support/worlds.ts'
import { campaignPage } from './campaign-list.ts'

const MANY = Array.from({ length: 1_000 }, (_, n) =>
  campaignOf({ id: `cmp_${n}`, name: n % 100 === 0 ? `Shop ${n}` : `Other ${n}` }),
)
const account = { campaigns: new Map(MANY.map((each) => [each.id, each])) }
const PAGE = { limit: 2, offset: 0 }

it('is a page of the newest campaigns', async () => {
  expect(await campaignPage(account, PAGE)).toEqual({
    items: [MANY[999], MANY[998]],
    total: 1_000,
  })
})

it('has the campaigns that fit a search and filters', async () => {
  const total = async (query: object) => (await campaignPage(account, { ...PAGE, ...query })).total
  const ids = async (query: object) =>
    (await campaignPage(account, { ...PAGE, search: 'shop', ...query })).items.map(({ id }) => id)

  expect(await ids({})).toEqual(['cmp_900', 'cmp_800'])
  expect(await ids({ offset: 1 })).toEqual(['cmp_800', 'cmp_700'])
  expect(await ids({ limit: 1 })).toEqual(['cmp_900'])
  expect(await total({ search: 'shop 9' })).toBe(1)
  expect(await total({ search: 'other' })).toBe(990)
  expect(await total({ search: 'shop', status: 'paused' })).toBe(0)
})

it('lets others go on during a search', async () => {
  const keywords = Array.from({ length: 100 }, (_, n) => `keyword ${n}`)
  const campaigns = new Map(MANY.map((each) => [each.id, { ...each, keywords }]))

  const turns = await turnsDuring(() => campaignPage({ campaigns }, { ...PAGE, search: 'none' }))

  expect(turns).toBeGreaterThan(1)
})
