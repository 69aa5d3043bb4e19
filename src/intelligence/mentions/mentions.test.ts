import { describe, expect, test } from 'vitest'
import { mentions, mentionsPage } from '../../../test/support/processes/in-one-go.ts'
import { dayNumber, formatDay } from '../dates.ts'
import type { Mention } from '../records.ts'
import { countMentions, type MentionQuery, mentionCounts } from './mentions.ts'
import { findPlatform, PLATFORMS } from './platforms.ts'

const SEED = 42
const TODAY = '2025-10-31'
const NOON = Date.parse('2025-10-31T12:00:00Z')
const CONTEXT = {
  keywords: ['crm software', 'how to choose a crm', 'buy shoes online', 'plumber near me'],
  competitors: ['rankly.example', 'bright-loom.example'],
  domain: 'acme.example',
}
const QUERY: MentionQuery = {
  brand: 'Acme Analytics',
  from: '2025-09-01',
  to: TODAY,
  today: TODAY,
  now: NOON,
  context: CONTEXT,
}

describe('mentions', () => {
  test('come newest first, each with its own id, none later than now', () => {
    const list = mentions(SEED, QUERY)
    const times = list.map(({ detected_at }) => detected_at)

    expect(list.length).toBeGreaterThan(50)
    expect(times).toEqual([...times].sort().reverse())
    expect(new Set(list.map(({ id }) => id)).size).toBe(list.length)
    expect(times[0]?.startsWith(TODAY)).toBe(true)
    expect(Date.parse(times[0] as string)).toBeLessThanOrEqual(NOON)
    const wholeDay = countMentions(SEED, { ...QUERY, now: undefined })
    expect(wholeDay).toBeGreaterThan(list.length)
  })

  test('are the same for any period, platforms, sentiment or page', () => {
    const whole = mentions(SEED, QUERY)
    const week = { ...QUERY, from: '2025-10-01', to: '2025-10-07' }
    const two = { ...QUERY, platforms: ['chatgpt', 'Google-AI-Overviews', 'no such'] }
    const negative = { ...QUERY, sentiment: 'negative' as const }

    const inWeek = (it: Mention) => it.detected_at >= '2025-10-01' && it.detected_at < '2025-10-08'
    expect(mentions(SEED, week)).toEqual(whole.filter(inWeek))
    expect(mentions(SEED, two)).toEqual(
      whole.filter(({ platform }) => ['ChatGPT', 'Google AI Overviews'].includes(platform)),
    )
    expect(mentions(SEED, negative)).toEqual(whole.filter((it) => it.sentiment === 'negative'))
    for (const query of [QUERY, week, two, negative]) {
      const list = mentions(SEED, query)
      expect(countMentions(SEED, query)).toBe(list.length)
      for (const [offset, limit] of [
        [0, 20],
        [3, 1],
        [13, 29],
        [list.length - 2, 10],
        [9999, 5],
      ]) {
        const slice = { offset: offset as number, limit: limit as number }
        expect(mentionsPage(SEED, query, slice)).toEqual(
          list.slice(slice.offset, slice.offset + slice.limit),
        )
      }
    }
  })

  test('are counted by day as they are listed', () => {
    const list = mentions(SEED, QUERY)
    const first = dayNumber(QUERY.from)

    mentionCounts(SEED, QUERY).forEach((count, i) => {
      const date = formatDay(first + i)
      expect(count).toBe(list.filter(({ detected_at }) => detected_at.startsWith(date)).length)
    })
  })

  test('are empty for an unknown platform alone', () => {
    expect(mentions(SEED, { ...QUERY, platforms: ['MyBot'] })).toEqual([])
  })

  test('depend on the brand in any case, not on what is known about it', () => {
    const when = (query: Partial<MentionQuery>, seed = SEED) =>
      mentions(seed, { ...QUERY, ...query }).map(({ id }) => id)

    expect(when({ context: undefined })).toEqual(when({}))
    expect(when({ brand: ' ACME  analytics' })).toEqual(when({}))
    expect(when({ brand: 'Acme Analytic' })).not.toEqual(when({}))
    expect(when({}, SEED + 1)).not.toEqual(when({}))
  })

  test('number at most four a day and platform, and are rarer at the weekend', () => {
    const list = mentions(SEED, { ...QUERY, from: '2024-11-01' })
    const perDay = new Map<string, number>()
    for (const { platform, detected_at } of list) {
      const key = platform + detected_at.slice(0, 10)
      perDay.set(key, (perDay.get(key) ?? 0) + 1)
    }
    const weekend = list.filter(({ detected_at }) =>
      [0, 6].includes(new Date(detected_at).getUTCDay()),
    )

    expect(Math.max(...perDay.values())).toBeLessThanOrEqual(4)
    expect(weekend.length / list.length).toBeLessThan(2 / 7 - 0.02)
    for (const { name } of PLATFORMS)
      expect(list.some(({ platform }) => platform === name)).toBe(true)
  })

  test('do not exist before the platform did', () => {
    const early = mentions(SEED, { ...QUERY, from: '2022-01-01', to: '2023-12-31' })

    for (const platform of PLATFORMS) {
      const dates = early.filter((it) => it.platform === platform.name).map((it) => it.detected_at)
      for (const date of dates) expect(date >= formatDay(platform.since)).toBe(true)
    }
    expect(early.some(({ platform }) => platform === 'ChatGPT')).toBe(true)
    expect(early.some(({ platform }) => platform === 'Google AI Overviews')).toBe(false)
  })

  test('have a score that agrees with the tone; most are positive and few negative', () => {
    const list = Array.from({ length: 20 }, (_, i) => `Brand ${i}`).flatMap((brand) =>
      mentions(SEED, { ...QUERY, brand }),
    )

    for (const { sentiment, sentiment_score: score } of list) {
      const expected = score > 0.2 ? 'positive' : score < -0.2 ? 'negative' : 'neutral'
      expect(sentiment).toBe(expected)
      expect(Math.abs(score)).toBeLessThanOrEqual(1)
    }
    const share = (tone: string) => list.filter((it) => it.sentiment === tone).length / list.length
    expect(share('positive')).toBeGreaterThan(0.4)
    expect(share('negative')).toBeGreaterThan(0.05)
    expect(share('negative')).toBeLessThan(0.25)
  })
})

