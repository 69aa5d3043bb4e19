import { faker } from '@faker-js/faker/locale/en'
import type { Mention, RankingRow } from '../../../src/intelligence/records.ts'
import type { Seen, World } from './sandbox.ts'

export interface Measure {
  name: string
  /** The fixture in which it is measured. */
  fixture: string
  /** The least and the most, both included. */
  band: readonly [number, number]
  /** Whether a world has few cases, so that the mean of all seeds is judged. */
  isRare?: true
  /** Where the band comes from. */
  source: string
  measure(world: World): number | Promise<number>
}

const SENSE = 'common sense'

export const MEASURES: readonly Measure[] = [
  {
    name: 'surnames among invented brands',
    fixture: 'probes',
    band: [0, 0.02],
    source: 'brands are made-up words, not families',
    measure: (world) =>
      share(invented(world), (name) => SURNAMES.has(name.split(' ')[0] as string)),
  },
  {
    name: 'brands that several industries share',
    fixture: 'probes',
    band: [0, 0.05],
    source: SENSE,
    measure(world) {
      const industries = INDUSTRIES.map((name) => new Set(rivalsIn([seenOf(world, name)])))
      const all = industries.flatMap((names) => [...names])
      return share(all, (name) => industries.filter((names) => names.has(name)).length > 1)
    },
  },
  {
    name: 'minutes by which a daily run varies',
    fixture: 'demo',
    band: [1, 20],
    source: 'queues of crawlers',
    measure(world) {
      const [daily] = world.seen.filter(({ campaign }) => campaign.frequency === 'daily')
      const minutes = [...groups(daily?.rows ?? [], ({ date }) => date).values()].map((rows) =>
        minuteOf(rows[0] as RankingRow),
      )
      return spread(minutes)
    },
  },
  {
    name: 'answers that share their second with another',
    fixture: 'demo',
    band: [0, 0.1],
    source: SENSE,
    measure: (world) =>
      mean(
        world.seen.map(({ mentions }) => {
          const seconds = new Map(mentions.map((it) => [it.answer_id, it.detected_at.slice(0, 19)]))
          return mentions.length === 0 ? 0 : 1 - new Set(seconds.values()).size / seconds.size
        }),
      ),
  },
  ...(['de', 'fr', 'es', 'ja', 'ar'] as const).map((language) => ({
    name: `answers in the language of the keyword: ${language}`,
    fixture: 'probes',
    band: [0.95, 1] as const,
    source: 'platforms answer in the language of the prompt',
    measure: (world: World) =>
      share(seenOf(world, language).mentions, ({ answer, prompt }) => {
        return WORDS_OF[language].test(answer) && WORDS_OF[language].test(prompt)
      }),
  })),
  {
    name: 'tones without a sentence',
    fixture: 'probes',
    band: [0, 0],
    source: 'a tone is read in a sentence',
    measure: (world) =>
      share(
        mentionsOf(world).filter(({ sentiment }) => sentiment !== 'neutral'),
        ({ excerpt, brand }) => excerpt.length < brand.length + 8,
      ),
  },
  {
    name: 'negative mentions',
    fixture: 'demo',
    band: [0.02, 0.09],
    source: 'BrightEdge, March 2026: 2 to 5 %; two of three demo brands are in a story',
    measure: (world) => share(mentionsOf(world), ({ sentiment }) => sentiment === 'negative'),
  },
  {
    name: 'negative mentions without a story',
    fixture: 'probes',
    band: [0.01, 0.06],
    source: 'BrightEdge, March 2026',
    measure: (world) => share(mentionsOf(world), ({ sentiment }) => sentiment === 'negative'),
  },
  {
    name: 'neutral mentions',
    fixture: 'probes',
    band: [0.3, 0.45],
    source: 'BrightEdge, March 2026',
    measure: (world) => share(mentionsOf(world), ({ sentiment }) => sentiment === 'neutral'),
  },
  {
    name: 'difference of neutral shares between platforms',
    fixture: 'probes',
    band: [0.08, 0.35],
    source: 'platforms speak differently',
    measure(world) {
      const shares = [...groups(mentionsOf(world), ({ platform }) => platform).values()]
        .filter((of) => of.length > 60)
        .map((of) => share(of, ({ sentiment }) => sentiment === 'neutral'))
      return Math.max(...shares) - Math.min(...shares)
    },
  },
  {
    name: 'negative, asked whether a brand is any good, less others',
    fixture: 'probes',
    band: [0.01, 0.5],
    source: 'a doubt is asked for',
    measure(world) {
      const of = mentionsOf(world).filter(({ brand }) => brand === 'Radkraft')
      const isAsked = ({ keyword }: Mention) => keyword.includes('any good')
      const negative = (list: Mention[]) => share(list, (it) => it.sentiment === 'negative')
      return negative(of.filter(isAsked)) - negative(of.filter((it) => !isAsked(it)))
    },
  },
  {
    name: 'excerpts that say what another said',
    fixture: 'demo',
    band: [0, 0.05],
    source: 'answers are written anew',
    measure(world) {
      const excerpts = distinct(mentionsOf(world)).map(({ excerpt }) => excerpt)
      return 1 - new Set(excerpts).size / excerpts.length
    },
  },
  {
    name: 'answers with a number beside those of lists',
    fixture: 'demo',
    band: [0.4, 1],
    source: 'answers name prices, models and dates',
    measure: (world) =>
      share(mentionsOf(world), ({ answer }) => /\d/.test(answer.replace(/^\d+\. |\[\d\]/gm, ''))),
  },
  {
    name: 'answers with a table',
    fixture: 'demo',
    band: [0.03, 0.3],
    source: SENSE,
    measure: (world) => share(mentionsOf(world), ({ answer }) => /^\|/m.test(answer)),
  },
  {
    name: 'answers with a link',
    fixture: 'demo',
    band: [0.1, 0.7],
    source: SENSE,
    measure: (world) => share(mentionsOf(world), ({ answer }) => answer.includes('](https://')),
  },
  {
    name: 'longest tenth of answers against the median',
    fixture: 'demo',
    band: [1.6, 6],
    source: SENSE,
    measure(world) {
      const lengths = mentionsOf(world)
        .map(({ answer }) => answer.length)
        .sort((a, b) => a - b)
      const at = (part: number) => lengths[Math.floor(part * lengths.length)] as number
      return at(0.9) / at(0.5)
    },
  },
  {
    name: 'prompts that are sentences',
    fixture: 'probes',
    band: [1, 1],
    source: SENSE,
    measure: (world) =>
      share(
        [...new Set(mentionsOf(world).map(({ prompt }) => prompt))],
        (prompt) =>
          /\s.*[.?？。؟]$|[か。？]$/.test(prompt) &&
          !/^[^,]{3,60}: (any|which|what|where)/.test(prompt),
      ),
  },
  {
    name: 'brands in answers to informational questions',
    fixture: 'probes',
    band: [0, 0.3],
    source: 'a how-to names brands rarely',
    async measure(world) {
      const seen = seenOf(world, 'chat')
      const { prompts } = seen.analytics.mentions as {
        prompts: { keyword: string; ai_visibility: number | null }[]
      }
      const asked = prompts.filter(({ keyword }) => /^(how|what)/.test(keyword))
      return mean(asked.map(({ ai_visibility }) => (ai_visibility ?? 0) / 100))
    },
  },
  {
    name: 'places between near-identical keywords (logarithm)',
    fixture: 'probes',
    band: [0, 0.7],
    source: 'search engines read them as one',
    measure: (world) =>
      mean(
        NEAR.map(([one, other]) =>
          Math.abs(levelOf(world, 'volumes', one) - levelOf(world, 'volumes', other)),
        ),
      ),
  },
  {
    name: 'volumes of near-identical keywords (ratio)',
    fixture: 'probes',
    band: [1, 1.5],
    source: 'Google Ads groups close variants',
    measure: (world) =>
      Math.max(
        ...NEAR.map(([one, other]) => {
          const [a, b] = [volumeOf(world, 'volumes', one), volumeOf(world, 'volumes', other)]
          return Math.max(a, b) / Math.min(a, b)
        }),
      ),
  },
  {
    name: 'share of days on which an unrelated keyword ranks',
    fixture: 'probes',
    band: [0, 0.15],
    source: SENSE,
    measure: (world) =>
      mean(
        ['weather', 'payroll software', 'ramen restaurant'].map((keyword) =>
          share(rowsOf(world, 'volumes', keyword), ({ position }) => position !== null),
        ),
      ),
  },
  {
    name: 'volume of "weather" (logarithm)',
    fixture: 'probes',
    band: [6, 8.5],
    source: 'Google Ads: heads have millions',
    measure: (world) => Math.log10(volumeOf(world, 'volumes', 'weather')),
  },
  {
    name: 'volume of the name of an invented shop',
    fixture: 'probes',
    band: [0, 2000],
    source: SENSE,
    measure: (world) => volumeOf(world, 'volumes', 'radkraft'),
  },
  {
    name: 'volume of a phrase against its head',
    fixture: 'probes',
    band: [0.0001, 0.3],
    source: 'qualifiers divide',
    measure: (world) =>
      mean(
        ['cargo bike for two children', 'kids bike 20 inch', 'electric bike for commuting'].map(
          (it) => volumeOf(world, 'volumes', it),
        ),
      ) / volumeOf(world, 'volumes', 'bike'),
  },
  {
    name: 'keywords whose monthly volume moves in a year',
    fixture: 'probes',
    band: [0.5, 1],
    source: 'Google Ads MonthlySearchVolume',
    async measure(world) {
      const months = await Promise.all(
        ['2026-05-10', '2026-07-10', '2026-09-10', '2026-11-10'].map(async (day) => {
          const path = `/serp/rankings?campaign_id=cmp_volumes&start_date=${day}&end_date=${day}`
          return (await world.get(path)).body.data as RankingRow[]
        }),
      )
      return share(months[0] as RankingRow[], ({ keyword }) => {
        const volumes = months.map(
          (rows) => rows.find((row) => row.keyword === keyword)?.search_volume,
        )
        return new Set(volumes).size > 1
      })
    },
  },
  {
    name: 'sources of a prompt that stay for three days',
    fixture: 'demo',
    band: [0.6, 0.97],
    source: 'Ahrefs on AI Overview changes, 2025',
    measure(world) {
      const answers = distinct(mentionsOf(world)).filter(({ citations }) => citations.length > 2)
      const pairs = [...groups(answers, (it) => `${it.prompt} ${it.platform}`).values()].flatMap(
        (of) =>
          of.flatMap((one) =>
            of
              .filter((it) => daysBetween(one, it) === 3)
              .map((it) => {
                const urls = new Set(it.citations.map(({ url }) => url))
                const [few] = [one, it].sort((a, b) => a.citations.length - b.citations.length)
                const shared = one.citations.filter(({ url }) => urls.has(url)).length
                return shared / (few as Mention).citations.length
              }),
          ),
      )
      return mean(pairs)
    },
  },
  {
    name: 'own site cited in overviews, ranked 1 to 10',
    fixture: 'demo',
    isRare: true,
    band: [0.28, 0.55],
    source: 'Ahrefs, 2025: about 40 %',
    measure: (world) => citedShare(world, (position) => position !== null && position <= 10),
  },
  {
    name: 'own site cited in overviews, ranked beyond 50',
    fixture: 'demo',
    isRare: true,
    band: [0, 0.1],
    source: 'Ahrefs, 2025',
    measure: (world) => citedShare(world, (position) => position === null || position > 50),
  },
  {
    name: 'share of the two most cited other sites',
    fixture: 'demo',
    band: [0.15, 0.5],
    source: 'video and forum sites lead, as in Ahrefs, 2026',
    measure(world) {
      const cited = distinct(mentionsOf(world)).flatMap(({ citations }) =>
        citations.filter(({ type }) => type === 'third_party').map(({ domain }) => domain),
      )
      const counts = [...groups(cited, (it) => it).values()]
        .map((of) => of.length)
        .sort((a, b) => b - a)
      return ((counts[0] ?? 0) + (counts[1] ?? 0)) / cited.length
    },
  },
  {
    name: 'correlation of devices',
    fixture: 'probes',
    band: [0.5, 1],
    source: 'one index, two lists',
    measure: (world) =>
      correlationOf(world, ['desktop', 'mobile'], (keyword) => [[keyword, keyword]]),
  },
  {
    name: 'correlation of places',
    fixture: 'probes',
    band: [0.5, 1],
    source: 'one index, two lists',
    measure: (world) =>
      correlationOf(world, ['desktop', 'bristol'], (keyword) => [[keyword, keyword]]),
  },
  {
    name: 'correlation of related keywords',
    fixture: 'probes',
    band: [0.3, 1],
    source: 'a site moves as a whole',
    measure: (world) =>
      correlationOf(world, ['desktop', 'desktop'], (keyword, all) =>
        all.filter((other) => other > keyword).map((other) => [keyword, other]),
      ),
  },
  {
    name: 'models that no date gives',
    fixture: 'probes',
    band: [0.01, 0.4],
    source: 'only Google AI Overviews has no model',
    measure: (world) => share(mentionsOf(world), ({ model }) => model === null),
  },
  {
    name: 'newest model in two years, against today',
    fixture: 'probes',
    band: [1, 1],
    source: 'platforms change models twice a year',
    async measure(world) {
      const before = new Map(mentionsOf(world).map(({ platform, model }) => [platform, model]))
      await world.control('POST', '/clock?account=acc_probes', {
        now: '2028-11-20T18:40:00Z',
        wait: true,
      })
      const { body } = await world.get('/chat/mentions?brand=Radkraft&limit=500')
      await world.control('POST', '/clock?account=acc_probes', {
        now: '2026-11-20T18:40:00Z',
        wait: true,
      })
      const later = (body.data as Mention[]).filter(({ model }) => model !== null)
      return share(later, ({ platform, model }) => model !== before.get(platform))
    },
  },
  {
    name: 'most keywords in a campaign',
    fixture: 'demo',
    band: [200, 1000],
    source: 'the demo shows large and small campaigns',
    measure: (world) => Math.max(...world.seen.map(({ campaign }) => campaign.keywords.length)),
  },
  {
    name: 'fewest keywords in a campaign',
    fixture: 'demo',
    band: [1, 1],
    source: 'the demo shows large and small campaigns',
    measure: (world) => Math.min(...world.seen.map(({ campaign }) => campaign.keywords.length)),
  },
  {
    name: 'largest volume in the demo',
    fixture: 'demo',
    band: [1e6, 1e8],
    source: 'the demo shows large numbers',
    measure: (world) =>
      Math.max(
        ...world.seen.flatMap(({ rows }) => rows.map(({ search_volume }) => search_volume ?? 0)),
      ),
  },
  {
    name: 'most rivals of a campaign',
    fixture: 'demo',
    band: [10, 20],
    source: 'the demo shows a full market',
    measure: (world) => Math.max(...world.seen.map(({ campaign }) => campaign.competitors.length)),
  },
  {
    name: 'kinds of scripts among brands',
    fixture: 'demo',
    band: [2, 5],
    source: 'the demo shows other scripts',
    measure(world) {
      const brands = world.seen.map(({ campaign }) => campaign.brand).join(' ')
      return [/[äöü]/, /\p{Script=Katakana}|\p{Script=Han}/u].filter((it) => it.test(brands)).length
    },
  },
  {
    name: 'days without rows of some daily campaign',
    fixture: 'demo',
    band: [1, 5],
    source: 'the demo shows a failed run',
    measure: (world) =>
      Math.max(
        ...world.seen
          .filter(
            ({ campaign }) =>
              campaign.frequency === 'daily' && campaign.tracked_since < '2026-10-20',
          )
          .map(({ rows }) => 30 - new Set(rows.map(({ date }) => date)).size),
      ),
  },
  {
    name: 'keywords that begin within the default period',
    fixture: 'demo',
    band: [1, 10],
    source: 'the demo shows a keyword that was added later',
    measure: (world) =>
      world.seen
        .filter(({ campaign }) => campaign.tracked_since < '2026-10-20')
        .flatMap(({ rows }) => {
          const first = [...groups(rows, ({ keyword }) => keyword).values()].map(
            (of) => of[0]?.date ?? '',
          )
          return first.filter((date) => date > (first.toSorted()[0] as string))
        }).length,
  },
]

