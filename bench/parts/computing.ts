import { dashboard } from '../../src/intelligence/dashboards.ts'
import { dayNumber, formatDay } from '../../src/intelligence/dates.ts'
import { rankings as rankingRows } from '../../src/intelligence/rankings.ts'
import { benchCampaign } from '../load.ts'
import { median } from '../statistics.ts'
import { milliseconds, type Row, row, whole } from '../table.ts'

export async function rankings(): Promise<Row[]> {
  const campaign = benchCampaign('Bench', 100)
  const period = { from: '2025-01-01', to: '2025-12-31', today: '2026-01-01' }
  const computing: number[] = []
  const printing: number[] = []
  let count = 0
  for (let round = 0; round < 15; round++) {
    const begin = performance.now()
    const rows = rankingRows(1, campaign, period)
    const middle = performance.now()
    JSON.stringify(rows)
    computing.push(middle - begin)
    printing.push(performance.now() - middle)
    count = rows.length
  }
  const [a, b] = [median(computing), median(printing)]
  return [
    row(
      `${whole(count)} ranking rows`,
      milliseconds(a, 1),
      'JSON.stringify of them',
      milliseconds(b, 1),
      a / b,
    ),
  ]
}

export async function dashboards(): Promise<Row[]> {
  const campaigns = Array.from({ length: 100 }, (_, n) => benchCampaign(`Bench${n}`, 50))
  const until = (to: number) => ({
    from: formatDay(to - 29),
    to: formatDay(to),
    today: formatDay(to),
  })
  const today = dayNumber('2025-10-31')
  const rounds = Array.from({ length: 30 }, (_, n) => n)
  const timesOf = (run: (round: number) => void) =>
    median(rounds.map((round) => timeOf(() => run(round))))
  // Copies are campaigns of which nothing is kept yet.
  const first = timesOf(() =>
    dashboard(
      1,
      campaigns.map((it) => ({ ...it })),
      until(today),
    ),
  )
  const other = timesOf((round) => dashboard(1, campaigns, until(today - round)))
  const again = timesOf(() => dashboard(1, campaigns, until(today - 29)))
  const reference = timesOf(() => {
    JSON.stringify(
      campaigns.flatMap((it) => rankingRows(1, it, { ...until(today), from: formatDay(today) })),
    )
  })
  return [
    ['dashboard of 100 campaigns, 50 keywords, 30 days', again] as const,
    ['the same of days that nobody asked for yet', other] as const,
    ['the same of campaigns that nobody asked for yet', first] as const,
  ].map(([name, time]) =>
    row(
      name,
      milliseconds(time, 1),
      'their ranking rows of one day as JSON',
      milliseconds(reference, 1),
      time / reference,
    ),
  )
}

function timeOf(run: () => void): number {
  const begin = performance.now()
  run()
  return performance.now() - begin
}
