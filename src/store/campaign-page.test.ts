import { expect, it } from 'vitest'
import { turnsDuring } from '../../test/support/turns.ts'
import { campaignOf } from '../../test/support/worlds.ts'
import { VersionedMap } from '../accounts/versioned-map.ts'
import { campaignPage } from './campaign-page.ts'

const MANY = Array.from({ length: 1_000 }, (_, n) =>
  campaignOf({ id: `cmp_${n}`, name: n % 100 === 0 ? `Shop ${n}` : `Other ${n}` }),
)
const account = () => ({ campaigns: VersionedMap.of(new Map(MANY.map((each) => [each.id, each]))) })
const PAGE = { limit: 2, offset: 0 }

it('lets others go on while campaigns are searched for the first time', async () => {
  const searched = account()
  const search = () => campaignPage(searched, { ...PAGE, search: 'shop' })

  const first = await turnsDuring(search)
  const again = await turnsDuring(search)

  expect(first).toBeGreaterThan(5)
  expect(again).toBe(0)
  expect(await search()).toEqual({ items: [MANY[900], MANY[800]], total: 10 })
})

it('makes a page without a filter at once', async () => {
  const read = account()

  expect(await turnsDuring(() => campaignPage(read, PAGE))).toBe(0)
  expect(await campaignPage(read, PAGE)).toEqual({ items: [MANY[999], MANY[998]], total: 1_000 })
})

it('keeps searches of the same campaigns apart', async () => {
  const searched = account()
  const total = async (query: object) => (await campaignPage(searched, { ...PAGE, ...query })).total
  const ids = async (query: object) =>
    (await campaignPage(searched, { ...PAGE, search: 'shop', ...query })).items.map(({ id }) => id)

  for (const _ of ['first', 'again']) {
    expect(await ids({})).toEqual(['cmp_900', 'cmp_800'])
    expect(await ids({ offset: 1 })).toEqual(['cmp_800', 'cmp_700'])
    expect(await ids({ limit: 1 })).toEqual(['cmp_900'])
    expect(await total({ search: 'shop 9' })).toBe(1)
    expect(await total({ search: 'other' })).toBe(990)
    expect(await total({ search: 'shop', status: 'paused' })).toBe(0)
  }
})

it('searches again after a change', async () => {
  const { campaigns } = account()
  const search = { ...PAGE, search: 'renamed' }
  const changed = campaigns.with([['cmp_7', campaignOf({ id: 'cmp_7', name: 'Renamed' })]])

  const before = await campaignPage({ campaigns }, search)
  const after = await campaignPage({ campaigns: changed }, search)

  expect([before.total, after.total]).toEqual([0, 1])
})
