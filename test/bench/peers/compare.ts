import { type Load, type Measured, measure } from '../load.ts'
import { inTurnsOf, loadOf, mixedLoad, OPERATIONS, type Operation, send } from '../operations.ts'
import { unpinned } from '../processes.ts'
import { origin } from '../results.ts'
import type { Cores, Server } from '../servers.ts'
import { inTurns, median, medians, unhindered } from '../statistics.ts'
import {
  type Cell,
  type Cells,
  CONNECTIONS,
  type Comparison,
  MIXED_REQUESTS,
  type Rounds,
  type Subject,
} from './comparison.ts'
import type { Contender } from './contender.ts'
import { contendersOf } from './contenders.ts'
import { Field } from './field.ts'

const ROUNDS: Rounds = { turns: 3, seconds: 1.2, peerSeconds: 1 }
const STARTS = 5
/** Of peers, most of which take over a second. */
const PEER_STARTS = 3
const WARM_UP = 0.5
/** A durable sandbox has answered nothing else before. In the first second, V8 compiles the code of a create. */
const CREATE_WARM_UP = 4
/** Of a trial: a slow peer must answer at least once. */
const SHORTEST = 0.3

interface Running {
  contender: Contender
  server: Server
  subject: Required<Subject>
}

/** A server that supports an operation, with its load. */
interface Entrant extends Running {
  load: Load
  cells: Record<Cores, Record<number, Cell>>
}

/** One of our own servers failed; `found` holds the results until then. */
export class Interrupted extends Error {
  readonly found: Comparison

  constructor(cause: Error, found: Comparison) {
    super(cause.message, { cause })
    this.found = found
  }
}

/** All servers under the same loads. With a `share` of the time and requests, it is a trial. */
export async function compare(onProgress: (line: string) => void, share = 1): Promise<Comparison> {
  const from = origin()
  const { turns, seconds, peerSeconds } = ROUNDS
  const shorter = (length: number) => Math.max(SHORTEST, length * share)
  const rounds = { turns, seconds: shorter(seconds), peerSeconds: shorter(peerSeconds) }
  const { contenders, leftOut } = await contendersOf(onProgress)
  const field = new Field()
  const running: Running[] = []
  const found = (): Comparison => ({
    origin: from,
    rounds,
    remarks: [...(unpinned ? [unpinned] : []), ...leftOut, ...field.remarks],
    subjects: running.map(({ subject }) => subject),
  })
  try {
    onProgress(`starting ${contenders.map(({ name }) => name).join(', ')}`)
    running.push(...(await started(contenders, field)))
    for (const operation of OPERATIONS) {
      onProgress(operation)
      await compareOperation(operation, running, field, rounds)
    }
    for (const { contender, server, subject } of running) {
      await field.try(contender, 'memory after the load', async () => {
        subject.memory.loaded = server.memory()
      })
      await server.stop()
    }
    const amount = Math.ceil(MIXED_REQUESTS * share)
    for (const { contender, subject } of running.filter((it) => it.contender.isMixed)) {
      onProgress(`${amount} mixed requests to ${contender.name}`)
      // It comes last: a failure should not cost all other figures.
      await memoryAfter(contender, amount).then(
        (memory) => {
          subject.memory.mixed = memory
        },
        (error: Error) => {
          field.remarks.push(`Memory of ${contender.name} was not measured: ${error.message}`)
        },
      )
    }
  } catch (error) {
    throw new Interrupted(error as Error, found())
  }
  return found()
}

/** Starts each several times as users do, and then for the loads. */
async function started(contenders: Contender[], field: Field): Promise<Running[]> {
  const starts = await inTurns(contenders, STARTS, (contender, turn) =>
    turn < PEER_STARTS || !contender.isPeer
      ? field.try(contender, 'start', () => startAsUsersDo(contender))
      : Promise.resolve(undefined),
  )
  const running: Running[] = []
  for (const [index, contender] of contenders.entries()) {
    const server = await field.try(contender, 'start', contender.start)
    if (!server) continue
    const figures = (starts[index] ?? []).filter((figure) => figure !== undefined)
    const subject = {
      name: contender.name,
      version: contender.version,
      startMs: median(figures.map(({ startMs }) => startMs)),
      memory: { started: median(figures.map(({ memory }) => memory)) },
      listBytes: 0,
      cells: {},
      freeCells: {},
    }
    running.push({ contender, server, subject })
  }
  return running
}