const SURNAMES = new Set(faker.rawDefinitions.person?.last_name?.generic ?? [])
const INDUSTRIES = ['software', 'goods', 'lodging', 'dining', 'finance', 'health']
const NEAR = [
  ['electric bike', 'electric bikes'],
  ['electric bike', 'best electric bike'],
  ['gravel bike', 'gravel bikes'],
  ['gravel bike', 'bike gravel'],
] as const

const WORDS_OF = {
  de: /\b(und|die|der|das|für|ist|ich|sind|welche|was|mir)\b/i,
  fr: /\b(le|la|les|des|est|pour|quels?|quelles?|une?)\b/i,
  es: /\b(el|la|los|las|es|para|qué|una?|dónde)\b/i,
  ja: /[\u3040-\u30ff].*(です|ます|ください|か)/s,
  ar: /(من|في|هل|ما|على)/,
}

function mentionsOf({ seen }: World): Mention[] {
  return seen.flatMap(({ mentions }) => mentions)
}

/** Each mention once: several campaigns may have found it. */
function distinct(mentions: readonly Mention[]): Mention[] {
  return [...new Map(mentions.map((it) => [it.id, it])).values()]
}

function seenOf({ seen }: World, name: string): Seen {
  return seen.find(({ campaign }) => campaign.id === `cmp_${name}`) as Seen
}

