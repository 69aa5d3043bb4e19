import { OPERATIONS, type Operation } from '../operations.ts'
import { originLine } from '../results.ts'
import type { Cores } from '../servers.ts'
import { ENOUGH, isHindered } from '../statistics.ts'
import { megabytes, milliseconds, table, whole } from '../table.ts'
import { aimsTable } from './aims.ts'
import {
  type Cell,
  type Cells,
  CONNECTIONS,
  type Comparison,
  cellOf,
  isUnlike,
  MIXED_REQUESTS,
  type Rounds,
  type Subject,
} from './comparison.ts'

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

/** A run as Markdown: a table for each number of cores, the targets, and notes. */
export function comparisonTables(comparison: Comparison): string {
  const { subjects, remarks, origin, rounds } = comparison
  const heads = subjects.map(({ name, version }) => `${name} ${version}`)
  const hasFree = subjects.some(({ freeCells }) => freeCells !== undefined)
  return [
    `${originLine(origin)}. Requests a second, with the median and the 99th percentile in milliseconds below.${rounds ? ` ${roundsText(rounds)}` : ''}`,
    'One core for the server, and one for the load generator:',
    table(['', ...heads], [...singleRows(subjects), ...operationRows(subjects, 'one')]),
    ...(hasFree
      ? ['The server may use both cores:', table(['', ...heads], operationRows(subjects, 'all'))]
      : []),
    ...footnotes(subjects),
    'Targets, with one core each:',
    aimsTable(comparison),
    ...remarks,
  ].join('\n\n')
}

function roundsText({ turns, seconds, peerSeconds }: Rounds): string {
  return `Figures of the sandbox and the bare servers are medians of ${turns} runs of ${seconds} s, in which they take turns; the others have one run of ${peerSeconds} s.`
}

/** Figures of the server as a whole. */
function singleRows(subjects: Subject[]): string[][] {
  const row = (name: string, figure: (subject: Subject) => string) => [
    name,
    ...subjects.map(figure),
  ]
  const memory = (value: number | undefined) => (value === undefined ? '' : megabytes(value))
  const isMixed = subjects.some((subject) => subject.memory.mixed !== undefined)
  return [
    row('start to first 200', ({ startMs }) => milliseconds(startMs)),
    row('memory, started', (subject) => megabytes(subject.memory.started)),
    row('memory, after the load', (subject) => memory(subject.memory.loaded)),
    ...(isMixed
      ? [
          row(`memory, after ${whole(MIXED_REQUESTS)} mixed requests`, (subject) =>
            memory(subject.memory.mixed),
          ),
        ]
      : []),
    row('bytes of the list', ({ listBytes }) => (listBytes === 0 ? '' : whole(listBytes))),
    row('CPU of the server for a list', (subject) => {
      const cell = cellOf(subject.cells, 'list', 10)
      return cell && Number.isFinite(cell.cpuMs) ? `${whole(cell.cpuMs * 1000)} µs` : ''
    }),
  ]
}

function operationRows(subjects: Subject[], cores: Cores): string[][] {
  const cellsOf = ({ cells, freeCells }: Subject) => (cores === 'one' ? cells : freeCells)
  return OPERATIONS.flatMap((operation) =>
    CONNECTIONS[cores].map((connections) => [
      `${NAMES[operation]}, ${connections} connections`,
      ...subjects.map((subject) => cellText(cellsOf(subject)?.[operation], connections)),
    ]),
  )
}

function cellText(cells: Cells[Operation], connections: number): string {
  if (cells === undefined) return ''
  if (isUnlike(cells)) return cells.says
  const cell = cells[connections]
  if (cell === undefined) return ''
  const mark = wasHindered(cell) ? HINDERED : cell.generatorShare > GENERATOR_FULL ? '+' : ''
  return `${whole(cell.requestsPerSecond)}${mark}/s<br>${short(cell.p50)} · ${short(cell.p99)}`
}

const FOOTNOTE = `${HINDERED} Other processes on the machine left neither the server nor the load generator ${ENOUGH * 100} % of its core in three tries: the server can do more than that.`

function footnotes(subjects: Subject[]): string[] {
  const cells = subjects.flatMap(({ cells, freeCells }) => [
    ...Object.values(cells),
    ...Object.values(freeCells ?? {}),
  ])
  const isMarked = cells.some((it) => !isUnlike(it) && Object.values(it).some(wasHindered))
  return isMarked ? [FOOTNOTE] : []
}

function wasHindered({ serverShare, generatorShare }: Cell): boolean {
  return serverShare !== undefined && isHindered({ serverShare, generatorShare })
}

function short(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0)
}
