import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaignOf, topicsOf } from '../../../test/support/worlds.ts'
import type { Account } from '../../accounts/account.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { recordDeletion, recordPast, rewindPast } from '../../accounts/campaign-history.ts'
import { CampaignRuns } from '../../simulation/campaign-runs.ts'
import { DAY_MS } from '../../time/duration.ts'
import type { Timeline } from './timeline.ts'
import { World, worldOf } from './world.ts'

const NOON = Date.parse('2025-01-01T12:00:00.000Z')
const KEYWORDS = ['crm', 'Electric bike', 'one', 'two']
const BRANDS = ['Northwheel', 'Foo', 'Bar']
const SITES = ['foo.example', 'bar.example', 'northwheel.example', '']

/** An account as the store keeps it: each version shares what did not change with the one before. */
type Version = Pick<Account, 'seed' | 'campaigns' | 'past'> & { time: number }

type Step = (version: Version, earlier: readonly Version[]) => Version

const parts = fc.record(
  {
    keywords: fc.subarray(KEYWORDS, { minLength: 1 }),
    brand: fc.constantFrom(...BRANDS),
    domain: fc.constantFrom(...SITES),
    competitors: fc.subarray([...SITES.slice(0, 3), 'https://x.example/']),
    settings: fc.constantFrom({}, { location: 'Berlin' }, { device: 'mobile' }),
    status: fc.constantFrom('active' as const, 'paused' as const),
    story: fc.constant({ kind: 'rise' as const, date: '2025-01-20' }),
  },
  { requiredKeys: ['keywords'] },
)

const create = fc.record({ parts, count: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 300) }).map(
  ({ parts: given, count }): Step =>
    (version) =>
      changed(version, ({ campaigns }) => {
        const created_at = new Date(version.time).toISOString()
        for (let n = 0; n < count; n++) {
          // Ids of one moment are in no order.
          const id = `cmp_${(campaigns.size * 7919) % 1009}_${campaigns.size}`
          campaigns.set(id, campaignOf({ competitors: [], ...given, id, created_at }))
        }
      }),
)

const update = fc.record({ at: fc.nat(), parts }).map(
  ({ at, parts: given }): Step =>
    onOneOf(at, (draft, campaign, now) => {
      recordPast(draft, campaign, now)
      draft.campaigns.set(campaign.id, { ...campaign, ...given })
    }),
)

const remove = fc.nat().map((at) => onOneOf(at, recordDeletion))

const wait = fc.constantFrom(0, 1, 3_600_000, DAY_MS, 40 * DAY_MS).map(
  (ms): Step =>
    (version) => ({ ...version, time: version.time + ms }),
)

const setBack = fc.constantFrom(1, DAY_MS).map(
  (ms): Step =>
    (version) => ({
      ...changed(version, (draft) => rewindPast(draft, version.time - ms)),
      time: version.time - ms,
    }),
)

/** As a restored snapshot. */
const restore = fc.nat().map(
  (at): Step =>
    (version, earlier) =>
      earlier[at % (earlier.length + 1)] ?? version,
)

const step = fc.oneof(
  { arbitrary: create, weight: 4 },
  { arbitrary: update, weight: 4 },
  { arbitrary: remove, weight: 2 },
  { arbitrary: wait, weight: 3 },
  { arbitrary: setBack, weight: 1 },
  { arbitrary: restore, weight: 1 },
)

test('a world is the same whatever worlds were made before it, of states that share campaigns with it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 7),
      fc.array(fc.tuple(step, fc.boolean()), { minLength: 2, maxLength: 14 }),
      (seed, steps) => {
        const versions: Version[] = []
        let version: Version = {
          seed,
          campaigns: new Map(),
          past: new Map(),
          time: NOON,
        }
        for (const [change, isLookedAt] of steps) {
          version = change(version, versions)
          versions.push(version)
          // Others are made of several changes at once.
          if (isLookedAt) expectSame(worldOf(version), version)
        }
        // The last ones are made in turns.
        const last = versions.slice(-3)
        const worlds = last.map((each) => new World(each))
        for (const keyword of KEYWORDS) {
          for (const world of worlds) makeTopic(world, keyword.toLowerCase())
        }
        for (const [n, each] of last.entries()) expectSame(worlds[n] as World, each)
        expectSame(worldOf(version), version)
        // Earlier ones do not know what came after them.
        for (const each of versions.slice(-5, -1).toReversed()) expectSame(new World(each), each)
      },
    ),
    { numRuns: 20 },
  )
}, 60_000)

function makeTopic(world: World, normal: string): void {
  const isWatched = world.timelines.some(({ keywords }) => keywords.includes(normal))
  if (isWatched) world.topic(normal)
}

function onOneOf(
  at: number,
  change: (draft: Account, campaign: Campaign, now: number) => void,
): Step {
  return (version) =>
    changed(version, (draft) => {
      const campaign = [...draft.campaigns.values()][at % Math.max(1, draft.campaigns.size)]
      if (!campaign) return
      const history = draft.past.get(campaign.id)
      if (history) draft.past.set(campaign.id, { states: [...history.states] })
      change(draft, campaign, version.time)
    })
}

function changed(version: Version, change: (draft: Account) => void): Version {
  const { campaigns, past } = version
  const draft = { ...version, changes: 0, campaigns: new Map(campaigns), past: new Map(past) }
  change(draft as unknown as Account)
  return { ...version, campaigns: draft.campaigns, past: draft.past }
}

function expectSame(world: World, version: Version): void {
  const { seed, campaigns, past, time } = version
  const copy = new World({
    seed,
    campaigns: structuredClone(new Map(campaigns)),
    past: structuredClone(new Map(past)),
  })
  expect(factsOf(world, time)).toEqual(factsOf(copy, time))
}

function factsOf(world: World, time: number) {
  const timelines = world.timelines.slice(0, 8)
  return {
    topics: topicsOf(world).map((topic) => ({
      ...topic,
      watchers: [...topic.watchers].map(nameOf),
    })),
    stories: world.stories,
    spans: BRANDS.map((brand) => world.ownSpans(brand.toLowerCase())),
    pages: timelines.flatMap(({ phases }) =>
      phases.map((phase) => ({
        field: world.field(phase),
        contestants: KEYWORDS.map((keyword) => world.contestants(phase, keyword.toLowerCase())),
      })),
    ),
    events: timelines.slice(0, 3).map((timeline) => {
      const { last } = timeline.runs(time + DAY_MS)
      const runs = new CampaignRuns(world, timeline)
      return last === null ? [] : runs.events({ at: last, last: { at: last - DAY_MS } })
    }),
  }
}

function nameOf({ campaign, isDeleted, begin }: Timeline): string {
  return `${campaign.id} ${isDeleted} ${begin}`
}
