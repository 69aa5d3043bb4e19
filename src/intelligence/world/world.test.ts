import { expect, test } from 'vitest'
import { campaignOf, worldWith } from '../../../test/support/worlds.ts'
import type { Campaign, PastState } from '../../accounts/campaign.ts'
import type { Contestant } from './contestants.ts'
import { type World, worldOf } from './world.ts'

const LATER = { id: 'cmp_b', created_at: '2025-03-01T12:00:00.000Z' }
const names = (sites: readonly Contestant[]) => sites.map(({ name }) => name)
const listed = (world: World) => names(world.topic('electric bike').brands)

test('the order of competitors decides nothing but the order of the field', () => {
  const competitors = ['alpha.example', 'beta.example', 'gamma.example']
  const [one, other] = [competitors, competitors.toReversed()].map((order) =>
    worldWith([campaignOf({ competitors: order })]),
  ) as [World, World]
  const [phase, second] = [one, other].map((world) => world.timelines[0]?.phases[0])
  if (!phase || !second) throw new Error('no phase')
  const sites = (world: World, of: typeof phase) =>
    world.contestants(of, 'electric bike').map(({ listed, ...site }) => site)
  expect(sites(one, phase)).toEqual(sites(other, second))
  expect(listed(one)).toEqual(listed(other))
  expect(names(one.field(phase))).toEqual(['Northwheel', 'Alpha', 'Beta', 'Gamma'])
})

test('the own domain and the own brand are no rivals', () => {
  const competitors = [
    'https://www.northwheel.example/',
    'northwheel.example',
    'Northwheel',
    'a.example',
  ]
  const world = worldWith([campaignOf({ domain: 'www.northwheel.example', competitors })])
  const phase = world.timelines[0]?.phases[0]
  expect(phase && names(world.field(phase))).toEqual(['Northwheel', 'A'])
})

test('a newcomer comes after everyone who was known before', () => {
  const before = worldWith([campaignOf()])
  const after = worldWith([
    campaignOf(),
    campaignOf({ ...LATER, brand: 'Foo', domain: 'foo.example' }),
  ])
  expect(listed(after)).toEqual([...listed(before), 'Foo'])
})

test('a rival who gets a campaign keeps its name until then', () => {
  const own = campaignOf({
    ...LATER,
    brand: 'Pedal Haus',
    domain: 'pedalhaus.example',
    competitors: ['a.example'],
  })
  const { brands } = worldWith([campaignOf(), own]).topic('electric bike')
  const since = Date.parse(LATER.created_at)
  expect(brands.filter(({ domain }) => domain === 'pedalhaus.example')).toMatchObject([
    { name: 'Pedalhaus', until: since },
    { name: 'Pedal Haus', since, until: Number.POSITIVE_INFINITY },
  ])
})

test('two brands of one site are both known', () => {
  const other = campaignOf({ ...LATER, brand: 'Northwheel Parts' })
  const { brands } = worldWith([campaignOf(), other]).topic('electric bike')
  expect(brands.filter(({ domain }) => domain === 'northwheel.example')).toMatchObject([
    { name: 'Northwheel', until: Number.POSITIVE_INFINITY },
    { name: 'Northwheel Parts', until: Number.POSITIVE_INFINITY },
  ])
})

test('a brand that was renamed has its first name until then', () => {
  const until = Date.parse(LATER.created_at)
  const renamed = campaignOf({ brand: 'Southwheel' })
  const world = worldWith([renamed], {
    past: { cmp_a: [{ change: 1, until, campaign: campaignOf() }] },
  })
  const { brands } = world.topic('electric bike')
  expect(brands.filter(({ domain }) => domain === 'northwheel.example')).toMatchObject([
    { name: 'Northwheel', until },
    { name: 'Southwheel', since: until },
  ])
  expect(world.ownSpans('northwheel')).toMatchObject([{ until }])
  expect(world.ownSpans('southwheel')).toMatchObject([{ from: until }])
})

test('a deleted campaign still competes, but is not listed', () => {
  const past = {
    cmp_b: [
      {
        change: 1,
        until: Date.parse('2025-04-01'),
        campaign: campaignOf({ ...LATER, brand: 'Foo', domain: 'foo.example' }),
      },
    ],
  }
  const world = worldWith([campaignOf()], { past })
  expect(world.timelines).toHaveLength(1)
  expect(listed(world)).toContain('Foo')
  expect(world.ownSpans('foo')).toEqual([])
})

