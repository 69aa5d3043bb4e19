import { expect, test } from 'vitest'
import { askedOf, law } from '../../../test/support/laws.ts'
import { mentions, rankings } from '../../../test/support/processes/figures.ts'

test('Google AI Overviews answer only where the results page has one, which then shows what they cite', async () => {
  let seen = 0
  await law(async (seed, campaign, period) => {
    const platforms = ['Google AI Overviews']
    const asked = { ...askedOf(campaign, period), platforms }
    const said = await mentions(seed, asked, [campaign])
    const rows = await rankings(seed, campaign, period)
    const cites = new Map<string, boolean>()
    for (const { detected_at, keyword, citations } of said) {
      const key = `${detected_at.slice(0, 10)} ${keyword}`
      const isOwn = citations.some(({ type }) => type === 'own')
      cites.set(key, isOwn || cites.get(key) === true)
    }
    for (const [key, isOwn] of cites) {
      const row = rows.find(({ date, keyword }) => `${date} ${keyword}` === key)
      expect(row?.serp_features).toContain('ai_overview')
      expect(row?.owned_features.includes('ai_overview')).toBe(isOwn)
      seen++
    }
  })
  expect(seen).toBeGreaterThan(20)
})
