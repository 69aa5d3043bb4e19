import { rankings } from '../../support/processes/in-one-go.ts'
import type { Load } from '../load.ts'
import { dataOf } from '../operations.ts'
import { Probe } from '../probe.ts'
import { fixtureOf, type Server, startReceiver, startSandbox } from '../servers.ts'
import { median, pause, percentile, timed } from '../statistics.ts'
import { compared, megabytes, perSecond, type Row, tenths, whole } from '../table.ts'
import { benchCampaign } from './computing.ts'
import { postAll } from './pipeline.ts'

const CAMPAIGNS = 20
const KEYWORDS = 20
const ROUNDS = 5
/** Between two looks at an advance. */
const LOOK_MS = 20
/** Deliveries a second while answers are timed. */
const RATE = 1000
const SECONDS = 10
/** Each receives every event. */
const WEBHOOKS = 10

interface Size {
  campaigns: number
  keywords: number
}

const FEW: Size = { campaigns: CAMPAIGNS, keywords: KEYWORDS }
const MANY: Size = { campaigns: 1000, keywords: 5 }
const MONTH = { campaigns: 100, keywords: 5, days: 30 }

/** A year's advance of a fresh sandbox and the next one, next to computing the year's rows alone. */
export async function advances(): Promise<Row[]> {
  const first: number[] = []
  const later: number[] = []
  const reference: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const sandbox = await sandboxWithCampaigns('daily', FEW)
    first.push(await timed(() => advanceYear(sandbox, FEW)))
    later.push(await timed(() => advanceYear(sandbox, FEW)))
    await sandbox.stop()
    reference.push(await timed(() => rowsOfAYear(round, FEW)))
  }
  return compared('computing their ranking rows, no server', median(reference), {
    'advance of 365 days, 20 campaigns, 20 keywords, fresh sandbox': median(first),
    'the year after it': median(later),
  })
}

async function advanceYear(sandbox: Server, { campaigns }: Size): Promise<void> {
  const { runs } = await advance(sandbox, '365d')
  if (runs !== 365 * campaigns) throw new Error(`There were ${runs} runs.`)
}

function rowsOfAYear(round: number, { campaigns, keywords }: Size): void {
  const period = { from: '2025-01-01', to: '2025-12-31', today: '2026-01-01' }
  for (let number = 0; number < campaigns; number++) {
    rankings(round, benchCampaign(`Bench${number}`, keywords), period)
  }
}

/** A year of many campaigns that nobody hears of, next to computing the rows of their runs. */
async function year(): Promise<Row[]> {
  const sandbox = await sandboxWithCampaigns('daily', MANY)
  sandbox.pin('one')
  const before = sandbox.memory()
  const ours = await timed(() => advanceYear(sandbox, MANY))
  const after = sandbox.memory()
  await sandbox.stop()
  const theirs = await timed(() => rowsOfAYear(0, MANY))
  const name = `advance of 365 days, ${whole(MANY.campaigns)} campaigns, ${MANY.keywords} keywords`
  return [
    ...compared('computing their ranking rows, no server', theirs, { [name]: ours }),
    ...compared('just before', before, { 'memory after it': after }, megabytes),
  ]
}

/** 30 days of many campaigns with fast receivers, next to as many requests of nothing but undici. */
async function months(): Promise<Row[]> {
  const receiver = await startReceiver()
  const rates: Record<string, number> = {}
  const memories: number[] = []
  for (const webhooks of [1, 10, 50]) {
    const sandbox = await sandboxWithCampaigns('daily', MONTH)
    sandbox.pin('one')
    await addWebhooks(sandbox, receiver, webhooks)
    // Warm-up.
    await advance(sandbox, '5d')
    const ms = await timed(() => advanceMonth(sandbox, webhooks))
    const amount = amountOf(webhooks)
    const name = `${whole(amount)} deliveries: ${MONTH.days} days, ${MONTH.campaigns} campaigns, webhooks: ${webhooks}`
    rates[name] = amount / (ms / 1000)
    memories.push(sandbox.memory())
    await sandbox.stop()
  }
  const amount = amountOf(10)
  const theirs = amount / ((await timed(() => postAll(receiver.url, amount))) / 1000)
  await receiver.stop()
  const [one = 0, , fifty = 0] = memories
  return [
    ...compared('undici POST, 10 at a time', theirs, rates, perSecond),
    ...compared(
      'after those to one webhook',
      one,
      { 'memory after those to 50': fifty },
      megabytes,
    ),
  ]
}

