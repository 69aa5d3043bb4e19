import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mentions } from '../../../test/support/processes/figures.ts'
import { campaignOf, topicsOf, worldWith } from '../../../test/support/worlds.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { normalize } from '../../accounts/normalize.ts'
import { dayOf, formatDay } from '../dates.ts'
import type { Mention } from '../records.ts'
import { brandOfDomain } from '../site.ts'
import type { World } from '../world/world.ts'
import { checkMentions } from './mentions.ts'

/** The account's clock, and the time of every change; no run ends within seconds of it. */
const NOW = Date.parse('2025-10-20T15:00:30Z')
const TODAY = formatDay(dayOf(NOW))
const SEED = 7
const PERIOD = { from: '2025-09-25', to: TODAY, today: TODAY, now: NOW }

const KEYWORDS = ['electric bike', 'bike helmet', 'crm software', 'newcomer reviews']
const SITES = [
  'pedalhaus.example',
  'veloworks.example',
  'Gear Lane',
  'spokely.example',
  'a.example',
]

const campaigns: fc.Arbitrary<Campaign> = fc
  .record({
    brand: fc.constantFrom('Northwheel', 'Pedalhaus', 'Veloworks', 'Rankly'),
    keywords: fc.uniqueArray(fc.constantFrom(...KEYWORDS), { minLength: 1, maxLength: 3 }),
    competitors: fc.uniqueArray(fc.constantFrom(...SITES), { maxLength: 4 }),
    frequency: fc.constantFrom('daily', 'weekly', 'hourly'),
    age: fc.integer({ min: 1, max: 40 }),
    minute: fc.nat({ max: 1439 }),
  })
  .map(({ brand, age, minute, ...parts }) => {
    const created_at = new Date((dayOf(NOW) - age) * 86_400_000 + minute * 60_000).toISOString()
    const domain = `${brand.toLowerCase()}.example`
    return campaignOf({ ...parts, name: brand, brand, domain, created_at })
  })

const accounts = fc
  .array(campaigns, { minLength: 1, maxLength: 3 })
  .map((all) => all.map((campaign, n) => ({ ...campaign, id: `cmp_${n}` })))

const changes: fc.Arbitrary<Partial<Campaign>> = fc.record(
  {
    brand: fc.constantFrom('Gear Lane', 'Newcomer'),
    domain: fc.constantFrom('newcomer.example', 'spokely.example'),
    keywords: fc.uniqueArray(fc.constantFrom(...KEYWORDS), { minLength: 1, maxLength: 4 }),
    competitors: fc.uniqueArray(fc.constantFrom(...SITES, 'late.example', 'openpedia.example'), {
      maxLength: 5,
    }),
    frequency: fc.constantFrom('daily', 'weekly'),
    status: fc.constantFrom('active' as const, 'paused' as const),
  },
  { requiredKeys: [] },
)

const RUNS = { numRuns: 30, seed: 20_251_120 }

function namesIn(world: World): string[] {
  return [...new Set(topicsOf(world).flatMap(({ brands }) => brands.map(({ name }) => name)))]
}

/** The mentions of every brand of a world. */
async function everyMention(world: World, now = NOW, brands = namesIn(world)): Promise<Mention[]> {
  const period = { ...PERIOD, to: formatDay(dayOf(now)), today: formatDay(dayOf(now)), now }
  const names = new Map(brands.map((name) => [normalize(name), name]))
  return (
    await Promise.all(
      [...names.values()].map(async (brand) => await mentions(SEED, { ...period, brand }, world)),
    )
  ).flat()
}

function byAnswer(all: readonly Mention[]): Mention[][] {
  const answers = new Map<string, Mention[]>()
  for (const mention of all) {
    answers.set(mention.answer_id, [...(answers.get(mention.answer_id) ?? []), mention])
  }
  return [...answers.values()]
}

describe('an answer', () => {
  test('is the same from every brand that it names, and each of them has it in its list', async () => {
    await fc.assert(
      fc.asyncProperty(accounts, async (all) => {
        for (const views of byAnswer(await everyMention(worldWith(all, { seed: SEED })))) {
          const ranked = views.toSorted((a, b) => a.position - b.position)
          const names = ranked.map(({ brand }) => brand)
          expect(ranked.map(({ position }) => position)).toEqual(names.map((_, n) => n + 1))
          const [first] = ranked as [Mention]
          for (const view of ranked) {
            expect(view.competitors_mentioned).toEqual(names.filter((it) => it !== view.brand))
            for (const name of SHARED) expect(view[name]).toEqual(first[name])
            expect(pagesOf(view)).toEqual(pagesOf(first))
            expect(view.answer).toContain(view.brand)
          }
          expect(new Set(views.map(({ id }) => id)).size).toBe(views.length)
        }
      }),
      RUNS,
    )
  })

  test('marks each source from the view of the brand', async () => {
    const world = worldWith([campaignOf({ competitors: ['pedalhaus.example'] })], { seed: SEED })
    const types = new Set<string>()
    for (const [first, ...others] of byAnswer(await everyMention(world))) {
      for (const view of [first as Mention, ...others]) {
        view.citations.forEach(({ domain, type, position }, n) => {
          types.add(`${domain === siteOf(view.brand)} ${type}`)
          expect(position).toBe(n + 1)
        })
      }
    }
    expect([...types].sort()).toEqual(['false rival', 'false third_party', 'true own'])
  })

  test('cites a rival that is a site of every topic as a rival, even if it does not name it', async () => {
    const citationsIn = async (competitors: string[]) => {
      const world = worldWith([campaignOf({ competitors })], { seed: SEED })
      const own = (await everyMention(world)).filter(({ brand }) => brand === 'Northwheel')
      return own.flatMap(({ citations, competitors_mentioned }) =>
        citations.map((each) => ({ ...each, competitors_mentioned })),
      )
    }
    const others = (await citationsIn([])).filter(({ type }) => type === 'third_party')
    const { domain } = others[0] as (typeof others)[number]
    const cited = (await citationsIn([domain])).filter((it) => it.domain === domain)
    const unnamed = cited.filter((it) => !it.competitors_mentioned.includes(brandOfDomain(domain)))

    expect(new Set(unnamed.map(({ type }) => type))).toEqual(new Set(['rival']))
  })

  test('names brands of its industry only', async () => {
    const bikes = campaignOf({ keywords: ['electric bike', 'bike helmet'] })
    const crm = campaignOf({
      id: 'cmp_b',
      brand: 'Rankly',
      domain: 'rankly.example',
      keywords: ['crm software'],
      competitors: ['bright-loom.example'],
    })
    const world = worldWith([bikes, crm], { seed: SEED })
    const about = async (keyword: string) =>
      new Set(
        (await everyMention(world)).flatMap((it) => (it.keyword === keyword ? [it.brand] : [])),
      )

    expect(await about('crm software')).toContain('Rankly')
    expect(await about('electric bike')).toContain('Northwheel')
    for (const name of await about('crm software')) {
      expect(await about('electric bike')).not.toContain(name)
      expect(await about('bike helmet')).not.toContain(name)
    }
  })

  test('names a brand that the prompt is about, and names it first', async () => {
    const world = worldWith([campaignOf({ keywords: ['pedalhaus reviews'] })], { seed: SEED })
    const all = await everyMention(world)
    const theirs = all.filter(({ brand }) => brand === 'Pedalhaus')

    expect(theirs.every(({ position }) => position === 1)).toBe(true)
    expect(byAnswer(all)).toHaveLength(theirs.length)
    expect(theirs).toHaveLength(2 * 26)
  })
})

