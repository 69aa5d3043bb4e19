import { describe, expect, test } from 'vitest'
import { askedOf, expectWhole, law, mean, sum } from '../../../test/support/laws.ts'
import { campaignAnalytics, mentions } from '../../../test/support/processes/figures.ts'
import { percent } from '../figures.ts'

describe('of every campaign', () => {
  test('mentions divide by tone and platform without a rest', async () => {
    await law(async (seed, campaign, period) => {
      const { total, by_sentiment, by_platform } = (await campaignAnalytics(seed, campaign, period))
        .mentions
      const said = await mentions(seed, askedOf(campaign, period), [campaign])
      const { positive, neutral, negative, score } = by_sentiment

      expect(positive + neutral + negative).toBe(total)
      expect(sum(by_platform.map((it) => it.mentions))).toBe(total)
      if (total > 0) expectWhole(by_platform.map((it) => it.share))
      expect(score ?? 0).toBeCloseTo(mean(said.map((it) => it.sentiment_score)) ?? 0, 1)
    })
  })

  test('the names in answers agree with the lists of mentions, day by day', async () => {
    await law(async (seed, campaign, period) => {
      const said = await mentions(seed, askedOf(campaign, period), [campaign])
      const figures = (await campaignAnalytics(seed, campaign, period)).mentions

      expect(figures.average_position).toBe(mean(said.map(({ position }) => position)))
      for (const { date, mentions: count, answers, sentiment, ai_visibility } of figures.series) {
        const ofDay = said.filter(({ detected_at }) => detected_at.startsWith(date))
        expect(count).toBe(ofDay.length)
        expect(sentiment.negative).toBe(ofDay.filter((it) => it.sentiment === 'negative').length)
        expect(ai_visibility).toBe(answers === 0 ? null : percent(count, answers))
      }
      for (const { brand, mentions: count } of figures.share_of_voice.brands) {
        expect(await mentions(seed, { ...period, brand }, [campaign])).toHaveLength(count)
      }
      const cited = said.flatMap(({ citations }) => citations)
      expect(figures.citations.total).toBe(cited.length)
      expect(sum(Object.values(figures.citations.by_type))).toBe(cited.length)
      for (const { domain, citations } of figures.citations.domains) {
        expect(citations).toBe(cited.filter((it) => it.domain === domain).length)
      }
      for (const { url, citations } of figures.citations.pages) {
        expect(citations).toBe(cited.filter((it) => it.url === url).length)
      }
    })
  })

  test('a mention agrees with its answer, its sources and itself', async () => {
    await law(async (seed, campaign, period) => {
      for (const it of await mentions(seed, askedOf(campaign, period), [campaign])) {
        const { answer, citations, competitors_mentioned: others, sentiment_score: score } = it
        expect(it.excerpt).toContain(it.brand)
        expect(others.filter((name) => !answer.replaceAll('\\', '').includes(name))).toEqual([])
        expect(others).not.toContain(it.brand)
        expect(it.position >= 1 && it.position <= others.length + 1).toBe(true)
        expect(it.sentiment).toBe(
          score >= 0.25 ? 'positive' : score <= -0.25 ? 'negative' : 'neutral',
        )
        expect(it.model === null).toBe(it.platform === 'Google AI Overviews')
        expect(citations.map(({ position }) => position)).toEqual(citations.map((_, n) => n + 1))
        expect(new Set(citations.map(({ url }) => url)).size).toBe(citations.length)
        for (const { url, domain, type } of citations) {
          expect(new URL(url).hostname).toBe(new URL(`https://${domain}`).hostname)
          if (campaign.domain !== '') expect(type === 'own').toBe(domain === campaign.domain)
        }
        for (const [, n] of answer.matchAll(/ \[(\d+)\]\./g))
          expect(Number(n)).toBeLessThanOrEqual(citations.length)
        for (const [, url] of answer.matchAll(/\]\((https[^)\s]+)\)/g))
          expect(citations.map((source) => source.url)).toContain(url)
        for (const text of [answer, it.prompt, it.excerpt])
          expect(text.replace(/\|.*\|/g, '')).not.toMatch(/\{\w+\}|undefined|NaN| {2}/)
      }
    })
  })

  test('answers divide by platform, prompt and day without a rest', async () => {
    await law(async (seed, campaign, period) => {
      const figures = (await campaignAnalytics(seed, campaign, period)).mentions

      expect(sum(figures.by_platform.map((it) => it.answers))).toBe(figures.answers)
      expect(sum(figures.series.map((it) => it.answers))).toBe(figures.answers)
      expect(sum(figures.prompts.map((it) => it.answers))).toBe(figures.answers)
      expect(sum(figures.prompts.map((it) => it.mentions))).toBe(figures.total)
      const { own, competitors, brands } = figures.share_of_voice
      if (brands.length > 0) expectWhole([own, competitors])
      if (brands.length < 10 && brands.length > 0) expectWhole(brands.map(({ share }) => share))
    })
  })
})
