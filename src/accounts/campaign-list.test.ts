import { expect, it } from 'vitest'
import { turnsDuring } from '../../test/support/turns.ts'
import { campaignOf } from '../../test/support/worlds.ts'
import { campaignPage } from './campaign-list.ts'

const MANY = Array.from({ length: 1_000 }, (_, n) =>
  campaignOf({ id: `cmp_${n}`, name: n % 100 === 0 ? `Shop ${n}` : `Other ${n}` }),
)
const PAGE = { limit: 2, offset: 0 }

it('lets others go on during a search', async () => {
  const keywords = Array.from({ length: 100 }, (_, n) => `keyword ${n}`)
  const campaigns = new Map(MANY.map((each) => [each.id, { ...each, keywords }]))

  const turns = await turnsDuring(() => campaignPage({ campaigns }, { ...PAGE, search: 'none' }))

  expect(turns).toBeGreaterThan(1)
})