async function startAsUsersDo({ start, startPlain = start }: Contender) {
  const server = await startPlain()
  const memory = server.memory()
  await server.stop()
  return { startMs: server.startMs, memory }
}

async function compareOperation(
  operation: Operation,
  running: Running[],
  field: Field,
  { turns, seconds, peerSeconds }: Rounds,
): Promise<void> {
  const entrants: Entrant[] = []
  for (const it of running) {
    const { contender, server } = it
    if (contender.operations?.includes(operation) === false) continue
    const entrant = await field.try(contender, operation, () => entrantOf(operation, it), server)
    if (entrant) entrants.push(entrant)
  }
  const least = operation === 'create' ? CREATE_WARM_UP : WARM_UP
  for (const entrant of entrants) {
    const { contender, server } = entrant
    const seconds = Math.max(least, contender.warmUp ?? 0)
    const warmUp = () => measured(entrant, { seconds })
    await field.try(contender, operation, warmUp, server)
  }
  for (const [cores, connections] of loadsOf()) {
    const task = `${operation}, ${connections} connections`
    const runs = await inTurns(entrants, turns, async (entrant, turn) => {
      const { contender, server } = entrant
      if (contender.isPeer && turn > 0) return undefined
      const length = contender.isPeer ? peerSeconds : seconds
      const run = () => measured(entrant, { cores, connections, seconds: length })
      const once = contender.waitsForDisk ? run : () => unhindered(run)
      return field.try(contender, task, once, server)
    })
    for (const [index, { contender, cells, load }] of entrants.entries()) {
      const done = (runs[index] ?? []).filter((run) => run !== undefined)
      if (!field.isIn(contender)) continue
      const { serverShare, ...cell } = cellOf(done, load.status as number)
      cells[cores][connections] = contender.waitsForDisk ? cell : { ...cell, serverShare }
    }
  }
}

/** New campaigns are removed at once: their first runs would slow down the next server. */
async function measured(
  { contender, server, load }: Entrant,
  how: Partial<Load>,
): Promise<Measured> {
  const run = await measure(server, { ...load, ...how })
  if (load.method === 'POST') await contender.reset?.(server)
  return run
}

function loadsOf(): [Cores, number][] {
  const all: Cores[] = ['one', 'all']
  return all.flatMap((cores) =>
    CONNECTIONS[cores].map((connections): [Cores, number] => [cores, connections]),
  )
}

function cellOf(runs: Measured[], status: number): Cell {
  const { requestsPerSecond, p50, p99, cpuMs, serverShare, generatorShare } = medians(runs)
  return { status, requestsPerSecond, p50, p99, cpuMs, serverShare, generatorShare }
}

/** Resident MB of a server of its own after a mix of operations on one core. */
async function memoryAfter(
  { start, id, tokens = ['svc_test_demo'] }: Contender,
  amount: number,
): Promise<number> {
  const server = await start()
  await measure(server, { ...mixedLoad(id, tokens), connections: 50, amount })
  const memory = server.memory()
  await server.stop()
  return memory
}

/** Statuses that each refusal may have; the other operations succeed. */
const REFUSALS: Partial<Record<Operation, number[]>> = { refused: [401, 403], invalid: [400, 422] }

const UNSUPPORTED: Record<Operation, string> = {
  list: 'does not list',
  read: 'does not find it',
  create: 'does not create',
  refused: 'takes any key',
  invalid: 'takes any body',
}

/** Sends the operation once; notes what the server does instead if it does not support it. */
async function entrantOf(operation: Operation, it: Running): Promise<Entrant | undefined> {
  const { contender, server, subject } = it
  const load = loadOf(operation, contender.id)
  if (operation === 'list' && contender.listPath) load.path = contender.listPath
  const { status, text } = await send(server.url + contender.base, load)
  const { tokens } = contender
  if (operation === 'list') subject.listBytes = Buffer.byteLength(text)
  const places: Record<Cores, Cells> = { one: subject.cells, all: subject.freeCells }
  if (!(REFUSALS[operation]?.includes(status) ?? (status >= 200 && status < 300))) {
    const unlike = { says: `${UNSUPPORTED[operation]} (${status})` }
    places.one[operation] = unlike
    places.all[operation] = unlike
    return undefined
  }
  const cells = { one: {}, all: {} }
  places.one[operation] = cells.one
  places.all[operation] = cells.all
  const whole = { ...load, path: contender.base + load.path, status }
  return { ...it, cells, load: operation === 'create' && tokens ? inTurnsOf(tokens, whole) : whole }
}
