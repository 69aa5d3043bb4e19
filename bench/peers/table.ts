import { OPERATIONS, type Operation } from '../operations.ts'
import { originLine } from '../results.ts'
import { milliseconds, table, whole } from '../table.ts'
import { type Cell, CONNECTIONS, type Comparison, type Subject, type Unlike } from './compare.ts'

const NAMES: Record<Operation, string> = {
  list: 'list 20 of 100 campaigns',
  read: 'read a campaign',
  create: 'create a campaign',
  refused: 'refuse an unknown key',
  invalid: 'refuse an invalid body',
}

/** From here on the load generator's core is full, and the server may be able to do more. */
const GENERATOR_FULL = 0.95

/** The whole run as Markdown: the table, the aims, and what to know of both. */
export function comparisonTables(comparison: Comparison): string {
  const { subjects, remarks, origin } = comparison
  const rows = [
    ['start to first 200', ...subjects.map(({ startMs }) => milliseconds(startMs))],
    ['memory, started', ...subjects.map(({ memory }) => megabytes(memory.started))],
    ['memory, after the load', ...subjects.map(({ memory }) => megabytes(memory.loaded))],
    ['bytes of the list', ...subjects.map(({ listBytes }) => whole(listBytes))],
    [
      'CPU of the server for a list',
      ...subjects.map((subject) => {
        const cell = cellOf(subject, 'list', 10)
        return cell ? `${whole(cell.cpuMs * 1000)} µs` : ''
      }),
    ],
    ...OPERATIONS.flatMap((operation) =>
      CONNECTIONS.map((connections) => [
        `${NAMES[operation]}, ${connections} connections`,
        ...subjects.map((subject) => cellText(subject.cells[operation], connections)),
      ]),
    ),
  ]
  return [
    `${originLine(origin)}. Requests a second, with the median and the 99th percentile in milliseconds below.`,
    table(['', ...subjects.map(({ name, version }) => `${name} ${version}`)], rows),
    aimsTable(subjects),
    ...remarks,
  ].join('\n\n')
}

function cellText(cells: Subject['cells'][Operation], connections: number): string {
  if (cells === undefined) return ''
  if (isUnlike(cells)) return cells.says
  const { requestsPerSecond, p50, p99, generatorShare } = cells[connections] as Cell
  const mark = generatorShare > GENERATOR_FULL ? '+' : ''
  return `${whole(requestsPerSecond)}${mark}/s<br>${short(p50)} · ${short(p99)}`
}

/** What we set out for, and whether this run reached it. */
function aimsTable(subjects: Subject[]): string {
  const [ours, express, prism] = ['svc-sandbox', 'Express', 'Prism'].map((wanted) =>
    subjects.find(({ name }) => name === wanted),
  )
  const rows: string[][] = []
  const aim = (name: string, found: string, isReached: boolean) =>
    rows.push([name, found, isReached ? 'reached' : 'not reached'])
  if (ours && express) {
    const ratio = lowestRatio(ours, express)
    aim('list at 1.0 of Express 5 `res.json`, or more', ratio.toFixed(2), ratio >= 1)
  }
  if (ours && prism) {
    const ratio = lowestRatio(ours, prism)
    aim('list at 3 times Prism, or more', ratio.toFixed(1), ratio >= 3)
  }
  if (ours && express) {
    const found = `${milliseconds(ours.startMs)}; Express ${milliseconds(express.startMs)}`
    aim('start under 350 ms', found, ours.startMs < 350)
    const spread = highestSpread(ours)
    const theirs = highestSpread(express)
    const text = `${spread.toFixed(1)}; Express ${theirs.toFixed(1)}`
    aim('p99 under 3 times p50, 50 connections, each operation', text, spread < 3)
  }
  return table(['aim', 'found', ''], rows)
}

/** Of requests a second of a list, with whichever number of connections it is lower. */
function lowestRatio(ours: Subject, theirs: Subject): number {
  const ratios = CONNECTIONS.map((connections) => {
    const [a, b] = [cellOf(ours, 'list', connections), cellOf(theirs, 'list', connections)]
    return a && b ? a.requestsPerSecond / b.requestsPerSecond : Number.NaN
  })
  return Math.min(...ratios)
}

function highestSpread(subject: Subject): number {
  const cells = OPERATIONS.map((operation) => cellOf(subject, operation, 50))
  return Math.max(...cells.map((cell) => (cell ? cell.p99 / cell.p50 : 0)))
}

function cellOf(subject: Subject, operation: Operation, connections: number): Cell | undefined {
  const cells = subject.cells[operation]
  return cells === undefined || isUnlike(cells) ? undefined : cells[connections]
}

function isUnlike(cells: Record<number, Cell> | Unlike): cells is Unlike {
  return 'says' in cells
}

function megabytes(value: number): string {
  return `${value.toFixed(0)} MB`
}

function short(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0)
}
