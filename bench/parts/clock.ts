import { rankings } from '../../test/support/processes/in-one-go.ts'
import type { Load } from '../load.ts'
import { dataOf } from '../operations.ts'
import { Probe } from '../probe.ts'
import { fixtureOf, type Server, startReceiver, startSandbox } from '../servers.ts'
import { median, pause, percentile, timed } from '../statistics.ts'
import { compared, type Row, tenths, whole } from '../table.ts'
import { benchCampaign } from './computing.ts'

const CAMPAIGNS = 20
const KEYWORDS = 20
const ROUNDS = 5
/** Deliveries a second while answers are timed. */
const RATE = 1000
const SECONDS = 10
/** Each receives every event. */
const WEBHOOKS = 10

/** A year's advance of a fresh sandbox and the next one, next to computing the year's rows alone. */
export async function advances(): Promise<Row[]> {
  const first: number[] = []
  const later: number[] = []
  const reference: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const sandbox = await sandboxWithCampaigns('daily')
    first.push(await timed(() => advanceYear(sandbox)))
    later.push(await timed(() => advanceYear(sandbox)))
    await sandbox.stop()
    reference.push(await timed(() => rowsOfAYear(round)))
  }
  return compared('computing their ranking rows, no server', median(reference), {
    'advance of 365 days, 20 campaigns, 20 keywords, fresh sandbox': median(first),
    'the year after it': median(later),
  })
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

/** The 99th percentile of GET /api/campaigns while events go to webhooks, next to an idle sandbox. */
export async function answers(): Promise<Row[]> {
  const receiver = await startReceiver()
  const sandbox = await sandboxWithCampaigns('hourly')
  for (let number = 0; number < WEBHOOKS; number++) {
    const body = { url: `${receiver.url}/${number}`, events: ['campaign.completed'] }
    await dataOf(sandbox.url, { path: '/api/webhooks', method: 'POST', body })
  }
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
    const { summary } = await advance(sandbox, `${RATE / WEBHOOKS / CAMPAIGNS}h`)
    delivered += summary.deliveries.delivered
    await pause(begin + second * 1000 - performance.now())
  }
  return delivered / ((performance.now() - begin) / 1000)
}

async function sandboxWithCampaigns(frequency: string): Promise<Server> {
  const keywords = Array.from({ length: KEYWORDS }, (_, number) => `keyword number ${number}`)
  const lines = Array.from({ length: CAMPAIGNS }, (_, number) => {
    const campaign = { name: `Bench ${number}`, type: 'serp', keywords, frequency }
    return `      - ${JSON.stringify(campaign)}\n`
  })
  const fixture = fixtureOf(`    campaigns:\n${lines.join('')}`)
  return startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture])
}

function advance({ url }: Server, length: string) {
  const load: Load = { path: '/_sandbox/clock', method: 'POST', body: { advance: length } }
  return dataOf<{ summary: { runs: number; deliveries: { delivered: number } } }>(url, load)
}
