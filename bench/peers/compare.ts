import { readFileSync } from 'node:fs'
import { firstId, saveAnswers } from '../bare/answers.ts'
import { unpinned } from '../cores.ts'
import { type Load, measure, medianOf } from '../load.ts'
import { loadOf, OPERATIONS, type Operation, send } from '../operations.ts'
import { type Origin, origin } from '../results.ts'
import { type Server, startBare, startSandbox, temporaryFixture } from '../servers.ts'
import { median } from '../statistics.ts'
import { inTurns, startTime } from '../turns.ts'
import { type Contender, peers } from './peers.ts'

export const CONNECTIONS = [10, 50] as const
const STARTS = 5
const ROUNDS = 3
const SECONDS = 2
const WARM_UP = 1

export interface Cell {
  status: number
  requestsPerSecond: number
  p50: number
  p99: number
  /** Milliseconds of the server's CPU for each request. */
  cpuMs: number
  /** Near 1, the load generator was the limit and not the server. */
  generatorShare: number
}

/** Instead of figures that could not be compared. */
export interface Unlike {
  says: string
}

export interface Subject {
  name: string
  version: string
  startMs: number
  /** Megabytes after the start, and after all that was asked of it. */
  memory: { started: number; loaded: number }
  /** Of the body of a list. */
  listBytes: number
  /** By operation and number of connections. */
  cells: Partial<Record<Operation, Record<number, Cell> | Unlike>>
}

export interface Comparison {
  origin: Origin
  remarks: string[]
  subjects: Subject[]
}

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

/** The sandbox, bare servers with the bytes of its answers, and its peers. */
export async function compare(tell: (line: string) => void): Promise<Comparison> {
  const { contenders, leftOut } = await prepare(tell)
  tell(`starting ${contenders.map(({ name }) => name).join(', ')}`)
  const startTimes = await inTurns(contenders, STARTS, ({ start }) => startTime(start))
  const running: Running[] = []
  for (const [index, contender] of contenders.entries()) {
    const server = await contender.start()
    const { name, version } = contender
    const subject = {
      name,
      version,
      startMs: median(startTimes[index] ?? []),
      memory: { started: server.memory(), loaded: 0 },
      listBytes: 0,
      cells: {},
    }
    running.push({ contender, server, subject })
  }
  for (const operation of OPERATIONS) {
    tell(operation)
    await compareOperation(operation, running)
  }
  for (const { server, subject } of running) {
    subject.memory.loaded = server.memory()
    await server.stop()
  }
  return {
    origin: origin(),
    remarks: [...(unpinned ? [unpinned] : []), ...leftOut],
    subjects: running.map(({ subject }) => subject),
  }
}

async function prepare(tell: (line: string) => void) {
  const { fixture } = temporaryFixture(100)
  const sandbox: Omit<Contender, 'id'> = {
    name: 'svc-sandbox',
    version: versionIn('package.json'),
    base: '/api',
    start: () => startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture]),
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

async function compareOperation(operation: Operation, running: Running[]): Promise<void> {
  const entrants: Entrant[] = []
  for (const it of running) {
    const { contender, server, subject } = it
    const load = loadOf(operation, contender.id)
    if (operation === 'list' && contender.listPath) load.path = contender.listPath
    const { status, text } = await send(server.url + contender.base, load)
    if (operation === 'list') subject.listBytes = Buffer.byteLength(text)
    if (!isDone(operation, status)) {
      subject.cells[operation] = { says: unlike(operation, status) }
      continue
    }
    const cells: Record<number, Cell> = {}
    subject.cells[operation] = cells
    entrants.push({ ...it, cells, load: { ...load, path: contender.base + load.path, status } })
  }
  for (const { server, load } of entrants) await measure(server, { ...load, seconds: WARM_UP })
  for (const connections of CONNECTIONS) {
    const runs = await inTurns(entrants, ROUNDS, async ({ contender, server, load }) => {
      if (operation === 'create') await contender.reset?.(server)
      return measure(server, { ...load, connections, seconds: SECONDS })
    })
    for (const [index, { cells, load }] of entrants.entries()) {
      const { requestsPerSecond, p50, p99, cpuMs, generatorShare } = medianOf(runs[index] ?? [])
      const status = load.status as number
      cells[connections] = { status, requestsPerSecond, p50, p99, cpuMs, generatorShare }
    }
  }
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
