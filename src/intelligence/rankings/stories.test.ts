import { describe, expect, test } from 'vitest'
import { rankings } from '../../../test/support/processes/figures.ts'
import { keptCampaign } from '../../../test/support/records/campaigns.ts'
import { placeOf } from '../../../test/support/records/positions.ts'
import type { Campaign, Story } from '../../accounts/campaign.ts'
import { dayNumber, formatDay } from '../dates.ts'
import { updateStream, updatesBetween } from './algorithm-updates.ts'

const SEED = 42
const KEYWORDS = Array.from({ length: 60 }, (_, i) => `phrase number ${i}`)
const TODAY = '2025-12-31'

describe('the story of a site', () => {
  test('rise: nearly all keywords rank far higher when it is complete', async () => {
    const of = withStory({ kind: 'rise', date: TODAY })
    const [start, end] = [await placesOn(of, '2025-05-01'), await placesOn(of, TODAY)]

    expect(share(end, (place, k) => place < (start[k] as number))).toBeGreaterThan(0.85)
    expect(share(end, (place) => place <= 20)).toBeGreaterThan(2 * share(start, (it) => it <= 20))
  })

  test('rise: its effect lasts after the date', async () => {
    const of = withStory({ kind: 'rise', date: '2025-06-30' })

    expect(meanLog(await placesOn(of, TODAY))).toBeCloseTo(
      meanLog(await placesOn(of, '2025-07-01')),
      0,
    )
  })

  test('fall: most keywords lose much within three days of the last update before it', async () => {
    const date = '2025-11-20'
    const hit = updatesBetween(updateStream(SEED, 'google'), 0, dayNumber(date)).at(-1) as number
    const of = withStory({ kind: 'fall', date })
    const [before, after] = [
      await placesOn(of, formatDay(hit - 1)),
      await placesOn(of, formatDay(hit + 2)),
    ]

    expect(share(after, (place, k) => place > (before[k] as number))).toBeGreaterThan(0.85)
    expect(meanLog(after) - meanLog(before)).toBeGreaterThan(0.5)
    expect(dayNumber(date) - hit).toBeLessThan(120)
  })

  test('fall: before it the site ranks as one without a story, and it recovers in part', async () => {
    const date = '2025-05-01'
    const hit = updatesBetween(updateStream(SEED, 'google'), 0, dayNumber(date)).at(-1) as number
    const loss = async (day: number) =>
      meanLog(await placesOn(withStory({ kind: 'fall', date }), formatDay(day))) -
      meanLog(await placesOn(withStory({ kind: 'fall', date: '2027-01-01' }), formatDay(day)))

    expect(await loss(hit - 1)).toBe(0)
    expect(await loss(hit + 200)).toBeLessThan(0.85 * (await loss(hit + 3)))
    expect(await loss(hit + 200)).toBeGreaterThan(0.3)
  })

  test('launch: every keyword starts far down, and most have risen after three months', async () => {
    const of = withStory({ kind: 'launch', date: '2025-09-01' })
    const end = await placesOn(of, '2025-12-15')

    expect(Math.min(...(await placesOn(of, '2025-09-01')))).toBeGreaterThan(55)
    expect(share(end, (place) => place <= 50)).toBeGreaterThan(0.6)
  })

  test('does not affect its rivals', async () => {
    const rivals = async (story?: Story) =>
      (await rankings(SEED, withStory(story), day(TODAY))).map(
        ({ competitors }) => competitors[0]?.position,
      )
    const usual = await rivals()
    const fallen = await rivals({ kind: 'fall', date: '2025-12-01' })
    const moved = fallen.filter((place, k) => place !== usual[k])

    // Only where the site itself has taken or left the place of a rival.
    expect(moved.length).toBeLessThan(6)
  })
})

function withStory(story?: Story): Campaign {
  const competitors = ['rankly.example']
  return keptCampaign({ keywords: KEYWORDS, competitors, ...(story && { story }) })
}

function day(date: string) {
  return { from: date, to: date, today: TODAY }
}

async function placesOn(of: Campaign, date: string): Promise<number[]> {
  return (await rankings(SEED, of, day(date))).map(({ position }) => placeOf(position))
}

function meanLog(places: readonly number[]): number {
  return places.reduce((sum, place) => sum + Math.log(place), 0) / places.length
}

function share(places: readonly number[], is: (place: number, k: number) => boolean): number {
  return places.filter(is).length / places.length
}
