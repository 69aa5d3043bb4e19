import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Load, type Measured, measure, median } from '../load.ts'
import { type Server, startExpress, startSandbox, temporaryFixture } from '../servers.ts'
import { milliseconds, type Row, row, whole } from '../table.ts'
import { temporaryFolder } from '../temporary.ts'

const LIST: Load = { path: '/api/campaigns' }

export async function list(): Promise<Row[]> {
  const { fixture } = temporaryFixture(100)
  const sandbox = await startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture])
  const express = await startExpress(await saveAnswer(sandbox))
  const [ours, theirs] = await inTurns([sandbox, express], LIST, 5)
  await Promise.all([sandbox.stop(), express.stop()])
  return [
    row(
      'GET /campaigns, 20 rows',
      perSecond(ours),
      'Express 5 res.json, same bytes',
      perSecond(theirs),
      ratio(ours, theirs),
    ),
  ]
}

export async function start(): Promise<Row[]> {
  const answer = join(temporaryFolder(), 'answer.json')
  writeFileSync(answer, '{}')
  const ours: number[] = []
  const theirs: number[] = []
  for (let i = 0; i < 9; i++) {
    ours.push(await startTime(() => startSandbox(['--ephemeral'])))
    theirs.push(await startTime(() => startExpress(answer)))
  }
  const [a, b] = [median(ours), median(theirs)]
  return [
    row('spawn to first 200', milliseconds(a), 'Express 5, one route', milliseconds(b), a / b),
  ]
}

export async function memory(): Promise<Row[]> {
  const { fixture } = temporaryFixture(100)
  const sandbox = await startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture])
  const express = await startExpress(await saveAnswer(sandbox))
  await measure(sandbox.url, { ...LIST, amount: 100_000 })
  await measure(express.url, { ...LIST, amount: 100_000 })
  const [a, b] = [sandbox.memory(), express.memory()]
  await Promise.all([sandbox.stop(), express.stop()])
  return [
    row(
      'memory after 100,000 requests',
      `${a.toFixed(0)} MB`,
      'Express 5, one route',
      `${b.toFixed(0)} MB`,
      a / b,
    ),
  ]
}

export async function creates(): Promise<Row[]> {
  const body = { name: 'Bench', type: 'serp', keywords: ['one', 'two'], frequency: 'daily' }
  const load: Load = {
    path: '/api/campaigns',
    method: 'POST',
    body,
    connections: 20,
    amount: 2000,
  }
  const { fixture, data } = temporaryFixture(1000)
  const flags = ['--no-rate-limits', '--fixture', fixture]
  const [durable, ephemeral] = await Promise.all([
    startSandbox([...flags, '--data', data]),
    startSandbox([...flags, '--ephemeral']),
  ])
  const a = await measure(durable.url, load)
  const b = await measure(ephemeral.url, load)
  await Promise.all([durable.stop(), ephemeral.stop()])
  return [
    row(
      'durable creates, 20 connections, from 1,000 campaigns',
      perSecond(a),
      'the same with --ephemeral',
      perSecond(b),
      ratio(a, b),
    ),
  ]
}

/** Few campaigns against many: what is asked for of one account must not depend on how much it holds. */
export async function size(): Promise<Row[]> {
  const [few, many] = await Promise.all(
    [10, 10_000].map((campaigns) =>
      startSandbox([
        '--ephemeral',
        '--no-rate-limits',
        '--fixture',
        temporaryFixture(campaigns).fixture,
      ]),
    ),
  )
  const servers = [many as Server, few as Server] as const
  const ids = await Promise.all(servers.map(firstId))
  const lists = await inTurns(servers, { path: '/api/campaigns?limit=10' }, 5)
  const reads = await inTurns(servers, (index) => ({ path: `/api/campaigns/${ids[index]}` }), 5)
  await Promise.all(servers.map((server) => server.stop()))
  return [
    ['GET /campaigns, 10 of 10,000', lists] as const,
    ['GET /campaigns/{id}, of 10,000', reads] as const,
  ].map(([name, [large, small]]) =>
    row(
      name,
      perSecond(large),
      'the same with 10 campaigns',
      perSecond(small),
      ratio(large, small),
    ),
  )
}

/** Loads the servers one after the other, `rounds` times, and takes each one's median: the machine's speed drifts. */
async function inTurns(
  servers: readonly Server[],
  load: Load | ((index: number) => Load),
  rounds: number,
): Promise<[Measured, Measured]> {
  const loadOf = (index: number) => (typeof load === 'function' ? load(index) : load)
  const results: Measured[][] = servers.map(() => [])
  for (const [index, server] of servers.entries()) {
    await measure(server.url, { ...loadOf(index), seconds: 2 })
  }
  for (let round = 0; round < rounds; round++) {
    for (const [index, server] of servers.entries()) {
      results[index]?.push(await measure(server.url, loadOf(index)))
    }
  }
  return results.map((runs) => ({
    requestsPerSecond: median(runs.map((run) => run.requestsPerSecond)),
    p50: median(runs.map((run) => run.p50)),
    p99: median(runs.map((run) => run.p99)),
  })) as [Measured, Measured]
}

async function startTime(begin: () => Promise<Server>): Promise<number> {
  const server = await begin()
  await server.stop()
  return server.startMs
}

async function saveAnswer({ url }: Server): Promise<string> {
  const file = join(temporaryFolder(), 'answer.json')
  writeFileSync(file, await fetchText(`${url}/api/campaigns`))
  return file
}

async function firstId({ url }: Server): Promise<string> {
  return JSON.parse(await fetchText(`${url}/api/campaigns?limit=1`)).data[0].id
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: 'Bearer svc_test_demo' } })
  return response.text()
}

function perSecond({ requestsPerSecond }: Measured): string {
  return `${whole(requestsPerSecond)}/s`
}

function ratio(ours: Measured, reference: Measured): number {
  return ours.requestsPerSecond / reference.requestsPerSecond
}
