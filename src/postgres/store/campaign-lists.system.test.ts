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
import type { Sql } from '../sql.ts'
import { BLOCK } from './account-rows.ts'
import { campaignRows } from './campaign-lists.ts'

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
    for (const store of stores) await store.add(accountWith(campaigns(2 * BLOCK + 5)))
    for (let n = 0; n < 8; n++) {
      const from = random.below(2 * BLOCK)
      const gone = new Set(
        campaigns(from + 20 + n * 60)
          .slice(from)
          .map(({ id }) => id),
      )
      const made = campaigns(random.below(200)).map(({ id }) => `${id}_${n}`)
      const offset = random.below(2 * BLOCK)
      const lists = []
      for (const store of stores) {
        await store.update('acc_a', ({ campaigns }) => {
          for (const id of gone) campaigns.delete(id)
          for (const id of made) campaigns.set(id, campaignOf({ id }))
        })
        for (const at of [0, offset, 2 * BLOCK - 40, 5_000]) {
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

  it('reads no campaigns of other accounts, however short a search is', async () => {
    const database = await (await testDatabase()).open()
    // Half of all campaigns: for so many, PostgreSQL would read the whole table.
    for (const [id, count] of [
      ['acc_a', 3000],
      ['acc_b', 3000],
    ] as const) {
      await database.query(
        `INSERT INTO sandbox.account (id, campaigns, places, value) VALUES ($1, $2::int, $2::int, '{}')`,
        [id, count],
      )
      await database.query(
        `INSERT INTO sandbox.campaign
        SELECT $1, 'cmp_' || n, n, 'serp', 'daily', 'active', 'campaign bikes ' || n, '{}' FROM generate_series(1, $2::int) n`,
        [id, count],
      )
      await database.query(
        `INSERT INTO sandbox.campaign_block SELECT $1, n / ${BLOCK}, count(*) FROM generate_series(1, $2::int) n GROUP BY 2`,
        [id, count],
      )
    }
    await database.query('ANALYZE sandbox.campaign, sandbox.campaign_block')
    let plan = ''
    const sql: Sql = {
      async query(text, values) {
        const lines = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
        plan = lines.map((line) => line['QUERY PLAN']).join('\n')
        return database.query(text, values)
      },
    }
    for (const search of ['b', 'bi', '1', '15', 's 15', '%', '--', '日本']) {
      const query = { search, type: 'serp', limit: 5, offset: 0 }
      const { total } = await campaignRows('acc_a', query, sql)

      expect(plan, search).not.toMatch(/Seq Scan on campaign c/)
      const wanted = await database.query(
        `SELECT FROM sandbox.campaign WHERE account_id = 'acc_a' AND position($1 in search) > 0`,
        [search],
      )
      expect(total).toBe(wanted.length)
    }
  })
})
