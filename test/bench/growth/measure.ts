import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Load, measure } from '../load.ts'
import { firstId, loadOf, type Operation, send } from '../operations.ts'
import { type Origin, origin } from '../results.ts'
import { type Server, startSandbox, temporaryFolder } from '../servers.ts'
import { inTurns, medians } from '../statistics.ts'

const ROUNDS = 3
/** The same for each size: a server that has answered more requests is warmer. */
const REQUESTS = 1500
const CREATES = 300
/** Campaigns of each account where the number of accounts grows. */
const CAMPAIGNS = 10

type Figures<Run extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Run>>

/** Median figures at one size. */
export type Point = { size: number; memoryMb: number } & Figures<typeof startTimes> &
  Figures<typeof requestTimes>

export interface Growth {
  origin: Origin
  campaigns: Point[]
  accounts: Point[]
}

export async function measureGrowth(onProgress: (line: string) => void): Promise<Growth> {
  const from = origin()
  const campaigns = [10, 100, 1000, 9_500]
  const accounts = [1, 10, 100, 1000]
  const subjects = [
    ...campaigns.map((size) => subjectOf(size, 1, size)),
    ...accounts.map((size) => subjectOf(size, size, CAMPAIGNS)),
  ]
  onProgress('starts')
  for (const { flags, data } of subjects)
    await (await startSandbox([...flags, '--data', data])).stop()
  const starts = await inTurns(subjects, ROUNDS, startTimes)
  onProgress('requests')
  const servers = await Promise.all(subjects.map(running))
  const memory = servers.map(({ fresh }) => fresh.memory())
  await inTurns(servers, 1, requestTimes)
  const requests = await inTurns(servers, ROUNDS, requestTimes)
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

type Subject = ReturnType<typeof subjectOf>

function subjectOf(size: number, accounts: number, campaigns: number) {
  const fixture = accountsFixture(accounts, campaigns)
  return {
    size,
    flags: ['--no-rate-limits', '--fixture', fixture],
    data: join(dirname(fixture), 'data'),
  }
}

/** A fixture file; removed on exit. The first account has the demo key. */
export function accountsFixture(accounts: number, campaigns: number): string {
  const fixture = join(temporaryFolder(), 'fixture.yaml')
  const lines = Array.from({ length: accounts }, (_, number) => {
    return `  - id: acc_bench${number}
    name: Bench ${number}
    plan: Enterprise
    keys: [{ token: ${tokenOf(number)}, name: Bench, permissions: ['*'] }]
    generate_campaigns: ${campaigns}
`
  })
  writeFileSync(fixture, `accounts:\n${lines.join('')}`)
  return fixture
}

export function tokenOf(account: number): string {
  return account === 0 ? 'svc_test_demo' : `svc_test_bench${account}`
}

/** Milliseconds to the first 200, and of CPU until then. */
async function startTimes({ flags, data }: Subject) {
  const fresh = await startAndStop([...flags, '--ephemeral'])
  const fromData = await startAndStop([...flags, '--data', data])
  return {
    startMs: fresh.ms,
    startCpuMs: fresh.cpuMs,
    startFromDataMs: fromData.ms,
    startFromDataCpuMs: fromData.cpuMs,
  }
}

async function startAndStop(flags: string[]): Promise<{ ms: number; cpuMs: number }> {
  const server = await startSandbox(flags)
  const cpuMs = server.cpuMs()
  await server.stop()
  return { ms: server.startMs, cpuMs }
}

async function running({ flags, data }: Subject) {
  const [fresh, durable] = await Promise.all([
    startSandbox([...flags, '--ephemeral']),
    startSandbox([...flags, '--data', data]),
  ])
  return { fresh, durable, campaign: await firstId(`${fresh.url}/api`) }
}

/** Milliseconds of the server's CPU for each request, in memory unless the name says `durable`. */
async function requestTimes({ fresh, durable, campaign }: Awaited<ReturnType<typeof running>>) {
  const load = (operation: Operation) => {
    const { path, ...rest } = loadOf(operation, campaign)
    return { ...rest, path: `/api${path}` }
  }
  return {
    readCpuMs: (await measure(fresh, { ...load('read'), amount: REQUESTS })).cpuMs,
    listCpuMs: (await measure(fresh, { ...load('list'), amount: REQUESTS })).cpuMs,
    createCpuMs: await createCpuMs(fresh, load('create')),
    durableCreateCpuMs: await createCpuMs(durable, load('create')),
  }
}

/** Resets the sandbox afterwards, so that its size stays the same. */
async function createCpuMs(server: Server, load: Load): Promise<number> {
  const { cpuMs } = await measure(server, { ...load, amount: CREATES })
  await send(server.url, { path: '/_sandbox/reset', method: 'POST' })
  return cpuMs
}
