import { describe, expect, it } from 'vitest'
import { postgres, testDatabase } from '../../../test/support/postgres.ts'
import { type Random, randomFrom } from '../../../test/support/random.ts'
import { accountWith, campaigns } from '../../../test/support/store-accounts.ts'
import { campaignOf } from '../../../test/support/worlds.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import type { CampaignQuery } from '../../accounts/campaign-list.ts'
import { openMemoryStore } from '../../store/memory-store.ts'
import type { Store } from '../../store/store.ts'
import { PostgresStore } from '../postgres-store.ts'

// Some grow, shrink or change places in lower case; some mean something in a pattern.
const WORDS = [
  ...[
    'Straße',
    'STRASSE',
    'İstanbul',
    'istanbul',
    'ΟΔΟΣ',
    'οδός',
    'Ёлка',
    'ёлка',
    '日本語',
    'ＡＢＣ',
    'ａｂｃ',
  ],
  ...[
    'Å',
    'Å',
    'ǅ',
    '100%',
    'a_b',
    'back\\slash',
    "o'clock",
    '😀 shoes',
    'shoes',
    '\0null',
    'tab\t',
    '--',
    '{}',
  ],
]
const TYPES = ['serp', 'chat', '\0']
const FREQUENCIES = ['daily', 'weekly']
const STATUSES = ['active', 'paused']

function randomCampaign(id: string, random: Random): Campaign {
  const text = () => Array.from({ length: 1 + random.below(3) }, () => random.pick(WORDS)).join(' ')
  return campaignOf({
    id,
    name: text(),
    keywords: Array.from({ length: random.below(4) }, text),
    type: random.pick(TYPES),
    frequency: random.pick(FREQUENCIES),
    status: random.pick(STATUSES) as Campaign['status'],
  })
}

function randomQuery(random: Random): CampaignQuery {
  const maybe = (values: readonly string[]) => (random.chance(25) ? random.pick(values) : undefined)
  const part = (word: string) => [...word].slice(random.below(2), 2 + random.below(9)).join('')
  return {
    type: maybe([...TYPES, 'none', '']),
    frequency: maybe(FREQUENCIES),
    status: maybe(STATUSES),
    search: random.chance(60) ? part(random.pick(WORDS)) : undefined,
    limit: random.pick([1, 2, 7, 20, 100, Number.POSITIVE_INFINITY]),
    offset: random.pick([0, 0, 1, 13, 55, 99, 100, 500]),
  }
}

describe.skipIf(!postgres.isAvailable)('lists of campaigns', () => {
  it.each([
    ['all were kept', 0],
    ['some were deleted', 30],
  ])('are those of the embedded store, where %s', async (_, deleted) => {
    const random = randomFrom(4 + deleted)
    // Nothing is held in memory, so that every list is one of rows.
    const rows = new PostgresStore(await (await testDatabase()).open(), { cacheMb: 0 })
    const stores: Store[] = [openMemoryStore(), rows]
    const made = Array.from({ length: 100 }, (_, n) => randomCampaign(`cmp_${n}`, random))
    const past = new Map(
      made
        .slice(0, 50)
        .map((campaign) => [campaign.id, { states: [{ until: 5, change: 1, campaign }] }]),
    )
    const gone = Array.from({ length: deleted }, () => random.pick(made).id)
    for (const store of stores) {
      await store.add(accountWith(made, { past }))
      await store.update('acc_a', ({ campaigns }) => {
        for (const id of gone) campaigns.delete(id)
      })
    }

    let found = 0
    for (let n = 0; n < 300; n++) {
      const query = n < 30 ? { limit: 1 + n, offset: 4 * n } : randomQuery(random)
      const [expected, shown] = await Promise.all(
        stores.map((store) => store.readCampaigns('acc_a', query)),
      )
      expect(shown, JSON.stringify(query)).toEqual(expected)
      found += shown?.items.length ?? 0
    }
    expect(found).toBeGreaterThan(1000)
  })

  it('have the right pages wherever campaigns were added and deleted', async () => {
    const random = randomFrom(9)
    const rows = new PostgresStore(await (await testDatabase()).open(), { cacheMb: 0 })
    const stores: Store[] = [openMemoryStore(), rows]
    for (const store of stores) await store.add(accountWith(campaigns(2 * 1_000 + 5)))
    for (let n = 0; n < 8; n++) {
      const from = random.below(2 * 1_000)
      const gone = new Set(
        campaigns(from + 20 + n * 60)
          .slice(from)
          .map(({ id }) => id),
      )
      const made = campaigns(random.below(200)).map(({ id }) => `${id}_${n}`)
      const offset = random.below(2 * 1_000)
      const lists = []
      for (const store of stores) {
        await store.update('acc_a', ({ campaigns }) => {
          for (const id of gone) campaigns.delete(id)
          for (const id of made) campaigns.set(id, campaignOf({ id }))
        })
        for (const at of [0, offset, 2 * 1_000 - 40, 5_000]) {
          lists.push(await store.readCampaigns('acc_a', { limit: 7, offset: at }))
        }
      }
      expect(lists.slice(4)).toEqual(lists.slice(0, 4))
    }
  })

  it('are of one account', async () => {
    const store = new PostgresStore(await (await testDatabase()).open(), { cacheMb: 0 })
    await store.add(accountWith([campaignOf({ id: 'cmp_a', name: 'Shared' })]))
    await store.add(accountWith([campaignOf({ id: 'cmp_a', name: 'Shared' })], { id: 'acc_b' }))

    const query = { search: 'share', limit: 5, offset: 0 }

    expect(await store.readCampaigns('acc_a', query)).toMatchObject({ total: 1 })
    expect(await store.readCampaigns('acc_a', { limit: 5, offset: 0 })).toMatchObject({ total: 1 })
    await expect(store.readCampaigns('acc_x', query)).rejects.toThrow('no account acc_x')
    await expect(store.readCampaign('acc_x', 'cmp_a')).rejects.toThrow('no account acc_x')
    await expect(store.campaignCount('acc_x')).rejects.toThrow('no account acc_x')
  })
})
