/**
 * `npm run bench`: measures the built package. Every figure stands beside a reference of the same run,
 * because absolute ones tell more of the machine than of the program. `npm run bench -- list` runs one.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboard } from '../src/intelligence/dashboards.ts'
import { dayNumber, formatDay } from '../src/intelligence/dates.ts'
import { rankings } from '../src/intelligence/rankings.ts'
import { advanceTimes, answersDuringDeliveries } from './clock.ts'
import { pageFigures } from './console.ts'
import { deliveryFigures } from './deliveries.ts'
import { csvFigures, pdfTimes } from './files.ts'
import { benchCampaign, type Load, type Measured, measure, median } from './load.ts'
import { overheads } from './overhead.ts'
import { type Server, startExpress, startSandbox, temporaryFixture } from './servers.ts'
import { stateTimes } from './states.ts'
import { temporaryFolder } from './temporary.ts'

const LIST: Load = { path: '/api/campaigns' }

const benchmarks: Record<string, () => Promise<string[]>> = {
  async list() {
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
  },

  async start() {
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
      row(
        'spawn to first 200',
        `${a.toFixed(0)} ms`,
        'Express 5, one route',
        `${b.toFixed(0)} ms`,
        a / b,
      ),
    ]
  },

  async memory() {
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
  },

  async growth() {
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
  },

  async creates() {
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
  },

  async rankings() {
    const campaign = benchCampaign('Bench', 100)
    const period = { from: '2025-01-01', to: '2025-12-31', today: '2026-01-01' }
    const computing: number[] = []
    const printing: number[] = []
    let count = 0
    for (let round = 0; round < 15; round++) {
      const begin = performance.now()
      const rows = rankings(1, campaign, period)
      const middle = performance.now()
      JSON.stringify(rows)
      computing.push(middle - begin)
      printing.push(performance.now() - middle)
      count = rows.length
    }
    const [a, b] = [median(computing), median(printing)]
    return [
      row(
        `${count.toLocaleString('en')} ranking rows`,
        `${a.toFixed(1)} ms`,
        'JSON.stringify of them',
        `${b.toFixed(1)} ms`,
        a / b,
      ),
    ]
  },

  async dashboards() {
    const campaigns = Array.from({ length: 100 }, (_, n) => benchCampaign(`Bench${n}`, 50))
    const until = (to: number) => ({
      from: formatDay(to - 29),
      to: formatDay(to),
      today: formatDay(to),
    })
    const today = dayNumber('2025-10-31')
    const rounds = Array.from({ length: 30 }, (_, n) => n)
    const timesOf = (run: (round: number) => void) =>
      median(rounds.map((round) => timeOf(() => run(round))))
    // Copies are campaigns of which nothing is kept yet.
    const first = timesOf(() =>
      dashboard(
        1,
        campaigns.map((it) => ({ ...it })),
        until(today),
      ),
    )
    const other = timesOf((round) => dashboard(1, campaigns, until(today - round)))
    const again = timesOf(() => dashboard(1, campaigns, until(today - 29)))
    const reference = timesOf(() => {
      JSON.stringify(
        campaigns.flatMap((it) => rankings(1, it, { ...until(today), from: formatDay(today) })),
      )
    })
    return [
      ['dashboard of 100 campaigns, 50 keywords, 30 days', again] as const,
      ['the same of days that nobody asked for yet', other] as const,
      ['the same of campaigns that nobody asked for yet', first] as const,
    ].map(([name, time]) =>
      row(
        name,
        `${time.toFixed(1)} ms`,
        'their ranking rows of one day as JSON',
        `${reference.toFixed(1)} ms`,
        time / reference,
      ),
    )
  },

  async pdf() {
    const { first, later, reference } = await pdfTimes()
    const name = 'PDFKit, four pages of a few words'
    const there = `${reference.toFixed(0)} ms`
    return [
      row('PDF of 30 days, 50 keywords', `${later.toFixed(0)} ms`, name, there, later / reference),
      row('the first of a process', `${first.toFixed(0)} ms`, name, there, first / reference),
    ]
  },

  async overhead() {
    const { none, one, ten, log, reference } = await overheads()
    const micro = (value: number) => `${value.toFixed(2)} µs`
    const name = 'JSON.stringify of 20 campaigns'
    const there = micro(reference)
    return [
      row('a request without fault rules', micro(none), name, there, none / reference),
      row('with one that does not fit', micro(one), name, there, one / reference),
      row('with ten of them', micro(ten), name, there, ten / reference),
      row('the log of requests, each', micro(log), name, there, log / reference),
    ]
  },

  async states() {
    const rows: string[] = []
    for (const isDurable of [true, false]) {
      const where = isDurable ? 'on disk' : '--ephemeral'
      const { reference, ...times } = await stateTimes(isDurable)
      for (const [name, time] of Object.entries(times)) {
        rows.push(
          row(
            `${name} an account of 1,000 campaigns, ${where}`,
            `${time.toFixed(1)} ms`,
            'JSON.stringify of its campaigns',
            `${reference.toFixed(1)} ms`,
            time / reference,
          ),
        )
      }
    }
    return rows
  },

  async csv() {
    const { rows, perSecond: ours, reference, before, peak } = await csvFigures()
    const speed = (value: number) => `${Math.round(value).toLocaleString('en')} rows/s`
    return [
      row(
        `GET /export/csv, ${rows.toLocaleString('en')} rows`,
        speed(ours),
        'computing and JSON.stringify of each, no server',
        speed(reference),
        ours / reference,
      ),
      row(
        'memory while it is sent',
        `${peak.toFixed(0)} MB`,
        'just before',
        `${before.toFixed(0)} MB`,
        peak / before,
      ),
    ]
  },

  async deliveries() {
    const speed = (value: number) => `${Math.round(value).toLocaleString('en')}/s`
    const { perSecond: ours, reference } = await deliveryFigures()
    return [
      row(
        'durable deliveries to a local receiver',
        speed(ours),
        'node:http POST of the same bytes, 10 at a time',
        speed(reference),
        ours / reference,
      ),
      await answersRow(),
    ]
  },

  async advance() {
    const { first, later, reference } = await advanceTimes()
    const name = 'computing their ranking rows, no server'
    const there = `${reference.toFixed(0)} ms`
    return [
      row(
        'advance of 365 days, 20 campaigns, 20 keywords, fresh sandbox',
        `${first.toFixed(0)} ms`,
        name,
        there,
        first / reference,
      ),
      row('the year after it', `${later.toFixed(0)} ms`, name, there, later / reference),
    ]
  },

  async console() {
    const { bytes, files, interactive, figures, reference } = await pageFigures()
    const name = 'a page of one button, node:http'
    const there = `${reference.toFixed(0)} ms`
    const weight = `${files} files, ${(bytes / 1000).toFixed(0)} KB`
    return [
      row(
        `console, until its buttons work (${weight})`,
        `${interactive.toFixed(0)} ms`,
        name,
        there,
        interactive / reference,
      ),
      row(
        'console, until the figures are shown',
        `${figures.toFixed(0)} ms`,
        name,
        there,
        figures / reference,
      ),
    ]
  },
}

async function answersRow(): Promise<string> {
  const { idle, busy, perSecond } = await answersDuringDeliveries()
  return row(
    `p99 of GET /campaigns during ${Math.round(perSecond).toLocaleString('en')} deliveries/s`,
    `${busy.toFixed(1)} ms`,
    'idle',
    `${idle.toFixed(1)} ms`,
    busy / idle,
  )
}

function timeOf(run: () => void): number {
  const begin = performance.now()
  run()
  return performance.now() - begin
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

async function startTime(start: () => Promise<Server>): Promise<number> {
  const server = await start()
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
  return `${Math.round(requestsPerSecond).toLocaleString('en')}/s`
}

function ratio(ours: Measured, reference: Measured): number {
  return ours.requestsPerSecond / reference.requestsPerSecond
}

function row(
  name: string,
  ours: string,
  reference: string,
  theirs: string,
  quotient: number,
): string {
  return `| ${name} | ${ours} | ${reference} | ${theirs} | ${quotient.toFixed(2)} |`
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}. Choose from ${Object.keys(benchmarks).join(', ')}.`,
  )
  process.exit(2)
}
console.log('| measured | here | reference | there | ratio |\n| --- | --- | --- | --- | --- |')
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  for (const line of await run()) console.log(line)
}
