import { type Load, type Measured, measure } from '../load.ts'
import { inTurnsOf, loadOf, mixedLoad, OPERATIONS, type Operation, send } from '../operations.ts'
import { unpinned } from '../processes.ts'
import { inTurns, medians } from '../statistics.ts'
import { type Aim, aimTable, megabytes, milliseconds, originLine, table, whole } from '../table.ts'
import { type Contender, contenders, OURS, OURS_DURABLE } from './contenders.ts'

const STARTS = 5
/** Of each cell: runs in turns, and their length. */
const TURNS = 3
const SECONDS = 1.2
/** However small the share is. */
const LEAST = 0.1
const CONNECTIONS = [10, 50] as const
/** Until V8 has compiled what runs often; a durable sandbox has answered nothing but creates before. */
const WARM_UP = { create: 4, others: 1 }
const MIXED_REQUESTS = 200_000

/** What was measured of a server; a text says what it does in place of an operation. */
interface Found {
  contender: Contender
  startMs: number
  startedMb: number
  loadedMb: number
  cells: Partial<Record<Operation, string | Record<number, Measured>>>
}

/** The sandbox, bare servers and peers under the same loads, one core each. `share` of the time and requests is for a trial. */
export async function comparePeers(onProgress: (line: string) => void, share: number) {
  const { found: all, leftOut } = await contenders()
  const remarks = [...(unpinned ? [unpinned] : []), ...leftOut]
  const found: Found[] = []
  onProgress('starts')
  const starts = await inTurns(all, STARTS, async ({ start, startPlain = start }) => {
    const server = await startPlain()
    const figures = { startMs: server.startMs, startedMb: server.memory() }
    await server.stop()
    return figures
  })
  for (const [index, contender] of all.entries()) {
    onProgress(contender.name)
    const figures = medians(starts[index] ?? [])
    const measured = await cellsOf(contender, share).catch((error: Error) => {
      if (contender.name === OURS || contender.name === OURS_DURABLE) throw error
      remarks.push(`${contender.name} failed and is left out: ${error.message.split('\n')[0]}`)
    })
    if (measured) found.push({ contender, ...figures, ...measured })
  }
  const durable = all.find(({ name }) => name === OURS_DURABLE) as Contender
  onProgress('mixed requests')
  const mixedMb = await memoryAfterMix(durable, Math.ceil(MIXED_REQUESTS * share))
  return tables(found, mixedMb, remarks)
}

/** Loads one server with each operation. The others have their turns before and after: a minute at most lies between. */
async function cellsOf(
  contender: Contender,
  share: number,
): Promise<Pick<Found, 'cells' | 'loadedMb'>> {
  const cells: Found['cells'] = {}
  const server = await contender.start()
  for (const operation of contender.operations ?? OPERATIONS) {
    const load = loadOf(operation, contender.id, contender.base)
    if (operation === 'list' && contender.listPath) load.path = contender.base + contender.listPath
    const { status } = await send(server.url, load)
    if (!isSupported(operation, status)) {
      cells[operation] = `${INSTEAD[operation]} (${status})`
      continue
    }
    const { tokens } = contender
    const whole =
      operation === 'create' && tokens
        ? inTurnsOf(tokens, { ...load, status })
        : { ...load, status }
    const run = async (how: Partial<Load>) => {
      const measured = await measure(server, { ...whole, ...how })
      // New campaigns are removed at once: their first runs would slow down what follows.
      if (operation === 'create') await contender.reset?.(server)
      return measured
    }
    await run({
      seconds: Math.max(LEAST, WARM_UP[operation === 'create' ? 'create' : 'others'] * share),
    })
    const byConnections: Record<number, Measured> = {}
    for (const connections of CONNECTIONS) {
      const runs: Measured[] = []
      for (let turn = 0; turn < TURNS; turn++)
        runs.push(await run({ connections, seconds: Math.max(LEAST, SECONDS * share) }))
      byConnections[connections] = medians(runs as unknown as Record<keyof Measured, number>[])
    }
    cells[operation] = byConnections
  }
  const loadedMb = server.memory()
  await server.stop()
  return { cells, loadedMb }
}

/** What a server does that answers an operation with another status. */
const INSTEAD: Record<Operation, string> = {
  list: 'does not list',
  read: 'does not find it',
  create: 'does not create',
  refused: 'takes any key',
  invalid: 'takes any body',
}

