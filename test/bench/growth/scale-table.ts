import { originLine } from '../results.ts'
import { type Aim, aimTable, megabytes, milliseconds, table, whole } from '../table.ts'
import type { Burden, CampaignFigures, Scale } from './scale.ts'

const MOST_START_MS = 1_000
const MOST_FOLDING_MS = 20
/** Of the smallest account. */
const MOST_GROWTH = 1.5
const MOST_REST = 0.02

const micros = (value: number) => `${whole(value)} µs`
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** What one process holds, as Markdown. */
export function scaleTables({ origin, campaigns, burdens }: Scale): string {
  return [
    `${originLine(origin)}. CPU is what the server itself used for each request.`,
    campaignTable(campaigns),
    burdenTable(burdens),
    'Targets:',
    scaleAims({ campaigns, burdens }),
  ].join('\n\n')
}

function campaignTable(columns: CampaignFigures[]): string {
  const row = (name: string, cell: (figures: CampaignFigures) => string) => [
    name,
    ...columns.map(cell),
  ]
  const requests = Object.keys(columns[0]?.requests ?? {}).map((name) =>
    row(name, ({ requests }) => {
      const { cpu, p99 } = requests[name] ?? { cpu: Number.NaN, p99: Number.NaN }
      return `${micros(cpu)}, p99 ${milliseconds(p99)}`
    }),
  )
  return table(
    ['campaigns in one account', ...columns.map(({ size }) => whole(size))],
    [
      row('start from the data folder', ({ startMs }) => `${whole(startMs)} ms`),
      row('memory, started', ({ memoryMb }) => megabytes(memoryMb)),
      ...requests,
      row('longest read during changes of 40 kB', ({ longest }) => milliseconds(longest.writingMs)),
      row('longest read while the journal is folded', ({ longest }) =>
        milliseconds(longest.foldingMs),
      ),
    ],
  )
}

function burdenTable(columns: Burden[]): string {
  const row = (name: string, cell: (burden: Burden) => string) => [name, ...columns.map(cell)]
  return table(
    ['one process with', ...columns.map(({ name }) => name)],
    [
      row('start from the data folder', ({ startMs }) =>
        startMs === undefined ? '' : `${whole(startMs)} ms`,
      ),
      row('memory', ({ memoryMb }) => megabytes(memoryMb)),
      row('share of a core at rest', ({ rest }) => percent(rest)),
      row('list 20 campaigns, CPU', ({ listCpu }) => micros(listCpu)),
      row('list 20 campaigns, p99', ({ listP99 }) => milliseconds(listP99)),
    ],
  )
}

/** Our targets, and whether this run reached them. */
export function scaleAims({ campaigns, burdens }: Pick<Scale, 'campaigns' | 'burdens'>): string {
  const [small, large] = [campaigns[0], campaigns.at(-1)]
  if (!small || !large) return ''
  const growths = Object.entries(large.requests).map(([name, { cpu }]) => {
    return { name, growth: cpu / (small.requests[name]?.cpu ?? Number.NaN) }
  })
  const worst = growths.reduce((a, b) => (b.growth > a.growth ? b : a))
  const busiest = burdens.reduce((a, b) => (b.rest > a.rest ? b : a))
  const starts = burdens.flatMap(({ name, startMs }) => (startMs ? [{ name, startMs }] : []))
  const start = (name: string, ms: number) =>
    aim(`start with ${name} < ${MOST_START_MS / 1000} s`, `${whole(ms)} ms`, ms < MOST_START_MS)
  const aims = [
    start(`${whole(large.size)} campaigns`, large.startMs),
    ...starts.map(({ name, startMs }) => start(name, startMs)),
    aim(
      `longest read while folding ${whole(large.size)} campaigns < ${MOST_FOLDING_MS} ms`,
      milliseconds(large.longest.foldingMs),
      large.longest.foldingMs < MOST_FOLDING_MS,
    ),
    aim(
      `create, list, search, update: CPU at most ${MOST_GROWTH} × of ${whole(small.size)} campaigns`,
      `${worst.growth.toFixed(2)} × (${worst.name})`,
      worst.growth <= MOST_GROWTH,
    ),
    aim(
      `at rest < ${percent(MOST_REST)} of a core`,
      `${percent(busiest.rest)} (${busiest.name})`,
      busiest.rest < MOST_REST,
    ),
  ]
  return aimTable(aims)
}

function aim(target: string, measured: string, isReached: boolean): Aim {
  return { target, measured, isReached }
}
