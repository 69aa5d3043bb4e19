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
