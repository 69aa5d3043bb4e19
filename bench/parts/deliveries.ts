import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Delivery } from '../../src/accounts/delivery.ts'
import { readConfig } from '../../src/config.ts'
import { silentLog } from '../../src/log.ts'
import { openFileStore } from '../../src/store/file-store.ts'
import { accountWith, webhookTo } from '../../src/testing/deliveries.ts'
import { createClock } from '../../src/time/clock.ts'
import { addDeliveries } from '../../src/webhooks/delivery-log.ts'
import { Dispatcher } from '../../src/webhooks/dispatcher.ts'
import { startReceiver } from '../servers.ts'
import { median } from '../statistics.ts'
import { type Row, row, whole } from '../table.ts'

const AMOUNT = 2000
const CAMPAIGNS = 20
const ROUNDS = 5
/** As long as that of a mention. */
const BODY = JSON.stringify({
  type: 'mention.detected',
  timestamp: '2026-01-15T09:30:00.000Z',
  data: { excerpt: 'x'.repeat(600) },
})

export async function deliveries(): Promise<Row[]> {
  const { perSecond: ours, reference } = await deliveryFigures()
  return [
    row(
      'durable deliveries to a local receiver',
      `${whole(ours)}/s`,
      'node:http POST of the same bytes, 10 at a time',
      `${whole(reference)}/s`,
      ours / reference,
    ),
  ]
}

/** Deliveries a second that are signed, sent and recorded on disk, and requests a second of nothing but POST. */
async function deliveryFigures(): Promise<{ perSecond: number; reference: number }> {
  const receiver = await startReceiver()
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'))
  const store = await openFileStore(folder, { now: 0 })
  const parts = { store, clock: createClock(), config: readConfig(), log: silentLog }
  const dispatcher = new Dispatcher(parts)
  const account = accountWith([webhookTo(`${receiver.url}/hook`)])
  await store.add(account)

  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    await store.update(account.id, (draft) => addDeliveries(draft, deliveriesOf(round)))
    ours.push(await perSecond(() => dispatcher.kick(account.id)))
    theirs.push(await perSecond(() => postAll(receiver.url)))
  }

  await dispatcher.close()
  await store.close()
  await receiver.stop()
  rmSync(folder, { recursive: true, force: true })
  // The first round is to warm up.
  return { perSecond: median(ours.slice(1)), reference: median(theirs.slice(1)) }
}

function deliveriesOf(round: number): Delivery[] {
  return Array.from({ length: AMOUNT }, (_, number) => ({
    id: `dlv_${round}_${number}`,
    event_id: `evt_${round}_${number}`,
    webhook_id: 'whk_a',
    campaign_id: `cmp_${number % CAMPAIGNS}`,
    type: 'mention.detected',
    body: BODY,
    created_at: 0,
    status: 'pending',
    next_attempt_at: 0,
    attempts: [],
  }))
}

async function perSecond(run: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await run()
  return AMOUNT / ((performance.now() - begin) / 1000)
}

async function postAll(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  await Promise.all(Array.from({ length: AMOUNT }, () => post(url, agent)))
  agent.destroy()
}

function post(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent }, (response) => {
      response.resume().on('end', () => resolve())
    })
    sent.on('error', reject).end(BODY)
  })
}