function isSupported(operation: Operation, status: number): boolean {
  if (operation === 'refused') return status === 401 || status === 403
  if (operation === 'invalid') return status === 400 || status === 422
  return status < 300
}

/** Resident MB of a server of its own after a mix of operations on one core. */
async function memoryAfterMix(
  { start, id, tokens = [] }: Contender,
  amount: number,
): Promise<number> {
  const server = await start()
  await measure(server, { ...mixedLoad(id, tokens), connections: 50, amount })
  const memory = server.memory()
  await server.stop()
  return memory
}

const NAMES: Record<Operation, string> = {
  list: 'list 20 of 100 campaigns',
  read: 'read a campaign',
  create: 'create a campaign',
  refused: 'refuse an unknown key',
  invalid: 'refuse an invalid body',
}

function tables(found: Found[], mixedMb: number, remarks: string[]): string {
  const row = (name: string, figure: (each: Found) => string) => [name, ...found.map(figure)]
  const rows = [
    row('start to first 200', ({ startMs }) => milliseconds(startMs)),
    row('memory, started', ({ startedMb }) => megabytes(startedMb)),
    row('memory, after the load', ({ loadedMb }) => megabytes(loadedMb)),
    row('CPU for a list', (each) => {
      const cell = cellOf(each, 'list', 10)
      return cell ? `${whole(cell.cpuMs * 1000)} µs` : ''
    }),
    ...OPERATIONS.flatMap((operation) =>
      CONNECTIONS.map((connections) =>
        row(`${NAMES[operation]}, ${connections} connections`, (each) => {
          const { cells } = each
          if (typeof cells[operation] === 'string') return cells[operation]
          const cell = cellOf(each, operation, connections)
          if (!cell) return ''
          const { requestsPerSecond, p50, p99 } = cell
          return `${whole(requestsPerSecond)}/s<br>${short(p50)} · ${short(p99)}`
        }),
      ),
    ),
  ]
  const heads = ['', ...found.map(({ contender }) => contender.name)]
  return [
    `${originLine()} Requests a second, with the median and the 99th percentile in milliseconds below; medians of ${TURNS} runs.`,
    table(heads, rows),
    aimTable(aims(found, mixedMb)),
    ...remarks,
  ].join('\n\n')
}

function cellOf({ cells }: Found, operation: Operation, connections: number): Measured | undefined {
  const found = cells[operation]
  return typeof found === 'string' ? undefined : found?.[connections]
}

/** What we promise of an embedded sandbox, and whether this run reached it. */
function aims(found: Found[], mixedMb: number): Aim[] {
  const named = (name: string) => found.find(({ contender }) => contender.name.startsWith(name))
  const [ours, express, jsonServer] = [named(OURS), named('Express'), named('json-server')]
  if (!ours || !express) return []
  const ratio = (operation: Operation, least: number): Aim => {
    const of = (figure: (a: Measured, b: Measured) => number) =>
      Math.min(
        ...CONNECTIONS.map((connections) => {
          const [a, b] = [ours, express].map((each) => cellOf(each, operation, connections))
          return a && b ? figure(a, b) : Number.NaN
        }),
      )
    const rate = of((a, b) => a.requestsPerSecond / b.requestsPerSecond)
    const cpu = of((a, b) => b.cpuMs / a.cpuMs)
    const measured = `${rate.toFixed(2)} in requests a second; ${cpu.toFixed(2)} in CPU a request`
    return [`${operation} ≥ ${least} × Express`, measured, Math.min(rate, cpu) >= least]
  }
  const start = ours.startMs / express.startMs
  return [
    ratio('list', 1.8),
    ratio('create', 1.2),
    ['start ≤ 1.4 × Express', `${start.toFixed(2)} ×`, start <= 1.4],
    ...(jsonServer
      ? ([
          [
            'start < json-server',
            `${milliseconds(ours.startMs)}, ${milliseconds(jsonServer.startMs)}`,
            ours.startMs < jsonServer.startMs,
          ],
        ] as Aim[])
      : []),
    [
      `memory ≤ 200 MB after ${whole(MIXED_REQUESTS)} mixed requests`,
      megabytes(mixedMb),
      mixedMb <= 200,
    ],
  ]
}

const short = (value: number) => value.toFixed(value < 10 ? 1 : 0)
