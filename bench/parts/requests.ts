import { saveAnswers } from '../bare/answers.ts'
import { type Load, type Measured, measure, medianOf } from '../load.ts'
import { type Server, startBare, startSandbox, temporaryFixture } from '../servers.ts'
import { median } from '../statistics.ts'
import { milliseconds, type Row, row, whole } from '../table.ts'
import { inTurns, startTime } from '../turns.ts'

const LIST: Load = { path: '/api/campaigns' }

export async function list(): Promise<Row[]> {
  const { fixture } = temporaryFixture(100)
  const sandbox = await startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture])
  const express = await startBare('express', await saveAnswers(sandbox))
  const [ours, theirs] = await loadInTurns([sandbox, express], LIST)
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
  const sandbox = await startSandbox(['--ephemeral'])
  const answers = await saveAnswers(sandbox)
  await sandbox.stop()
  const starts = [() => startSandbox(['--ephemeral']), () => startBare('express', answers)]
  const [a, b] = (await inTurns(starts, 9, startTime)).map(median) as [number, number]
  return [
    row('spawn to first 200', milliseconds(a), 'Express 5, one route', milliseconds(b), a / b),
  ]
}

export async function memory(): Promise<Row[]> {
  const { fixture } = temporaryFixture(100)
  const sandbox = await startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture])
  const express = await startBare('express', await saveAnswers(sandbox))
  await measure(sandbox, { ...LIST, amount: 100_000 })
  await measure(express, { ...LIST, amount: 100_000 })
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
  const a = await measure(durable, load)
  const b = await measure(ephemeral, load)
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

/** Loads the servers one after the other and takes each one's median. */
async function loadInTurns(servers: readonly Server[], load: Load): Promise<[Measured, Measured]> {
  await inTurns(servers, 1, (server) => measure(server, { ...load, seconds: 2 }))
  const runs = await inTurns(servers, 5, (server) => measure(server, load))
  return runs.map(medianOf) as [Measured, Measured]
}

function perSecond({ requestsPerSecond }: Measured): string {
  return `${whole(requestsPerSecond)}/s`
}

function ratio(ours: Measured, reference: Measured): number {
  return ours.requestsPerSecond / reference.requestsPerSecond
}
