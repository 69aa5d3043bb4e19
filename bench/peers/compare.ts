import { readFileSync } from 'node:fs'
import { firstId, saveAnswers } from '../bare/answers.ts'
import { unpinned } from '../cores.ts'
import { type Load, type Measured, measure, medianOf } from '../load.ts'
import { loadOf, OPERATIONS, type Operation, send } from '../operations.ts'
import { origin } from '../results.ts'
import { type Server, startBare, startSandbox, temporaryFixture } from '../servers.ts'
import { median } from '../statistics.ts'
import { inTurns } from '../turns.ts'
import { unhindered } from '../unhindered.ts'
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

/** One that does an operation, and what is asked of it. */
interface Entrant extends Running {
  load: Load
  cells: Record<number, Cell>
}

/** One of ours failed: what was found until then. */
export class Interrupted extends Error {
  readonly found: Comparison

  constructor(cause: Error, found: Comparison) {
    super(cause.message, { cause })
    this.found = found
  }
}

/** The sandbox, bare servers with the bytes of its answers, and its peers. */
export async function compare(tell: (line: string) => void): Promise<Comparison> {
  const from = origin()
  const { contenders, leftOut } = await prepare(tell)
  const field = new Field()
  const running: Running[] = []
  const found = (): Comparison => ({
    origin: from,
    remarks: [...(unpinned ? [unpinned] : []), ...leftOut, ...field.remarks],
    subjects: running.map(({ subject }) => subject),
  })
  try {
    tell(`starting ${contenders.map(({ name }) => name).join(', ')}`)
    running.push(...(await started(contenders, field)))
    for (const operation of OPERATIONS) {
      tell(operation)
      await compareOperation(operation, running, field)
    }
    for (const it of running) {
      await attempt(field, it, 'memory after the load', async () => {
        it.subject.memory.loaded = it.server.memory()
      })
      await it.server.stop()
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

async function prepare(tell: (line: string) => void) {
  const { fixture } = temporaryFixture(100)
  const flags = ['--ephemeral', '--no-rate-limits']
  const sandbox: Omit<Contender, 'id'> = {
    name: 'svc-sandbox',
    version: versionIn('package.json'),
    base: '/api',
    startPlain: () => startSandbox(flags),
    start: () => startSandbox([...flags, '--fixture', fixture]),
    reset: async ({ url }) => {
      await send(url, { path: '/_sandbox/reset', method: 'POST' })
    },
  }
  const server = await sandbox.start()
  const root = `${server.url}/api`
  const id = await firstId(root)
  const answers = await saveAnswers(server)
  const campaigns = JSON.parse((await send(root, { path: '/campaigns?limit=100' })).text).data
  await server.stop()

  tell('installing the peers')
  const { found, leftOut } = await peers({ id, campaigns })
  const bare = (name: string, kind: 'express' | 'node-http', version: string): Contender => ({
    name,
    version,
    base: '/api',
    id,
    start: () => startBare(kind, answers),
  })
  const contenders = [
    { ...sandbox, id },
    bare('node:http', 'node-http', process.versions.node),
    bare('Express', 'express', versionIn('node_modules/express/package.json')),
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
    const entrant = await attempt(field, it, operation, () => entrantOf(operation, it))
    if (entrant) entrants.push(entrant)
  }
  for (const it of entrants) {
    const load = { ...it.load, seconds: WARM_UP }
    await attempt(field, it, operation, () => measure(it.server, load))
  }
  for (const connections of CONNECTIONS) {
    const doing = `${operation}, ${connections} connections`
    const runs = await inTurns(entrants, ROUNDS, (it) =>
      attempt(field, it, doing, () =>
        unhindered(async () => {
          if (operation === 'create') await it.contender.reset?.(it.server)
          return measure(it.server, { ...it.load, connections, seconds: SECONDS })
        }),
      ),
    )
    for (const [index, { contender, cells, load }] of entrants.entries()) {
      const done = (runs[index] ?? []).filter((run) => run !== undefined)
      if (field.isIn(contender)) cells[connections] = cellOf(done, load.status as number)
    }
  }
}

/** What fails is stopped at once, since it may still be busy. */
function attempt<Result>(
  field: Field,
  { contender, server }: Running,
  doing: string,
  run: () => Promise<Result>,
): Promise<Result | undefined> {
  return field.try(contender, doing, () =>
    run().catch(async (error) => {
      await server.stop()
      throw error
    }),
  )
}

function cellOf(runs: Measured[], status: number): Cell {
  const { requestsPerSecond, p50, p99, cpuMs, serverShare, generatorShare } = medianOf(runs)
  return { status, requestsPerSecond, p50, p99, cpuMs, serverShare, generatorShare }
}

/** Asks once, to see whether it does that at all; notes what it does instead. */
async function entrantOf(operation: Operation, it: Running): Promise<Entrant | undefined> {
  const { contender, server, subject } = it
  const load = loadOf(operation, contender.id)
  if (operation === 'list' && contender.listPath) load.path = contender.listPath
  const { status, text } = await send(server.url + contender.base, load)
  if (operation === 'list') subject.listBytes = Buffer.byteLength(text)
  if (!isDone(operation, status)) {
    subject.cells[operation] = { says: unlike(operation, status) }
    return undefined
  }
  const cells: Record<number, Cell> = {}
  subject.cells[operation] = cells
  return { ...it, cells, load: { ...load, path: contender.base + load.path, status } }
}

function isDone(operation: Operation, status: number): boolean {
  if (operation === 'refused') return status === 401 || status === 403
  if (operation === 'invalid') return status === 400 || status === 422
  return status >= 200 && status < 300
}

function unlike(operation: Operation, status: number): string {
  const does = {
    list: 'does not list',
    read: 'does not find it',
    create: 'does not create',
    refused: 'takes any key',
    invalid: 'takes any body',
  }[operation]
  return `${does} (${status})`
}

function versionIn(file: string): string {
  const url = new URL(`../../${file}`, import.meta.url)
  return JSON.parse(readFileSync(url, 'utf8')).version
}
