import { describe, expect, test } from 'vitest'
import { campaignOf, worldWith } from '../../../test/support/worlds.ts'
import type { Campaign, Story } from '../../accounts/campaign.ts'
import { hashText } from '../../text/hash.ts'
import { dayNumber } from '../dates.ts'
import { chatIn } from './chat.ts'
import { citationFigures } from './citation-figures.ts'
import { effectOn, renownOf, standingOn } from './renown.ts'

const TODAY = '2025-10-31'
const START = dayNumber('2024-01-01')
const KEYWORDS = ['electric bike', 'cargo bike', 'bike helmet', 'bike lock', 'gravel bike']
const BRANDS = Array.from({ length: 60 }, (_, n) => hashText(`brand${n}.example`, 1))

/** The figures of a campaign in a month, with another seed for each account. */
async function figuresOf(seed: number, month: string, change: Partial<Campaign> = {}) {
  const competitors = ['pedalhaus.example', 'veloworks.example', 'spokely.example']
  const campaign = campaignOf({
    keywords: KEYWORDS,
    competitors,
    created_at: '2024-01-01T06:00:00.000Z',
    ...change,
  })
  const world = worldWith([campaign], { seed })
  const [timeline] = world.timelines
  const period = { from: `${month}-01`, to: `${month}-28`, today: TODAY }
  return {
    chat: (await chatIn(world, period, timeline)).record(),
    citations: await citationFigures(world, period, timeline as NonNullable<typeof timeline>),
  }
}

const ACCOUNTS = await Promise.all(
  Array.from({ length: 20 }, async (_, seed) => await figuresOf(seed, '2025-10')),
)

describe('brands in answers', () => {
  test('differ much in size', () => {
    const sizes = BRANDS.map((hash) => standingOn(19_200, renownOf(hash, undefined)).size)
    const sorted = sizes.toSorted((a, b) => a - b)

    expect(sorted[54]).toBeGreaterThan(3 * (sorted[30] as number))
    expect(sorted[5]).toBeLessThan((sorted[30] as number) / 2)
  })

  test('have shares of their own, and the own brand is first in some accounts only', () => {
    const shares = ACCOUNTS.map(({ chat }) => chat.share_of_voice.own)
    const first = ACCOUNTS.filter(({ chat }) => chat.share_of_voice.brands[0]?.own)

    expect(Math.min(...shares)).toBeLessThan(8)
    expect(Math.max(...shares)).toBeGreaterThan(20)
    expect(first.length).toBeGreaterThan(1)
    expect(first.length).toBeLessThan(12)
  })

  test('are criticized more often by answers to whether they are any good', async () => {
    const shareFor = async (keywords: string[]) => {
      const found = await Promise.all(
        ACCOUNTS.map(async (_, seed) => {
          const { chat } = await figuresOf(seed, '2025-10', { brand: 'Northwheel', keywords })
          return chat.sentiment
        }),
      )
      const sum = (tone: 'positive' | 'neutral' | 'negative') =>
        found.reduce((total, of) => total + of[tone], 0)
      return sum('negative') / (sum('positive') + sum('neutral') + sum('negative'))
    }

    const doubted = await shareFor(['is northwheel any good'])
    const named = await shareFor(['northwheel bikes'])

    expect(doubted).toBeGreaterThan(named + 0.06)
  })

  test('gain and lose visibility over the months', async () => {
    const moves = await Promise.all(
      ACCOUNTS.map(async ({ chat }, seed) => {
        const before = (await figuresOf(seed, '2025-03')).chat.ai_visibility as number
        return Math.abs((chat.ai_visibility as number) - before)
      }),
    )

    expect(moves.filter((move) => move > 10).length).toBeGreaterThan(4)
  })

  test('are not in every answer, and answers without any brand exist', () => {
    for (const { chat } of ACCOUNTS) {
      expect(chat.answers).toBe(2 * 28 * KEYWORDS.length)
      expect(chat.ai_visibility).toBeGreaterThan(5)
      expect(chat.ai_visibility).toBeLessThan(95)
    }
  })
})