describe('the text of a mention', () => {
  const BRANDS = [
    'Acme Analytics',
    'eBay-like',
    'Yahoo!',
    'Nordic Sleep Co.',
    '東京ブランド',
    '<b>"Q&A"</b>',
    '{list} $& $1 {about}',
    'a',
    '...',
  ]

  test.each(BRANDS)('names the brand %j as it was given', (brand) => {
    for (const { excerpt } of mentions(SEED, { ...QUERY, brand })) expect(excerpt).toContain(brand)
  })

  test('names the brands in the order of their rank', () => {
    for (const mention of mentions(SEED, QUERY)) {
      const { position, competitors_mentioned: others, excerpt, brand } = mention
      const ranked = [...others]
      ranked.splice(position - 1, 0, brand)

      expect(position).toBeLessThanOrEqual(others.length + 1)
      const places = ranked.map((name) => excerpt.indexOf(name))
      expect(places).not.toContain(-1)
      expect(places).toEqual([...places].sort((a, b) => a - b))
    }
  })

  test('is two to four sentences', () => {
    for (const brand of ['Acme Analytics', 'Unknown brand']) {
      for (const context of [CONTEXT, undefined]) {
        for (const { excerpt } of mentions(SEED, { ...QUERY, brand, context })) {
          // "& Co." closes no sentence when a comma or a small letter follows.
          const sentences = excerpt.split(/[.?]\s+(?=[A-Z])/).length
          expect(sentences).toBeGreaterThanOrEqual(2)
          expect(sentences).toBeLessThanOrEqual(4 + (excerpt.match(/& Co\./g)?.length ?? 0))
        }
      }
    }
  })

  test('varies: answers hardly ever repeat', () => {
    const list = mentions(SEED, { ...QUERY, from: '2024-11-01' })

    expect(new Set(list.map(({ excerpt }) => excerpt)).size / list.length).toBeGreaterThan(0.95)
    expect(new Set(list.map(({ prompt }) => prompt)).size).toBeGreaterThan(8)
  })

  test('cites addresses of the domains it names, invented ones under .example', () => {
    for (const { citations, url } of mentions(SEED, { ...QUERY, context: undefined })) {
      for (const citation of citations) {
        expect(new URL(citation.url).hostname).toBe(citation.domain)
        expect(citation.domain).toMatch(/\.example$/)
      }
      expect(new Set(citations.map((it) => it.url)).size).toBe(citations.length)
      if (url !== null) expect(new URL(url).hostname).toMatch(/\.example$/)
    }
  })

  test('refers to sources by numbers that exist', () => {
    const answers = mentions(SEED, { ...QUERY, platforms: ['perplexity'] })

    expect(answers.some(({ excerpt }) => excerpt.includes('[2]'))).toBe(true)
    for (const { excerpt, citations } of answers) {
      for (const [, number] of excerpt.matchAll(/\[(\d)\]/g)) {
        expect(Number(number)).toBeLessThanOrEqual(citations.length)
      }
    }
  })

  test('takes topics and rivals from the campaign, and never the brand as its own rival', () => {
    const context = {
      ...CONTEXT,
      keywords: ['acme analytics login', 'erp'],
      competitors: ['acme-analytics.example', 'rankly.example'],
    }
    const list = mentions(SEED, { ...QUERY, context })

    expect(list.every(({ prompt }) => prompt.includes('ERP'))).toBe(true)
    expect(list.some((it) => it.competitors_mentioned.includes('Rankly'))).toBe(true)
    expect(list.some((it) => it.competitors_mentioned.includes('Acme Analytics'))).toBe(false)
  })
})

describe('a platform', () => {
  test.each([
    ['chatgpt', 'ChatGPT'],
    ['Chat GPT', 'ChatGPT'],
    ['google-ai-overviews', 'Google AI Overviews'],
    ['GOOGLE_AI_OVERVIEW', 'Google AI Overviews'],
    ['microsoft copilot', 'Copilot'],
    ['perplexity.ai', 'Perplexity'],
  ])('is found by %j', (given, name) => {
    expect(findPlatform(given)?.name).toBe(name)
  })

  test.each(['', ' ', 'mybot', 'chat'])('is not found by %j', (given) => {
    expect(findPlatform(given)).toBeUndefined()
  })
})
