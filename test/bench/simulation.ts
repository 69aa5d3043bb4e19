import { Agent, request } from 'undici'
import { type Load, measure } from './load.ts'
import { dataOf } from './operations.ts'
import { fixtureOf, type Server, startReceiver, startSandbox } from './servers.ts'
import { timed } from './statistics.ts'
import {
  type Aim,
  aimTable,
  megabytes,
  milliseconds,
  originLine,
  perSecond,
  table,
  whole,
} from './table.ts'

const DAYS = 30
const YEAR = 1000
const MONTH = 100
/** As long as that of a mention. */
const BODY = JSON.stringify({ type: 'mention.detected', data: { excerpt: 'x'.repeat(600) } })

/** What an advance did. */
interface Moved {
  runs: number
  deliveries: { delivered: number }
}

/** A year of many campaigns that nobody hears of, on one core. */
export async function simulation(onProgress: (line: string) => void): Promise<string> {
  onProgress(`a year of ${YEAR} campaigns`)
  const sandbox = await sandboxWith(YEAR)
  const before = sandbox.memory()
  const seconds = (await timed(() => advance(sandbox, '365d'))) / 1000
  const memory = sandbox.memory()
  await sandbox.stop()
  const aims: Aim[] = [
    [`a year × ${whole(YEAR)} campaigns < 15 s`, `${seconds.toFixed(1)} s`, seconds < 15],
    ['memory after it < 300 MB', `${megabytes(memory)}; ${megabytes(before)} before`, memory < 300],
  ]
  return `${originLine()}\n\n${aimTable(aims)}`
}

/** A month of campaigns whose events go to fast receivers and to one that takes 900 ms, and answers meanwhile. */
export async function deliveries(onProgress: (line: string) => void): Promise<string> {
  const receiver = await startReceiver()
  const rows: string[][] = []
  const rates: number[] = []
  for (const webhooks of [1, 10, 50]) {
    onProgress(`${DAYS} days of ${MONTH} campaigns to ${webhooks} webhooks`)
    const sandbox = await sandboxWith(MONTH)
    await addWebhooks(sandbox, webhooks, receiver.url)
    // The code is compiled meanwhile.
    await advance(sandbox, '5d')
    const amount = MONTH * DAYS * webhooks
    const ms = await timed(async () => {
      const { delivered } = (await advance(sandbox, `${DAYS}d`)).deliveries
      if (delivered !== amount) throw new Error(`${delivered} of ${amount} were delivered.`)
    })
    rates.push(amount / (ms / 1000))
    const rate = perSecond(amount / (ms / 1000))
    rows.push([
      `${whole(amount)} deliveries, ${webhooks} webhooks`,
      rate,
      megabytes(sandbox.memory()),
    ])
    await sandbox.stop()
  }
  const [amount] = [MONTH * DAYS * 10]
  const plain = amount / ((await timed(() => postAll(receiver.url, amount))) / 1000)
  rows.push(['as many requests of undici alone, 10 at a time', perSecond(plain), ''])
  onProgress('a receiver that takes 900 ms')
  const sandbox = await sandboxWith(MONTH)
  await addWebhooks(sandbox, 1, `${receiver.url}/slow`)
  const slow = await timed(() => advance(sandbox, '1d'))
  rows.push([`${MONTH} deliveries to a receiver that takes 900 ms`, milliseconds(slow), ''])
  const during = advance(sandbox, '3d')
  const load = { path: '/api/campaigns', connections: 1, amount: 200, cores: 'all' } as const
  const { p50, p99 } = await measure(sandbox, load)
  rows.push(['list meanwhile, p50 and p99', `${milliseconds(p50)}, ${milliseconds(p99)}`, ''])
  await during
  await sandbox.stop()
  await receiver.stop()
  const least = Math.min(...rates)
  const aim: Aim = ['deliveries to a fast receiver ≥ 2,500/s', perSecond(least), least >= 2500]
  return [originLine(), table(['deliveries', 'measured', 'memory'], rows), aimTable([aim])].join(
    '\n\n',
  )
}

async function addWebhooks(sandbox: Server, amount: number, url: string): Promise<void> {
  for (let number = 0; number < amount; number++) {
    const body = { url: `${url}/${number}`, events: ['campaign.completed'] }
    await dataOf(sandbox.url, { path: '/api/webhooks', method: 'POST', body })
  }
}

/** Campaigns that share no keywords: each would compete with all others. */
async function sandboxWith(campaigns: number): Promise<Server> {
  const lines = Array.from({ length: campaigns }, (_, number) => {
    const keywords = Array.from({ length: 5 }, (_, n) => `keyword number ${n} of ${number}`)
    const campaign = { name: `Bench ${number}`, type: 'serp', keywords, frequency: 'daily' }
    return `      - ${JSON.stringify(campaign)}\n`
  })
  const fixture = fixtureOf(1, lines.join(''))
  const sandbox = await startSandbox(['--ephemeral', '--no-rate-limits', '--fixture', fixture])
  sandbox.pin('one')
  return sandbox
}

/** Resolves at the end of an advance, which may take longer than one request. */
async function advance({ url }: Server, length: string): Promise<Moved> {
  const path = '/_sandbox/clock'
  const load: Load = { path, method: 'POST', body: { advance: length, wait: true } }
  const { summary, last_advance } = await dataOf<{
    summary?: Moved
    last_advance?: { summary: Moved }
  }>(url, load)
  return (summary ?? last_advance?.summary) as Moved
}

/** Sends as many small requests as a fast client does. */
async function postAll(url: string, count: number): Promise<void> {
  const dispatcher = new Agent()
  let left = count
  const work = async () => {
    while (left-- > 0) {
      const { body } = await request(url, { method: 'POST', body: BODY, dispatcher })
      await body.dump()
    }
  }
  await Promise.all(Array.from({ length: 10 }, work))
  await dispatcher.close()
}