function rivalsIn(seen: readonly Seen[]): string[] {
  return seen.flatMap(({ mentions, analytics }) => [
    ...mentions.flatMap((it) => it.competitors_mentioned),
    ...analytics.mentions.share_of_voice.brands.filter(({ own }) => !own).map(({ brand }) => brand),
  ])
}

/** Brands that no campaign lists. */
function invented(world: World): string[] {
  return [...new Set(rivalsIn(INDUSTRIES.map((name) => seenOf(world, name))))]
}

function rowsOf(world: World, name: string, keyword: string): RankingRow[] {
  return seenOf(world, name).rows.filter((row) => row.keyword === keyword)
}

function levelOf(world: World, name: string, keyword: string): number {
  return mean(rowsOf(world, name, keyword).map(({ position }) => Math.log(position ?? 110)))
}

function volumeOf(world: World, name: string, keyword: string): number {
  return rowsOf(world, name, keyword).at(-1)?.search_volume ?? 5
}

/** Of the overviews that name a brand of a campaign, the share that cites its site. */
function citedShare(world: World, isPlace: (position: number | null) => boolean): number {
  const cited = world.seen.flatMap(({ mentions, rows, campaign, analytics }) => {
    const ofDay = new Map(rows.map((row) => [`${row.keyword} ${row.date}`, row]))
    const names = new Map(analytics.competitors.map(({ domain, name }) => [domain, name]))
    return mentions
      .filter(({ platform }) => platform === 'Google AI Overviews')
      .flatMap((it) => {
        const row = ofDay.get(`${it.keyword} ${it.detected_at.slice(0, 10)}`)
        const rivals = row?.competitors ?? []
        const named = rivals.filter(({ domain }) => {
          return it.competitors_mentioned.includes(names.get(domain) ?? '')
        })
        const own = { domain: campaign.domain, position: row?.position ?? null }
        return [own, ...named]
          .filter(({ position }) => isPlace(position))
          .map((site) => it.citations.some(({ domain }) => domain === site.domain))
      })
  })
  return cited.length === 0 ? 0 : share(cited, (it) => it)
}