describe('what was found', () => {
  test('stays as it was, whatever is changed, created or deleted later', async () => {
    await fc.assert(
      fc.asyncProperty(accounts, campaigns, changes, fc.nat(), async (all, newcomer, change, n) => {
        const original = worldWith(all, { seed: SEED })
        const before = await everyMention(original)
        const target = all[n % all.length] as Campaign
        const past = { [target.id]: [{ until: NOW, change: 1, campaign: target }] }
        const edited = all.map((it) => (it === target ? { ...it, ...change } : it))
        const created = { ...newcomer, id: 'cmp_new', ...bornAt(NOW) }
        const rest = all.filter((it) => it !== target)

        const facts = new Map(before.map((mention) => [mention.id, mention]))
        for (const [world, isWhole] of [
          [worldWith(edited, { seed: SEED, past }), true],
          [worldWith([...edited, created], { seed: SEED, past }), true],
          [worldWith(rest, { seed: SEED, past }), false],
        ] as const) {
          // Another campaign may find the answers of the deleted one later on the day.
          const later = isWhole ? NOW + 4 * 86_400_000 : NOW
          const after = (await everyMention(world, later, namesIn(original))).filter(
            ({ detected_at }) => Date.parse(detected_at) < NOW,
          )
          for (const mention of after) {
            const { campaign_ids, ...rest } = facts.get(mention.id) as Mention
            expect(mention).toMatchObject(rest)
            // Campaigns that check later on the day join those that found it.
            const known = mention.campaign_ids.slice(0, campaign_ids.length)
            expect(mention.campaign_ids).not.toContain('cmp_new')
            if (isWhole) expect(known).toEqual(campaign_ids)
            else expect(mention.campaign_ids).not.toContain(target.id)
          }
          expect(after).toHaveLength(before.length)
        }
      }),
      RUNS,
    )
  })

  test('does not depend on the order of competitors, or on the own domain among them', async () => {
    await fc.assert(
      fc.asyncProperty(accounts, async (all) => {
        const changed = all.map((campaign) => ({
          ...campaign,
          competitors: [campaign.domain, ...campaign.competitors.toReversed(), campaign.brand],
        }))
        expect(await everyMention(worldWith(changed, { seed: SEED }))).toEqual(
          await everyMention(worldWith(all, { seed: SEED })),
        )
      }),
      RUNS,
    )
  })

  test('is what the checks report, each mention once for each campaign that found it', async () => {
    await fc.assert(
      fc.asyncProperty(accounts, async (all) => {
        const world = worldWith(all, { seed: SEED })
        for (const timeline of world.timelines) {
          const { id, brand } = timeline.campaign
          const days = { first: dayOf(Date.parse(PERIOD.from)), last: dayOf(NOW) }
          const reported = timeline
            .checks(days, NOW)
            .flatMap((check) => checkMentions(world, timeline, check))
          const listed = await mentions(SEED, { ...PERIOD, brand, campaign: timeline }, world)

          expect(reported.map(({ answer }) => answer.detectedAt).sort()).toEqual(
            listed.map(({ detected_at }) => Date.parse(detected_at)).sort(),
          )
          for (const { campaign_ids } of listed) expect(campaign_ids).toContain(id)
        }
      }),
      RUNS,
    )
  })
})

const SHARED = [
  'prompt',
  'keyword',
  'platform',
  'model',
  'answer',
  'campaign_id',
  'campaign_ids',
  'detected_at',
  'url',
] as const

function pagesOf({ citations }: Mention) {
  return citations.map(({ type: _, ...page }) => page)
}

function siteOf(brand: string): string {
  return `${brand.toLowerCase().replaceAll('& ', 'and ').replaceAll(/[ .]+/g, '-').replace(/-$/, '')}.example`
}

function bornAt(time: number): Partial<Campaign> {
  const created_at = new Date(time).toISOString()
  return { created_at, updated_at: created_at, tracked_since: created_at.slice(0, 10) }
}
