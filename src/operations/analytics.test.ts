import { describe, expect, it } from 'vitest'
import {
  DAYS_OF_WEEK,
  demoCampaign,
  mean,
  mentionsOf,
  rankingsOf,
  WEEK,
} from '../../test/support/records/intelligence.ts'
import { ranked } from '../../test/support/records/positions.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import type { Mention } from '../intelligence/records.ts'

describe('GET /analytics/campaign/{id}', () => {
  it('summarizes the rows of the campaign', async () => {
    const { api } = await startSandbox()
    const { id, keywords } = await demoCampaign(api)
    const rows = await rankingsOf(api, { campaign_id: id, ...WEEK })

    const { body } = await api.get(`/analytics/campaign/${id}`, { query: WEEK })

    const positions = ranked(rows.map(({ position }) => position))
    const on = (date: string) => rows.filter((row) => row.date === date)
    const { summary, series, period } = body.data
    expect(period).toEqual({ ...WEEK, days: 7 })
    expect(summary.keywords).toBe(keywords.length)
    expect(summary.average_position).toBeCloseTo(mean(positions), 2)
    expect(summary.best_position).toBe(Math.min(...positions))
    expect(summary.worst_position).toBe(Math.max(...positions))
    expect(series.map(({ date }: { date: string }) => date)).toEqual(DAYS_OF_WEEK)
    for (const day of series) {
      expect(day.average_position).toBeCloseTo(
        mean(ranked(on(day.date).map(({ position }) => position))),
        2,
      )
    }
    for (const figures of body.data.keywords) {
      const own = rows.filter(({ keyword }) => keyword === figures.keyword)
      expect(figures).toMatchObject({
        position: own.at(-1)?.position,
        start_position: own[0]?.position,
        best_position: Math.min(...ranked(own.map(({ position }) => position))),
        worst_position: Math.max(...ranked(own.map(({ position }) => position))),
        search_volume: own.at(-1)?.search_volume,
        url: own[0]?.url,
      })
    }
  })

  it('counts the mentions of the brand', async () => {
    const { api } = await startSandbox()
    const { id, brand } = await demoCampaign(api)
    const all = await mentionsOf(api, { brand, campaign_id: id })

    const { summary, mentions, series } = (await api.get(`/analytics/campaign/${id}`)).body.data

    const count = (wanted: Partial<Mention>) =>
      all.filter((mention) =>
        Object.entries(wanted).every(([name, value]) => mention[name as 'id'] === value),
      ).length
    expect(summary.mentions).toBe(all.length)
    expect(mentions.total).toBe(all.length)
    expect(mentions.by_sentiment).toMatchObject({
      positive: count({ sentiment: 'positive' }),
      neutral: count({ sentiment: 'neutral' }),
      negative: count({ sentiment: 'negative' }),
    })
    expect(mentions.by_sentiment.score).toBeCloseTo(
      mean(all.map(({ sentiment_score }) => sentiment_score)),
      2,
    )
    for (const { platform, mentions: number } of mentions.by_platform) {
      expect(number, platform).toBe(count({ platform }))
    }
    for (const { date, mentions: number } of series) {
      expect(number, date).toBe(all.filter((each) => each.detected_at.startsWith(date)).length)
    }
  })

  it('compares with the previous period', async () => {
    const { api } = await startSandbox()
    const { id } = await demoCampaign(api)

    const now = (await api.get(`/analytics/campaign/${id}`, { query: WEEK })).body.data
    const before = (
      await api.get(`/analytics/campaign/${id}`, {
        query: { start_date: '2025-12-29', end_date: '2026-01-04' },
      })
    ).body.data

    const { average_position, visibility, estimated_traffic, mentions } = before.summary
    expect(now.previous_period).toEqual({
      ...before.period,
      average_position,
      visibility,
      estimated_traffic,
      mentions,
      covered_days: 7,
      comparable: true,
    })
    expect(now.changes.mentions).toBe(now.summary.mentions - mentions)
    expect(now.changes.average_position).toBeCloseTo(
      average_position - now.summary.average_position,
      2,
    )
  })
})
