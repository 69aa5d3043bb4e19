import { describe, expect, it } from 'vitest'
import {
  DAYS_OF_WEEK,
  mean,
  mentionsOf,
  rankingsOf,
  WEEK,
} from '../../test/support/records/intelligence.ts'
import { ranked } from '../../test/support/records/positions.ts'
import { startSandbox } from '../../test/support/sandbox.ts'

describe('dashboards', () => {
  it('summarize all campaigns', async () => {
    const { api } = await startSandbox()
    const { data: campaigns } = (await api.get('/campaigns')).body
    const rows = []
    for (const { id } of campaigns) {
      rows.push(...(await rankingsOf(api, { campaign_id: id, ...WEEK })))
    }
    const brands = [...new Set<string>(campaigns.map(({ brand }: { brand: string }) => brand))]
    const mentions = []
    for (const brand of brands) mentions.push(...(await mentionsOf(api, { brand, ...WEEK })))

    const { data } = (await api.get('/core/dashboards', { query: WEEK })).body

    const keywords = campaigns.flatMap((each: { keywords: string[] }) => each.keywords)
    const newest = mentions.sort((a, b) => (a.detected_at < b.detected_at ? 1 : -1)).slice(0, 5)
    expect(data.period).toEqual({ ...WEEK, days: 7 })
    expect(data.totals).toMatchObject({
      campaigns: 12,
      active_campaigns: 11,
      keywords: keywords.length,
      mentions: mentions.length,
    })
    expect(data.totals.average_position).toBeCloseTo(
      mean(ranked(rows.map(({ position }) => position))),
      2,
    )
    expect(data.series.map(({ date }: { date: string }) => date)).toEqual(DAYS_OF_WEEK)
    // Mentions of one run are as old as each other.
    const times = (list: { detected_at: string }[]) => list.map((each) => each.detected_at)
    expect(times(data.recent_mentions)).toEqual(times(newest))
    expect(mentions).toEqual(expect.arrayContaining(data.recent_mentions))
  })

  it('are empty for an account without campaigns', async () => {
    const { api } = await startSandbox()
    const key = 'svc_test_starter'

    const board = await api.get('/core/dashboards', { key })
    const overview = await api.get('/core/dashboards/intelligence-overview', { key })

    expect(board.body.data).toMatchObject({
      totals: {
        campaigns: 0,
        active_campaigns: 0,
        keywords: 0,
        average_position: null,
        visibility: null,
        improved: 0,
        declined: 0,
        unchanged: 0,
        mentions: 0,
      },
      previous_period: { covered_days: 0, comparable: false },
      changes: { average_position: null, visibility: null, mentions: null },
      top_movers: { up: [], down: [] },
      campaigns: [],
      recent_mentions: [],
    })
    expect(board.body.data.series).toHaveLength(30)
    expect(overview.body.data).toMatchObject({
      rankings: { keywords: 0, average_position: null, visibility: null },
      chat: {
        mentions: 0,
        sentiment: { positive: 0, neutral: 0, negative: 0, score: null },
        average_position: null,
        share_of_voice: { own: 0, competitors: 0, brands: [] },
      },
    })
  })
})