/** Long advances of many campaigns; takes two minutes. */
export async function simulation(): Promise<Row[]> {
  return [...(await year()), ...(await months())]
}

/** Each webhook receives one event of each run. */
function amountOf(webhooks: number): number {
  return MONTH.campaigns * MONTH.days * webhooks
}

async function advanceMonth(sandbox: Server, webhooks: number): Promise<void> {
  const { deliveries } = await advance(sandbox, `${MONTH.days}d`)
  if (deliveries.delivered === amountOf(webhooks)) return
  throw new Error(`${deliveries.delivered} of ${amountOf(webhooks)} events were delivered.`)
}

/** The 99th percentile of GET /api/campaigns while events go to webhooks, next to an idle sandbox. */
export async function answers(): Promise<Row[]> {
  const receiver = await startReceiver()
  const sandbox = await sandboxWithCampaigns('hourly', FEW)
  await addWebhooks(sandbox, receiver, WEBHOOKS)
  const probe = new Probe({ url: `${sandbox.url}/api/campaigns`, token: 'svc_test_demo' })
  // Warm-up.
  await probe.times(() => deliver(sandbox, 3))

  const idle = await probe.times(() => pause(SECONDS * 1000))
  let rate = 0
  const busy = await probe.times(async () => {
    rate = await deliver(sandbox, SECONDS)
  })
  probe.stop()
  await Promise.all([sandbox.stop(), receiver.stop()])
  const name = `p99 of GET /campaigns during ${whole(rate)} deliveries/s`
  return compared('idle', percentile(idle, 0.99), { [name]: percentile(busy, 0.99) }, tenths)
}

/** Sends events for some seconds; returns deliveries a second. */
async function deliver(sandbox: Server, seconds: number): Promise<number> {
  let delivered = 0
  const begin = performance.now()
  for (let second = 1; second <= seconds; second++) {
    const { deliveries } = await advance(sandbox, `${RATE / WEBHOOKS / CAMPAIGNS}h`)
    delivered += deliveries.delivered
    await pause(begin + second * 1000 - performance.now())
  }
  return delivered / ((performance.now() - begin) / 1000)
}

async function addWebhooks(sandbox: Server, receiver: Server, amount: number): Promise<void> {
  for (let number = 0; number < amount; number++) {
    const body = { url: `${receiver.url}/${number}`, events: ['campaign.completed'] }
    await dataOf(sandbox.url, { path: '/api/webhooks', method: 'POST', body })
  }
}

/** Campaigns of many share no keywords: each would compete with all others. */
async function sandboxWithCampaigns(
  frequency: string,
  { campaigns, keywords: amount }: Size,
): Promise<Server> {
  const lines = Array.from({ length: campaigns }, (_, number) => {
    const about = campaigns > CAMPAIGNS ? ` of ${number}` : ''
    const keywords = Array.from({ length: amount }, (_, n) => `keyword number ${n}${about}`)
    const campaign = { name: `Bench ${number}`, type: 'serp', keywords, frequency }
    return `      - ${JSON.stringify(campaign)}\n`
  })
  const fixture = fixtureOf(`    campaigns:\n${lines.join('')}`)
  return startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture])
}

/** What an advance did. */
interface Moved {
  runs: number
  deliveries: { delivered: number }
}

interface ClockState {
  advancing: object | null
  last_advance: { summary: Moved } | null
}

/** Resolves at the end of an advance, which may take longer than one request. */
async function advance({ url }: Server, length: string): Promise<Moved> {
  const path = '/_sandbox/clock'
  const load: Load = { path, method: 'POST', body: { advance: length } }
  let state = await dataOf<ClockState>(url, load)
  while (state.advancing) {
    await pause(LOOK_MS)
    state = await dataOf<ClockState>(url, { path })
  }
  return (state.last_advance as { summary: Moved }).summary
}
