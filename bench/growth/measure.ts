import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { firstId } from '../bare/answers.ts'
import { type Load, measure } from '../load.ts'
import { loadOf, type Operation, send } from '../operations.ts'
import { type Origin, origin } from '../results.ts'
import { type Server, startSandbox } from '../servers.ts'
import { median } from '../statistics.ts'
import { temporaryFolder } from '../temporary.ts'
import { inTurns } from '../turns.ts'

const ROUNDS = 3
/** As many for each: a server that has answered more is warmer. */
const REQUESTS = 1500
const CREATES = 300
/** Of each account where the number of accounts grows. */
const CAMPAIGNS = 10

/** Median figures at one size. Of a sandbox that keeps nothing, unless they name the data folder. */
export interface Point {
  size: number
  /** Milliseconds to the first 200, and of CPU until then. */
  startMs: number
  startCpuMs: number
  startFromDataMs: number
  startFromDataCpuMs: number
  memoryMb: number
  /** Milliseconds of the server's CPU for each request. */
  readCpuMs: number
  listCpuMs: number
  createCpuMs: number
  durableCreateCpuMs: number
}

export interface Growth {
  origin: Origin
  campaigns: Point[]
  accounts: Point[]
}

export async function measureGrowth(tell: (line: string) => void): Promise<Growth> {
  const from = origin()
  const campaigns = [10, 100, 1000, 10_000]
  const accounts = [1, 10, 100, 1000]
  const subjects = [
    ...campaigns.map((size) => subjectOf(size, 1, size)),
    ...accounts.map((size) => subjectOf(size, size, CAMPAIGNS)),
  ]
  tell('starts')
  for (const { flags, data } of subjects)
    await (await startSandbox([...flags, '--data', data])).stop()
  const starts = await inTurns(subjects, ROUNDS, startsOf)
  tell('requests')
  const servers = await Promise.all(subjects.map(running))
  const memory = servers.map(({ fresh }) => fresh.memory())
  await inTurns(servers, 1, requestsOf)
  const requests = await inTurns(servers, ROUNDS, requestsOf)
  await Promise.all(servers.flatMap(({ fresh, durable }) => [fresh.stop(), durable.stop()]))

  const points = subjects.map(({ size }, index) => ({
    size,
    memoryMb: memory[index] as number,
    ...medians(starts[index] ?? []),
    ...medians(requests[index] ?? []),
  }))
  return {
    origin: from,
    campaigns: points.slice(0, campaigns.length),
    accounts: points.slice(campaigns.length),
  }
}

interface Subject {
  size: number
  flags: string[]
  data: string
}

interface Running {
  fresh: Server
  durable: Server
  /** Of one of its campaigns. */
  id: string
}

function subjectOf(size: number, accounts: number, campaigns: number): Subject {
  const fixture = join(temporaryFolder(), 'fixture.yaml')
  const lines = Array.from({ length: accounts }, (_, number) => {
    const token = number === 0 ? 'svc_test_demo' : `svc_test_bench${number}`
    return `  - id: acc_bench${number}
    name: Bench ${number}
    plan: Enterprise
    keys: [{ token: ${token}, name: Bench, permissions: ['*'] }]
    generate_campaigns: ${campaigns}
`
  })
  writeFileSync(fixture, `accounts:\n${lines.join('')}`)
  return {
    size,
    flags: ['--no-rate-limits', '--fixture', fixture],
    data: join(dirname(fixture), 'data'),
  }
}

async function startsOf({ flags, data }: Subject) {
  const fresh = await started([...flags, '--ephemeral'])
  const again = await started([...flags, '--data', data])
  return {
    startMs: fresh.ms,
    startCpuMs: fresh.cpuMs,
    startFromDataMs: again.ms,
    startFromDataCpuMs: again.cpuMs,
  }
}

async function started(flags: string[]): Promise<{ ms: number; cpuMs: number }> {
  const server = await startSandbox(flags)
  const cpuMs = server.cpuMs()
  await server.stop()
  return { ms: server.startMs, cpuMs }
}

async function running({ flags, data }: Subject): Promise<Running> {
  const [fresh, durable] = await Promise.all([
    startSandbox([...flags, '--ephemeral']),
    startSandbox([...flags, '--data', data]),
  ])
  return { fresh, durable, id: await firstId(`${fresh.url}/api`) }
}

async function requestsOf({ fresh, durable, id }: Running) {
  const load = (operation: Operation) => {
    const { path, ...rest } = loadOf(operation, id)
    return { ...rest, path: `/api${path}` }
  }
  return {
    readCpuMs: (await measure(fresh, { ...load('read'), amount: REQUESTS })).cpuMs,
    listCpuMs: (await measure(fresh, { ...load('list'), amount: REQUESTS })).cpuMs,
    createCpuMs: await createCpuMs(fresh, load('create')),
    durableCreateCpuMs: await createCpuMs(durable, load('create')),
  }
}

/** What was created is taken back afterwards, so that the size stays what it is. */
async function createCpuMs(server: Server, load: Load): Promise<number> {
  const { cpuMs } = await measure(server, { ...load, amount: CREATES })
  await send(server.url, { path: '/_sandbox/reset', method: 'POST' })
  return cpuMs
}

function medians<Name extends string>(runs: Record<Name, number>[]): Record<Name, number> {
  const names = Object.keys(runs[0] ?? {}) as Name[]
  const entries = names.map((name) => [name, median(runs.map((run) => run[name]))])
  return Object.fromEntries(entries) as Record<Name, number>
}
