import { type Load, measure } from '../load.ts'
import { loadOf, saveAnswers } from '../operations.ts'
import { type Server, startBare, startSandbox, temporaryFixture } from '../servers.ts'
import { inTurns, median, medians } from '../statistics.ts'
import { compared, megabytes, perSecond, type Row } from '../table.ts'

const LIST: Load = { path: '/api/campaigns' }

export async function list(): Promise<Row[]> {
  return besideExpress(async (...servers) => {
    await inTurns(servers, 1, (server) => measure(server, { ...LIST, seconds: 2 }))
    const runs = await inTurns(servers, 5, (server) => measure(server, LIST))
    const [ours = 0, theirs = 0] = runs.map((run) => medians(run).requestsPerSecond)
    const measured = { 'GET /campaigns, 20 rows': ours }
    return compared('Express 5 res.json, same bytes', theirs, measured, perSecond)
  })
}

export async function memory(): Promise<Row[]> {
  return besideExpress(async (sandbox, express) => {
    await measure(sandbox, { ...LIST, amount: 100_000 })
    await measure(express, { ...LIST, amount: 100_000 })
    const measured = { 'memory after 100,000 requests': sandbox.memory() }
    return compared('Express 5, one route', express.memory(), measured, megabytes)
  })
}

/** A sandbox of 100 campaigns, and Express with the bytes of its answers. */
async function besideExpress(
  run: (sandbox: Server, express: Server) => Promise<Row[]>,
): Promise<Row[]> {
  const { fixture } = temporaryFixture(100)
  const sandbox = await startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture])
  const express = await startBare('express', await saveAnswers(sandbox))
  const rows = await run(sandbox, express)
  await Promise.all([sandbox.stop(), express.stop()])
  return rows
}

export async function start(): Promise<Row[]> {
  const sandbox = await startSandbox(['--ephemeral'])
  const answers = await saveAnswers(sandbox)
  await sandbox.stop()
  const starts = [() => startSandbox(['--ephemeral']), () => startBare('express', answers)]
  const times = await inTurns(starts, 9, async (begin) => {
    const server = await begin()
    await server.stop()
    return server.startMs
  })
  const [ours = 0, theirs = 0] = times.map(median)
  return compared('Express 5, one route', theirs, { 'spawn to first 200': ours })
}

export async function creates(): Promise<Row[]> {
  const { path, ...create } = loadOf('create', '')
  const load = { ...create, path: `/api${path}`, connections: 20, amount: 2000 }
  const { fixture, data } = temporaryFixture(1000)
  const flags = ['--no-rate-limits', '--fixture', fixture]
  const [durable, ephemeral] = await Promise.all([
    startSandbox([...flags, '--data', data]),
    startSandbox([...flags, '--ephemeral']),
  ])
  const ours = await measure(durable, load)
  const theirs = await measure(ephemeral, load)
  await Promise.all([durable.stop(), ephemeral.stop()])
  const name = 'durable creates, 20 connections, from 1,000 campaigns'
  const measured = { [name]: ours.requestsPerSecond }
  return compared('the same with --ephemeral', theirs.requestsPerSecond, measured, perSecond)
}