describe('stories', () => {
  const days = Array.from({ length: 800 }, (_, n) => START + n)

  test('bring crises of 30 to 50 days, in which the tone falls and interest grows', () => {
    const spells = BRANDS.flatMap((hash) =>
      spellsOf(days.map((day) => effectOf(hash, day).tone < 0)),
    )

    expect(spells.length).toBeGreaterThan(20)
    expect(Math.min(...spells)).toBeGreaterThanOrEqual(28)
    expect(Math.max(...spells)).toBeLessThanOrEqual(50)
  })

  test('take the own site out of the sources for about 60 days', () => {
    const spells = BRANDS.flatMap((hash) => spellsOf(days.map((day) => !effectOf(hash, day).cited)))

    expect(spells.length).toBeGreaterThan(20)
    expect(Math.min(...spells)).toBeGreaterThanOrEqual(50)
    expect(Math.max(...spells)).toBeLessThanOrEqual(70)
  })

  test('let some rivals overtake within three months, and not within a week', () => {
    const sizes = BRANDS.map((hash) => days.map((day) => effectOf(hash, day).size))
    const rises = (apart: number) =>
      sizes.filter((size) => size.some((it, n) => it - (size[n - apart] ?? it) > 0.6)).length

    expect(rises(90)).toBeGreaterThan(10)
    expect(rises(7)).toBe(0)
  })

  test.each<[Story['kind'], (before: number, after: number) => boolean]>([
    ['rise', (before, after) => after > before + 5],
    ['fall', (before, after) => after < before - 5],
    ['launch', (before, after) => before === 0 && after > 5],
  ])('of a fixture: %s', async (kind, holds) => {
    const story = { kind, date: kind === 'rise' ? '2025-08-31' : '2025-06-15' }
    const results = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (seed) => {
        const [before, after] = await Promise.all(
          ['2025-05', '2025-10'].map(
            async (month) => (await figuresOf(seed, month, { story })).chat.ai_visibility as number,
          ),
        )
        return holds(before as number, after as number)
      }),
    )

    expect(results.filter((held) => held).length).toBeGreaterThanOrEqual(6)
  })
})

describe('sources', () => {
  test('are a few sites most of the time', () => {
    for (const { citations } of ACCOUNTS) {
      const shares = citations.domains.map(({ share }) => share)
      expect(shares[0]).toBeGreaterThan(8)
      expect(shares.slice(0, 3).reduce((sum, share) => sum + share, 0)).toBeGreaterThan(20)
      expect(citations.by_type.third_party).toBeGreaterThan(citations.by_type.rival)
    }
  })

  test('of their own are cited often for some brands, and rarely for others', async () => {
    const shares = (
      await Promise.all(
        Array.from({ length: 12 }, async (_, n) => {
          const { citations } = await figuresOf(1, '2025-10', {
            brand: `B${n}`,
            domain: `brand${n}.example`,
          })
          return citations.by_type.own / citations.total
        }),
      )
    ).toSorted((a, b) => a - b)

    expect(shares.at(-2)).toBeGreaterThan(2 * (shares[2] as number))
  })

  test('have several pages, a few of which are cited often', () => {
    const pages = ACCOUNTS.flatMap(({ citations }) => citations.pages)

    expect(new Set(pages.map(({ url }) => url)).size).toBeGreaterThan(30)
    expect(Math.max(...pages.map((page) => page.citations))).toBeGreaterThan(10)
  })
})

function effectOf(hash: number, day: number) {
  return effectOn(hash, day, undefined)
}

/** Lengths of the spells that begin and end within the days. */
function spellsOf(days: readonly boolean[]): number[] {
  const text = days.map((is) => (is ? 'x' : ' ')).join('')
  return [...text.matchAll(/(?<= )x+(?= )/g)].map(([spell]) => spell.length)
}
