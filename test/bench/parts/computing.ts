import type { Campaign } from '../../../src/accounts/campaign.ts'
import { dayNumber, formatDay } from '../../../src/intelligence/dates.ts'
import { dashboard, rankings as rankingRows, worldFrom } from '../../support/processes/in-one-go.ts'
import { median, medianTime, timed } from '../statistics.ts'
import { compared, type Row, tenths, whole } from '../table.ts'

const YEAR = { from: '2025-01-01', to: '2025-12-31', today: '2026-01-01' }

export async function rankings(): Promise<Row[]> {
  const campaign = benchCampaign('Bench', 100)
  const computing: number[] = []
  const printing: number[] = []
  let rows: unknown[] = []
  for (let round = 0; round < 15; round++) {
    computing.push(
      await timed(() => {
        rows = rankingRows(1, campaign, YEAR)
      }),
    )
    printing.push(await timed(() => JSON.stringify(rows)))
  }
  const name = `${whole(rows.length)} ranking rows`
  return compared('JSON.stringify of them', median(printing), { [name]: median(computing) }, tenths)
}

export async function dashboards(): Promise<Row[]> {
  const campaigns = Array.from({ length: 100 }, (_, n) => benchCampaign(`Bench${n}`, 50))
  const today = dayNumber('2025-10-31')
  const until = (to: number) => ({
    from: formatDay(to - 29),
    to: formatDay(to),
    today: formatDay(to),
  })
  const timeOf = (run: (round: number) => unknown) => medianTime(30, run)
  // Copies are campaigns of which nothing is kept yet.
  const fresh = () => campaigns.map((it) => ({ ...it }))
  const day = { ...until(today), from: formatDay(today) }
  const first = await timeOf(() => dashboard(1, fresh(), until(today)))
  // A server keeps the world of an account as long as its campaigns stay the same.
  const world = worldFrom(1, campaigns)
  const other = await timeOf((round) => dashboard(1, world, until(today - round)))
  const again = await timeOf(() => dashboard(1, world, until(today - 29)))
  const reference = await timeOf(() =>
    JSON.stringify(campaigns.flatMap((it) => rankingRows(1, it, day))),
  )
  const measured = {
    'dashboard of 100 campaigns, 50 keywords, 30 days': again,
    'the same of days that nobody asked for yet': other,
    'the same of campaigns that nobody asked for yet': first,
  }
  return compared('their ranking rows of one day as JSON', reference, measured, tenths)
}

export function benchCampaign(name: string, keywords: number): Campaign {
  return {
    id: `cmp_${name}`,
    name,
    type: 'serp',
    keywords: Array.from({ length: keywords }, (_, index) => `keyword number ${index}`),
    frequency: 'daily',
    settings: {},
    brand: name,
    domain: `${name.toLowerCase()}.example`,
    competitors: [],
    status: 'active',
    created_at: '2024-01-01T00:00:00.000Z',
    updated_at: '2024-01-01T00:00:00.000Z',
    tracked_since: '2024-01-01',
  }
}
