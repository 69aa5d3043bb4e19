import { describe, expect, test } from 'vitest'
import { rankings } from '../../../test/support/processes/figures.ts'
import { keptCampaign } from '../../../test/support/records/campaigns.ts'
import { placeOf } from '../../../test/support/records/positions.ts'
import type { Campaign } from '../../accounts/campaign.ts'
import { addDays } from '../dates.ts'

const SEED = 42
const TODAY = '2025-10-31'
const YEAR = { from: '2024-11-01', to: TODAY, today: TODAY }

describe('rankings', () => {
  test('give one row per keyword and day, by day and then in the order of the keywords', async () => {
    const rows = await rankings(SEED, campaign(), { from: '2025-10-30', to: TODAY, today: TODAY })

    expect(rows.map(({ date, keyword }) => [date, keyword])).toEqual([
      ['2025-10-30', 'crm software'],
      ['2025-10-30', 'Sales Pipeline'],
      ['2025-10-30', 'email marketing'],
      ['2025-10-31', 'crm software'],
      ['2025-10-31', 'Sales Pipeline'],
      ['2025-10-31', 'email marketing'],
    ])
  })

  test('are the same for any period, filter or page', async () => {
    const whole = await rankings(SEED, campaign(), YEAR)
    const byKey = new Map(whole.map((row) => [`${row.date} ${row.keyword}`, row]))

    for (const offset of [0, 1, 44, 91, 92, 93, 200, 364]) {
      const date = addDays(YEAR.from, offset)
      const day = await rankings(SEED, campaign(), { from: date, to: date, today: TODAY })
      expect(day).toEqual(whole.filter((row) => row.date === date))
    }
    const some = await rankings(SEED, campaign(), {
      ...YEAR,
      keywords: ['EMAIL  marketing', 'unknown'],
    })
    expect(some).toHaveLength(365)
    for (const row of some) expect(row).toEqual(byKey.get(`${row.date} email marketing`))
  })

  test('list a keyword once, however often and in any case the campaign has it', async () => {
    const doubled = campaign({ keywords: ['CRM', 'crm', ' Crm ', 'erp'] })

    const rows = await rankings(SEED, doubled, { from: TODAY, to: TODAY, today: TODAY })

    expect(rows.map(({ keyword }) => keyword)).toEqual(['CRM', 'erp'])
  })

  test('differ by seed, site, location, device and search engine, and not by campaign', async () => {
    const positions = async (seed: number, change: Partial<Campaign> = {}) =>
      (await rankings(seed, campaign(change), { ...YEAR, from: '2025-09-01' }))
        .map(({ position }) => position)
        .join()
    const base = await positions(SEED)

    expect(await positions(SEED, { id: 'cmp_other', name: 'Other' })).toBe(base)
    expect(
      await positions(SEED, { settings: { device: 'DESKTOP ', location: 'united states' } }),
    ).toBe(base)
    const others = [
      await positions(SEED + 1),
      await positions(SEED, { domain: 'elsewhere.example' }),
      await positions(SEED, { settings: { device: 'mobile', location: 'United States' } }),
      await positions(SEED, { settings: { device: 'desktop', location: 'Austria' } }),
      await positions(SEED, {
        settings: { device: 'desktop', location: 'United States', search_engine: 'bing' },
      }),
    ]
    expect(new Set([base, ...others]).size).toBe(6)
  })

  test('look real: spread over the results, mostly calm, with the odd jump', async () => {
    const many = campaign({ keywords: Array.from({ length: 300 }, (_, i) => `phrase number ${i}`) })
    const rows = await rankings(SEED, many, YEAR)
    const share = (of: (row: (typeof rows)[number]) => boolean) =>
      rows.filter(of).length / rows.length
    const moved = (atLeast: number) => share(({ change }) => Math.abs(change ?? 0) >= atLeast)

    for (const { position } of rows) {
      if (position === null) continue
      if (!(Number.isInteger(position) && position >= 1 && position <= 100)) {
        expect.fail(`${position} is no position`)
      }
    }
    expect(share(({ position }) => placeOf(position) > 50)).toBeGreaterThan(0.05)
    expect(share(({ position }) => position === 100)).toBeLessThan(0.01)
    expect(1 - moved(1)).toBeGreaterThan(0.25)
    expect(moved(4)).toBeLessThan(0.25)
    expect(moved(10)).toBeGreaterThan(0.0005)
    expect(moved(10)).toBeLessThan(0.05)
  })

  test('are calm at the top and lively further down', async () => {
    const many = campaign({ keywords: Array.from({ length: 300 }, (_, i) => `phrase number ${i}`) })
    const rows = await rankings(SEED, many, YEAR)
    const meanMove = (from: number, to: number) => {
      const moves = rows
        .filter(({ position }) => position !== null && position >= from && position <= to)
        .map(({ change }) => Math.abs(change ?? 0))
      return moves.reduce((a, b) => a + b) / moves.length
    }

    expect(meanMove(1, 3)).toBeLessThan(0.3)
    expect(meanMove(40, 60)).toBeGreaterThan(1)
  })

  test('rank the site first for its brand, unless the campaign has the same name', async () => {
    const branded = campaign({ keywords: ['acme analytics login'] })
    const named = campaign({
      name: 'Trail shoes',
      brand: 'Trail shoes',
      domain: 'trail-shoes.example',
      keywords: Array.from({ length: 50 }, (_, i) => `trail shoes ${i}`),
    })
    const day = { from: TODAY, to: TODAY, today: TODAY }

    expect((await rankings(SEED, branded, day))[0]?.position).toBeLessThanOrEqual(2)
    expect((await rankings(SEED, named, day)).some(({ position }) => placeOf(position) > 10)).toBe(
      true,
    )
  })

  test('name a page of the site, and a volume in the steps of keyword planners', async () => {
    const odd = campaign({
      domain: 'https://www.Müller.example/shop?x=1',
      keywords: ['東京 ホテル', '50% off & more?', 'crm software'],
    })

    const rows = await rankings(SEED, odd, { from: TODAY, to: TODAY, today: TODAY })

    for (const { url, search_volume } of rows) {
      if (url === null) continue
      expect(new URL(url).hostname).toBe('www.xn--mller-kva.example')
      expect(new URL(url).href).toBe(url)
      expect((search_volume ?? 10) % 10).toBe(0)
    }
    expect(new Set(rows.map(({ keyword, url }) => url ?? keyword)).size).toBe(3)
  })
})

function campaign(parts: Partial<Campaign> = {}): Campaign {
  return keptCampaign({ keywords: ['crm software', 'Sales Pipeline', 'email marketing'], ...parts })
}
