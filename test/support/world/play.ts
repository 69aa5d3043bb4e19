import { expect } from 'vitest'
import type { RankingRow } from '../../../src/intelligence/records.ts'
import { randomFrom } from '../random.ts'
import { startSharedSandbox, type TestSandbox } from '../sandbox.ts'
import { expectKept, type Facts, readFacts, rereadTotals } from './facts.ts'

/** Brands with their sites; each competes with others of the list. */
const BRANDS = ['Northwheel', 'Pedalhaus', 'Velodrome Direct', 'Kinder Cycles', 'Aire Valley']
const KEYWORDS = [
  'electric bike',
  'gravel bike',
  'cargo bike for two children',
  'bike repair near me',
  'northwheel reviews',
  'fahrrad für kinder',
]

export interface Play {
  seed: number
  /** ISO 8601; the clock stands still except between steps. */
  now: string
  steps: number
  /** Folder for data: then the sandbox is restarted in the middle. */
  data?: string
}

/**
 * Changes campaigns of an account at random, as its owner might, while time passes in between. After each step,
 * everything that was read before must still be there.
 */
export async function play({ seed, now, steps, data }: Play): Promise<void> {
  const random = randomFrom(seed)
  const options = { fixture: 'empty', seed, rateLimits: false, ...(data && { data }) }
  let sandbox = await startSharedSandbox(options)
  const deleted = new Set<string>()
  try {
    await sandbox.clock.freeze()
    await sandbox.clock.set(now)
    const begin = now.slice(0, 10)
    let facts: Facts | undefined
    for (let step = 0; step < steps; step++) {
      const did = await change(sandbox, random, deleted)
      const reading = { begin, today: (await sandbox.clock.now()).toISOString().slice(0, 10) }
      const after = await readFacts(sandbox.api, reading, facts)
      if (facts)
        await expectSame(sandbox, { reading, facts, after, deleted, did: `${step} ${did}` })
      expectOneWorld(after)
      // Half of the changes follow each other at the same time.
      const passes = random.pick(['0s', '0s', '0s', '0s', '10s', '3h', '1d', '1d7h', '8d'])
      if (passes !== '0s') await sandbox.clock.advance(passes)
      if (data && step === Math.floor(steps / 2)) {
        await sandbox.close()
        sandbox = await startSharedSandbox(options)
      }
      const later = { begin, today: (await sandbox.clock.now()).toISOString().slice(0, 10) }
      facts = await readFacts(sandbox.api, later, after)
      await expectSame(sandbox, {
        reading: later,
        facts: after,
        after: facts,
        deleted,
        did: `${step} time`,
      })
    }
  } finally {
    await sandbox.close()
  }
}

type Random = ReturnType<typeof randomFrom>

/** One change of a campaign; resolves with what it was. */
async function change({ api }: TestSandbox, random: Random, deleted: Set<string>): Promise<string> {
  const { data: campaigns } = (await api.get('/campaigns')).body
  const one = campaigns.length > 0 ? random.pick<{ id: string }>(campaigns) : undefined
  if (!one || (campaigns.length < 4 && random.chance(50))) {
    const body = campaignOf(random)
    await api.post('/campaigns', { body })
    return `create ${JSON.stringify(body)}`
  }
  if (random.chance(10)) {
    deleted.add(one.id)
    await api.delete(`/campaigns/${one.id}`)
    return `delete ${one.id}`
  }
  const { keywords, competitors, ...rest } = campaignOf(random)
  const body = random.pick<object>([
    { keywords },
    { competitors },
    { competitors: competitors.toReversed() },
    { brand: rest.brand },
    { domain: rest.domain },
    { settings: rest.settings },
    { frequency: rest.frequency },
    { status: random.pick(['active', 'paused']) },
    { name: 'Renamed' },
    { ...rest, keywords, competitors },
  ])
  expect((await api.put(`/campaigns/${one.id}`, { body })).status).toBe(200)
  return `${one.id} ${JSON.stringify(body)}`
}

function campaignOf(random: Random) {
  const brand = random.pick(BRANDS)
  const some = <T>(list: readonly T[]) => {
    const chosen = list.filter(() => random.chance(50))
    return chosen.length > 0 ? chosen : list.slice(0, 1)
  }
  return {
    name: brand,
    type: random.pick(['serp', 'chat']),
    keywords: some(KEYWORDS),
    frequency: random.pick(['hourly', 'daily', 'daily', 'weekly']),
    brand,
    domain: siteOf(brand),
    competitors: some(BRANDS).map(siteOf),
    settings: random.pick([{}, { location: 'Leeds, United Kingdom', device: 'mobile' }]),
  }
}

function siteOf(brand: string): string {
  return `${brand.toLowerCase().replaceAll(' ', '-')}.example`
}

async function expectSame(
  { api }: TestSandbox,
  step: {
    reading: { begin: string; today: string }
    facts: Facts
    after: Facts
    deleted: ReadonlySet<string>
    did: string
  },
): Promise<void> {
  const { reading, facts, after, deleted, did } = step
  try {
    expectKept(facts, after, deleted)
    // What was found through a deleted campaign is gone, and figures with it.
    if (deleted.size > 0) return
    expect(await rereadTotals(api, reading, facts)).toEqual(facts.totals)
  } catch (error) {
    throw new Error(`After ${did}: ${(error as Error).message}`, { cause: error })
  }
}

/** What must hold between views at any time. */
function expectOneWorld({ rankings, mentions }: Facts): void {
  for (const rows of rankings.values()) for (const row of rows) expectPlaces(row)
  /** By answer: what does not depend on the brand that it is seen from. */
  const answers = new Map<string, { text: string; brands: Map<string, number>; named: string }>()
  for (const [brand, list] of mentions) {
    for (const mention of list) {
      const { answer_id, prompt, platform, answer, keyword, model, detected_at } = mention
      const { citations, campaign_ids, position, competitors_mentioned } = mention
      const sources = citations.map(({ title, url, domain, position }) => [
        title,
        url,
        domain,
        position,
      ])
      const shared = {
        prompt,
        platform,
        answer,
        keyword,
        model,
        detected_at,
        sources,
        campaign_ids,
      }
      const names = competitors_mentioned.toSpliced(position - 1, 0, brand)
      const text = JSON.stringify(shared)
      const known = answers.get(answer_id) ?? { text, brands: new Map(), named: names.join('\n') }
      expect(text).toBe(known.text)
      expect(names.join('\n')).toBe(known.named)
      known.brands.set(brand, position)
      answers.set(answer_id, known)
    }
  }
  for (const { brands, named } of answers.values()) {
    expect([...brands.keys()].sort()).toEqual(named.split('\n').sort())
  }
}

function expectPlaces({ position, competitors, other_results }: RankingRow): void {
  const places = [position, ...competitors, ...other_results].map((it) =>
    typeof it === 'object' && it !== null ? it.position : it,
  )
  const ranked = places.filter((place) => place !== null)
  expect(new Set(ranked).size).toBe(ranked.length)
}