test('a campaign without competitors competes with invented brands of its kind', () => {
  const world = worldWith([campaignOf({ competitors: [] })])
  const phase = world.timelines[0]?.phases[0]
  expect(phase && world.field(phase)).toHaveLength(4)
})

test('equal campaigns add no sites; another brand or page does', () => {
  const alone = campaignOf({ competitors: [] })
  const twin = { ...alone, ...LATER }
  const [one, twins, renamed, abroad] = [
    [alone],
    [alone, twin],
    [alone, { ...twin, brand: 'Southwheel' }],
    [alone, { ...twin, settings: { location: 'Berlin' } }],
  ].map((campaigns) => worldWith(campaigns)) as [World, World, World, World]

  expect(twins.topic('electric bike').brands).toEqual(one.topic('electric bike').brands)
  expect(listed(renamed)).toContain('Southwheel')
  const phase = abroad.timelines[0]?.phases[0]
  expect(phase && names(abroad.contestants(phase, 'electric bike'))).toHaveLength(4)
})

test('keeps its timelines while another world has the same campaigns with a history of its own', () => {
  const campaign = campaignOf()
  const past = { cmp_a: [{ campaign, until: Date.parse('2025-02-01') } as PastState] }
  const world = worldWith([campaign], { past })
  const [listed] = world.timelines
  const other = worldWith([campaign], { past }).timeline('cmp_a')

  expect(other).not.toBe(listed)
  expect(world.timeline('cmp_a')).toBe(listed)
})

test('the first owner of a site names it, also if the clock was set back before it had it', () => {
  const owned = campaignOf({ domain: 'shop.example', brand: 'Shop & Sons', competitors: [] })
  const until = Date.parse('2024-12-01')
  const past = { cmp_a: [{ change: 1, until, campaign: campaignOf() }] }
  const other = {
    id: 'cmp_b',
    domain: 'shop.example',
    brand: 'Other',
    created_at: '2024-12-20T12:00:00.000Z',
  }
  const rival = campaignOf({ ...LATER, id: 'cmp_c', competitors: ['shop.example'] })
  const world = worldWith([owned, campaignOf(other), rival], { past })
  const phase = world.timeline('cmp_c')?.phases[0]

  expect(phase && names(world.field(phase))).toContain('Shop & Sons')
})

test('of two campaigns that had a site at the same time, the newer one names it', () => {
  const [older, newer] = ['Older', 'Newer'].map((brand) =>
    campaignOf({ id: `cmp_${brand}`, brand, domain: 'shop.example', competitors: [] }),
  ) as [Campaign, Campaign]
  const rival = campaignOf({ ...LATER, id: 'cmp_c', competitors: ['shop.example'] })
  const world = worldWith([older, newer, rival])
  const phase = world.timeline('cmp_c')?.phases[0]

  expect(phase && names(world.field(phase))).toContain('Newer')
})

test('accounts with other seeds have other invented rivals, even if they share their campaigns', () => {
  const campaign = campaignOf({ competitors: [] })
  const campaigns = new Map([[campaign.id, campaign]])
  const brandsOf = (seed: number) => listed(worldOf({ seed, campaigns, past: new Map() }))

  const [one, other] = [brandsOf(1), brandsOf(2)]

  expect(one).toEqual(listed(worldWith([campaign], { seed: 1 })))
  expect(other).toEqual(listed(worldWith([campaign], { seed: 2 })))
  expect(one).not.toEqual(other)
})

test('of two stories of a site, results pages show that of the older campaign', () => {
  const older = campaignOf({ story: { kind: 'rise', date: '2025-04-01' } })
  const younger = campaignOf({ ...LATER, story: { kind: 'lost', date: '2025-05-01' } })
  const world = worldWith([older, younger])
  const [phase] = world.timeline(younger.id)?.phases ?? []
  if (!phase) throw new Error('no phase')

  const [own] = world.contestants(phase, 'electric bike')

  expect(own?.story).toEqual(older.story)
})

test('a world in use is not computed again, however large the others are', () => {
  const accountWith = (count: number) => {
    const campaigns = Array.from({ length: count }, (_, n) => campaignOf({ id: `cmp_${n}` }))
    return {
      seed: 1,
      campaigns: new Map(campaigns.map((each) => [each.id, each])),
      past: new Map(),
    }
  }
  const account = accountWith(10)
  const world = worldOf(account)
  worldOf(accountWith(3_000))

  expect(worldOf(account)).toBe(world)
  expect(worldOf({ ...account, past: new Map() })).not.toBe(world)
  expect(worldOf({ ...account, seed: 2 })).not.toBe(world)
})
