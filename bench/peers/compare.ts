import { readFileSync } from 'node:fs'
import { type Load, type Measured, measure } from '../load.ts'
import { firstId, loadOf, OPERATIONS, type Operation, saveAnswers, send } from '../operations.ts'
import { unpinned } from '../processes.ts'
import { origin } from '../results.ts'
import { type Server, startBare, startSandbox, temporaryFixture } from '../servers.ts'
import { inTurns, median, medians, unhindered } from '../statistics.ts'
import { type Cell, CONNECTIONS, type Comparison, type Subject } from './comparison.ts'
import { Field } from './field.ts'
import { type Contender, peers } from './peers.ts'

const STARTS = 5
const ROUNDS = 3
const SECONDS = 2
const WARM_UP = 1

interface Running {
  contender: Contender
  server: Server
  subject: Subject
}

/** A server that supports an operation, with its load. */
interface Entrant extends Running {
  load: Load
  cells: Record<number, Cell>
}

/** One of our own servers failed; `found` holds the results until then. */
export class Interrupted extends Error {
  readonly found: Comparison

  constructor(cause: Error, found: Comparison) {
    super(cause.message, { cause })
    this.found = found
  }
}

/** The sandbox, bare servers with the bytes of its answers, and its peers. */
export async function compare(onProgress: (line: string) => void): Promise<Comparison> {
  const from = origin()
  const { contenders, leftOut } = await prepare(onProgress)
  const field = new Field()
  const running: Running[] = []
  const found = (): Comparison => ({
    origin: from,
    remarks: [...(unpinned ? [unpinned] : []), ...leftOut, ...field.remarks],
    subjects: running.map(({ subject }) => subject),
  })
  try {
    onProgress(`starting ${contenders.map(({ name }) => name).join(', ')}`)
    running.push(...(await started(contenders, field)))
    for (const operation of OPERATIONS) {
      onProgress(operation)
      await compareOperation(operation, running, field)
    }
    for (const { contender, server, subject } of running) {
      await field.try(contender, 'memory after the load', async () => {
        subject.memory.loaded = server.memory()
      })
      await server.stop()
    }
  } catch (error) {
    throw new Interrupted(error as Error, found())
  }
  return found()
}

/** Starts each several times as users do, and then for the loads. */
async function started(contenders: Contender[], field: Field): Promise<Running[]> {
  const starts = await inTurns(contenders, STARTS, (contender) =>
    field.try(contender, 'start', () => startAsUsersDo(contender)),
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

async function prepare(onProgress: (line: string) => void) {
  const { fixture } = temporaryFixture(100)
  const flags = ['--ephemeral', '--no-rate-limits']
  const startLoaded = () => startSandbox([...flags, '--fixture', fixture])
  const server = await startLoaded()
  const root = `${server.url}/api`
  const id = await firstId(root)
  const answers = await saveAnswers(server)
  const campaigns = JSON.parse((await send(root, { path: '/campaigns?limit=100' })).text).data
  await server.stop()

  onProgress('installing the peers')
  const { found, leftOut } = await peers(id, campaigns)
  const ours = { base: '/api', id }
  const contenders: Contender[] = [
    {
      ...ours,
      name: 'svc-sandbox',
      version: versionIn('package.json'),
      startPlain: () => startSandbox(flags),
      start: startLoaded,
      reset: async ({ url }) => {
        await send(url, { path: '/_sandbox/reset', method: 'POST' })
      },
    },
    {
      ...ours,
      name: 'node:http',
      version: process.versions.node,
      start: () => startBare('node-http', answers),
    },
    {
      ...ours,
      name: 'Express',
      version: versionIn('node_modules/express/package.json'),
      start: () => startBare('express', answers),
    },
    ...found,
  ]
  return { contenders, leftOut }
}

async function compareOperation(
  operation: Operation,
  running: Running[],
  field: Field,
): Promise<void> {
  const entrants: Entrant[] = []
  for (const it of running) {
    const { contender, server } = it
    const entrant = await field.try(contender, operation, () => entrantOf(operation, it), server)
    if (entrant) entrants.push(entrant)
  }
  for (const { contender, server, load } of entrants) {
    const warmUp = () => measure(server, { ...load, seconds: WARM_UP })
    await field.try(contender, operation, warmUp, server)
  }
  for (const connections of CONNECTIONS) {
    const task = `${operation}, ${connections} connections`
    const runs = await inTurns(entrants, ROUNDS, ({ contender, server, load }) => {
      const run = async () => {
        if (operation === 'create') await contender.reset?.(server)
        return measure(server, { ...load, connections, seconds: SECONDS })
      }
      return field.try(contender, task, () => unhindered(run), server)
    })
    for (const [index, { contender, cells, load }] of entrants.entries()) {
      const done = (runs[index] ?? []).filter((run) => run !== undefined)
      if (field.isIn(contender)) cells[connections] = cellOf(done, load.status as number)
    }
  }
}

function cellOf(runs: Measured[], status: number): Cell {
  const { requestsPerSecond, p50, p99, cpuMs, serverShare, generatorShare } = medians(runs)
  return { status, requestsPerSecond, p50, p99, cpuMs, serverShare, generatorShare }
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
  if (operation === 'list') subject.listBytes = Buffer.byteLength(text)
  if (!(REFUSALS[operation]?.includes(status) ?? (status >= 200 && status < 300))) {
    subject.cells[operation] = { says: `${UNSUPPORTED[operation]} (${status})` }
    return undefined
  }
  const cells: Record<number, Cell> = {}
  subject.cells[operation] = cells
  return { ...it, cells, load: { ...load, path: contender.base + load.path, status } }
}

function versionIn(file: string): string {
  const url = new URL(`../../${file}`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')).version
}
