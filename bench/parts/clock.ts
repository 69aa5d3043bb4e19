import { request } from 'node:http'
import { rankings } from '../../src/intelligence/rankings.ts'
import { benchCampaign } from '../load.ts'
import { startProbe } from '../probe.ts'
import { fixtureOf, type Server, startReceiver, startSandbox } from '../servers.ts'
import { median, percentile } from '../statistics.ts'
import { milliseconds, type Row, row, whole } from '../table.ts'

const CAMPAIGNS = 20
const KEYWORDS = 20
const ROUNDS = 5
/** Deliveries that are to go out each second while answers are timed. */
const RATE = 1000
const SECONDS = 10
/** Each gets every event, at the same time as the others. */
const WEBHOOKS = 10

const TOKEN = 'svc_test_demo'

export async function advances(): Promise<Row[]> {
  const { first, later, reference } = await advanceTimes()
  const name = 'computing their ranking rows, no server'
  const there = milliseconds(reference)
  return [
    row(
      'advance of 365 days, 20 campaigns, 20 keywords, fresh sandbox',
      milliseconds(first),
      name,
      there,
      first / reference,
    ),
    row('the year after it', milliseconds(later), name, there, later / reference),
  ]
}

export async function answers(): Promise<Row[]> {
  const { idle, busy, perSecond } = await answersDuringDeliveries()
  return [
    row(
      `p99 of GET /campaigns during ${whole(perSecond)} deliveries/s`,
      milliseconds(busy, 1),
      'idle',
      milliseconds(idle, 1),
      busy / idle,
    ),
  ]
}

/** Milliseconds of a year's advance of a fresh sandbox, of later ones, and of computing the year's rows alone. */
async function advanceTimes(): Promise<{ first: number; later: number; reference: number }> {
  const first: number[] = []
  const later: number[] = []
  const reference: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const sandbox = await sandboxWithCampaigns('daily')
    first.push(await timeOf(() => advanceYear(sandbox)))
    later.push(await timeOf(() => advanceYear(sandbox)))
    await sandbox.stop()
    reference.push(await timeOf(async () => rowsOfAYear(round)))
  }
  return { first: median(first), later: median(later), reference: median(reference) }
}

async function advanceYear(sandbox: Server): Promise<void> {
  const { summary } = await advance(sandbox, '365d')
  if (summary.runs !== 365 * CAMPAIGNS) throw new Error(`There were ${summary.runs} runs.`)
}

function rowsOfAYear(round: number): void {
  const period = { from: '2025-01-01', to: '2025-12-31', today: '2026-01-01' }
  for (let number = 0; number < CAMPAIGNS; number++) {
    rankings(round, benchCampaign(`Bench${number}`, KEYWORDS), period)
  }
}

/**
 * The 99th percentile, in milliseconds, of GET /api/campaigns while a sandbox is idle and while its events go
 * to webhooks; `perSecond` is how many deliveries did.
 */
async function answersDuringDeliveries() {
  const receiver = await startReceiver()
  const sandbox = await sandboxWithCampaigns('hourly')
  for (let number = 0; number < WEBHOOKS; number++) {
    const webhook = { url: `${receiver.url}/${number}`, events: ['campaign.completed'] }
    await post(`${sandbox.url}/api/webhooks`, webhook)
  }
  const probe = await startProbe({ url: `${sandbox.url}/api/campaigns`, token: TOKEN })
  // The first ones are to warm up.
  await probe.times(() => send(sandbox, 3))

  const idle = await probe.times(() => pause(SECONDS * 1000))
  let perSecond = 0
  const busy = await probe.times(async () => {
    perSecond = await send(sandbox, SECONDS)
  })
  probe.stop()
  await Promise.all([sandbox.stop(), receiver.stop()])
  return { idle: percentile(idle, 0.99), busy: percentile(busy, 0.99), perSecond }
}

/** Lets events go out for so many seconds; deliveries a second. */
async function send(sandbox: Server, seconds: number): Promise<number> {
  let delivered = 0
  const begin = performance.now()
  for (let second = 1; second <= seconds; second++) {
    const { summary } = await advance(sandbox, `${RATE / WEBHOOKS / CAMPAIGNS}h`)
    delivered += summary.deliveries.delivered
    await pause(begin + second * 1000 - performance.now())
  }
  return delivered / ((performance.now() - begin) / 1000)
}

async function sandboxWithCampaigns(frequency: string): Promise<Server> {
  const names = Array.from({ length: KEYWORDS }, (_, number) => `keyword number ${number}`)
  const lines = Array.from(
    { length: CAMPAIGNS },
    (_, number) =>
      `      - ${JSON.stringify({ name: `Bench ${number}`, type: 'serp', keywords: names, frequency })}\n`,
  )
  const fixture = fixtureOf(`    campaigns:\n${lines.join('')}`)
  return startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture])
}

interface Moved {
  summary: { runs: number; deliveries: { delivered: number } }
}

async function advance({ url }: Server, length: string): Promise<Moved> {
  return (await post(`${url}/_sandbox/clock`, { advance: length })) as Moved
}

/** Without a limit of its own on how long an answer may take, which `fetch` has. */
function post(url: string, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
    const sent = request(url, { method: 'POST', headers }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      const answer = JSON.parse(text)
      if (answer.success) resolve(answer.data)
      else reject(new Error(`${url}: ${answer.error.message}`))
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await run()
  return performance.now() - begin
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}
