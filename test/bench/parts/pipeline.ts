import { Agent, request } from 'undici'
import type { Load } from '../load.ts'
import { dataOf } from '../operations.ts'
import { fixtureOf, startReceiver, startSandbox } from '../servers.ts'
import { median, timed } from '../statistics.ts'
import { compared, perSecond, type Row } from '../table.ts'

const CAMPAIGNS = 100
const DAYS = 30
const ROUNDS = 3
const AT_A_TIME = 10
const BODY = JSON.stringify({ type: 'mention.detected', data: { excerpt: 'x'.repeat(600) } })

interface Moved {
  summary: { deliveries: { delivered: number; pending: number } }
}

/** Deliveries a second of an advance of many campaigns, next to as many requests of nothing but undici to the same receiver. */
export async function pipeline(): Promise<Row[]> {
  const receiver = await startReceiver()
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const sandbox = await startSandbox(['--no-rate-limits', '--ephemeral', '--fixture', fixture()])
    const events = ['campaign.completed', 'ranking.changed', 'mention.detected']
    const body = { url: `${receiver.url}/hook`, events }
    await dataOf(sandbox.url, { path: '/api/webhooks', method: 'POST', body })
    let moved: Moved | undefined
    const ms = await timed(async () => {
      const load: Load = {
        path: '/_sandbox/clock',
        method: 'POST',
        body: { advance: `${DAYS}d`, wait: true },
      }
      moved = await dataOf<Moved>(sandbox.url, load)
    })
    await sandbox.stop()
    const { delivered = 0, pending = 0 } = moved?.summary.deliveries ?? {}
    if (delivered < DAYS * CAMPAIGNS || pending > 0) throw new Error(`${delivered} were delivered.`)
    ours.push(delivered / (ms / 1000))
    theirs.push(delivered / ((await timed(() => postAll(receiver.url, delivered))) / 1000))
  }
  await receiver.stop()
  const name = `deliveries of ${DAYS} days of ${CAMPAIGNS} campaigns`
  return compared('undici POST, 10 at a time', median(theirs), { [name]: median(ours) }, perSecond)
}

function fixture(): string {
  const keywords = Array.from({ length: 5 }, (_, number) => `keyword number ${number}`)
  const lines = Array.from({ length: CAMPAIGNS }, (_, number) => {
    return `      - ${JSON.stringify({ name: `Bench ${number}`, type: 'serp', keywords, frequency: 'daily' })}\n`
  })
  return fixtureOf(`    campaigns:\n${lines.join('')}`)
}

/** Sends as many small requests as a fast client does. */
export async function postAll(url: string, count: number): Promise<void> {
  const dispatcher = new Agent()
  let left = count
  const work = async () => {
    while (left-- > 0) {
      const { body } = await request(url, { method: 'POST', body: BODY, dispatcher })
      await body.dump()
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  await dispatcher.close()
}
