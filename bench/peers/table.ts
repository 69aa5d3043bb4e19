import { OPERATIONS, type Operation } from '../operations.ts'
import { originLine } from '../results.ts'
import { ENOUGH, isHindered } from '../statistics.ts'
import { megabytes, milliseconds, table, whole } from '../table.ts'
import { type Cell, CONNECTIONS, type Comparison, type Subject, type Unlike } from './comparison.ts'

const NAMES: Record<Operation, string> = {
  list: 'list 20 of 100 campaigns',
  read: 'read a campaign',
  create: 'create a campaign',
  refused: 'refuse an unknown key',
  invalid: 'refuse an invalid body',
}

/** Above this share the load generator's core is full, and the server may be able to do more. */
const GENERATOR_FULL = 0.95
const HINDERED = '†'

/** A run as Markdown: the table, the aims, and notes on both. */
export function comparisonTables(comparison: Comparison): string {
  const { subjects, remarks, origin } = comparison
  const rows = [
    ['start to first 200', ...subjects.map(({ startMs }) => milliseconds(startMs))],
    ['memory, started', ...subjects.map(({ memory }) => megabytes(memory.started))],
    [
      'memory, after the load',
      ...subjects.map(({ memory }) => (memory.loaded ? megabytes(memory.loaded) : '')),
    ],
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
    ...footnotes(subjects),
    aimsTable(subjects),
    ...remarks,
  ].join('\n\n')
}

function cellText(cells: Subject['cells'][Operation], connections: number): string {
  if (cells === undefined) return ''
  if (isUnlike(cells)) return cells.says
  const cell = cells[connections]
  if (cell === undefined) return ''
  const mark = wasHindered(cell) ? HINDERED : cell.generatorShare > GENERATOR_FULL ? '+' : ''
  return `${whole(cell.requestsPerSecond)}${mark}/s<br>${short(cell.p50)} · ${short(cell.p99)}`
}

const FOOTNOTE = `${HINDERED} Other processes on the machine left neither the server nor the load generator ${ENOUGH * 100} % of its core in three tries: the server can do more than that.`

function footnotes(subjects: Subject[]): string[] {
  const cells = subjects.flatMap(({ cells }) => Object.values(cells))
  const isMarked = cells.some((it) => !isUnlike(it) && Object.values(it).some(wasHindered))
  return isMarked ? [FOOTNOTE] : []
}

function wasHindered({ serverShare, generatorShare }: Cell): boolean {
  return serverShare !== undefined && isHindered({ serverShare, generatorShare })
}

/** Our aims, and whether this run reached them. */
function aimsTable(subjects: Subject[]): string {
  const [ours, express, prism] = ['svc-sandbox', 'Express', 'Prism'].map((wanted) =>
    subjects.find((it) => it.name === wanted && hasListed(it)),
  )
  const rows: string[][] = []
  const aim = (name: string, found: string, isReached: boolean) =>
    rows.push([name, found, isReached ? 'reached' : 'not reached'])
  if (ours && express) {
    const { rate, text } = listRatios(ours, express)
    aim('list at 1.0 of Express 5 `res.json`, or more', text, rate >= 1)
  }
  if (ours && prism) {
    const { rate, text } = listRatios(ours, prism)
    aim('list at 3 times Prism, or more', text, rate >= 3)
  }
  if (ours && express) {
    const found = `${milliseconds(ours.startMs)}; Express ${milliseconds(express.startMs)}`
    aim('start under 350 ms', found, ours.startMs < 350)
    const spread = highestSpread(ours)
    const theirs = highestSpread(express)
    const text = `${spread.toFixed(1)}; Express ${theirs.toFixed(1)}`
    aim('p99 under 3 times p50, 50 connections, each operation', text, spread < 3)
  }
  return table(['target', 'measured', ''], rows)
}

function hasListed(subject: Subject): boolean {
  return CONNECTIONS.every((connections) => cellOf(subject, 'list', connections))
}

/** Ratios of a list, each for the number of connections where it is lower. CPU depends less on the machine than requests a second. */
function listRatios(ours: Subject, theirs: Subject): { rate: number; text: string } {
  const lowest = (ratio: (a: Cell, b: Cell) => number) => {
    const ratios = CONNECTIONS.map((connections) => {
      const [a, b] = [cellOf(ours, 'list', connections), cellOf(theirs, 'list', connections)]
      return a && b ? ratio(a, b) : Number.NaN
    })
    return Math.min(...ratios)
  }
  const rate = lowest((a, b) => a.requestsPerSecond / b.requestsPerSecond)
  const cpu = lowest((a, b) => b.cpuMs / a.cpuMs)
  const isDoubtful = CONNECTIONS.some((connections) =>
    [ours, theirs].some((subject) => wasHindered(cellOf(subject, 'list', connections) as Cell)),
  )
  const mark = isDoubtful ? HINDERED : ''
  const text = `${rate.toFixed(2)}${mark} in requests a second; ${cpu.toFixed(2)} in CPU a request`
  return { rate, text }
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

function short(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0)
}