/** The own site and three rivals. */
const SITES = [0, 1, 2, 3]

/** The mean correlation of pairs of keywords over five months, of two campaigns. */
async function correlationOf(
  world: World,
  [one, other]: readonly [string, string],
  pairsOf: (keyword: string, all: readonly string[]) => string[][],
): Promise<number> {
  const series = async (name: string) => {
    const rows: RankingRow[] = []
    for (const [from, to] of [
      ['2026-06-15', '2026-07-31'],
      ['2026-08-01', '2026-09-20'],
      ['2026-09-21', '2026-11-20'],
    ]) {
      const path = `/serp/rankings?campaign_id=cmp_${name}&start_date=${from}&end_date=${to}&limit=1000`
      rows.push(...((await world.get(path)).body.data as RankingRow[]))
    }
    const places = (row: RankingRow) => [
      row.position,
      ...row.competitors.map(({ position }) => position),
    ]
    return new Map(
      [...groups(rows, ({ keyword }) => keyword)].map(([keyword, of]) => [
        keyword,
        SITES.map((site) => of.map((row) => Math.log(places(row)[site] ?? 101))),
      ]),
    )
  }
  const [left, right] = [await series(one), await series(other)]
  const keywords = [...left.keys()]
  const found = keywords
    .flatMap((keyword) => pairsOf(keyword, keywords))
    .flatMap(([a, b]) =>
      SITES.map((site) =>
        correlation(left.get(a as string)?.[site] ?? [], right.get(b as string)?.[site] ?? []),
      ),
    )
    .filter((it) => !Number.isNaN(it))
  return mean(found)
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)]
  const together = mean(one.map((it, n) => (it - a) * ((other[n] as number) - b)))
  return together / (spread(one) * spread(other))
}

function daysBetween(one: Mention, other: Mention): number {
  const day = ({ detected_at }: Mention) => Math.floor(Date.parse(detected_at) / 86_400_000)
  return day(other) - day(one)
}

function minuteOf({ checked_at }: RankingRow): number {
  return (Date.parse(checked_at) % 86_400_000) / 60_000
}

export function groups<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): Map<string, Item[]> {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    const others = found.get(keyOf(item))
    if (others) others.push(item)
    else found.set(keyOf(item), [item])
  }
  return found
}

export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length
}

function spread(numbers: readonly number[]): number {
  const middle = mean(numbers)
  return Math.sqrt(mean(numbers.map((it) => (it - middle) ** 2)))
}

function share<Item>(items: readonly Item[], is: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(is).length / items.length
}
