import { Agent, request } from 'node:http'
import type { Delivery } from '../../../src/accounts/delivery.ts'
import { readConfig } from '../../../src/config.ts'
import { silentLog } from '../../../src/log.ts'
import { LocalEventLog } from '../../../src/store/events/local-event-log.ts'
import { openFileStore } from '../../../src/store/file/file-store.ts'
import { createClock } from '../../../src/time/clock.ts'
import { Dispatcher } from '../../../src/webhooks/dispatcher.ts'
import { addWhole } from '../../support/event-rows.ts'
import { accountWith, webhookTo } from '../../support/records/deliveries.ts'
import { startReceiver, temporaryFolder } from '../servers.ts'
import { median, timed } from '../statistics.ts'
import { compared, perSecond, type Row } from '../table.ts'

const AMOUNT = 2000
const CAMPAIGNS = 20
const ROUNDS = 5
/** As long as that of a mention. */
const BODY = JSON.stringify({
  type: 'mention.detected',
  timestamp: '2026-01-15T09:30:00.000Z',
  data: { excerpt: 'x'.repeat(600) },
})

/** Deliveries a second that are signed, sent and recorded on disk, next to requests a second of nothing but POST. */
export async function deliveries(): Promise<Row[]> {
  const receiver = await startReceiver()
  const folder = temporaryFolder()
  const store = await openFileStore(folder, { clock: createClock({ startAt: 0 }) })
  const events = new LocalEventLog(store)
  const parts = { store, events, clock: createClock(), config: readConfig(), log: silentLog }
  const dispatcher = new Dispatcher(parts)
  const account = accountWith([webhookTo(`${receiver.url}/hook`)])
  await store.add(account)

  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    addWhole(store, deliveriesOf(round), account.id)
    ours.push(AMOUNT / ((await timed(() => dispatcher.kick(account.id))) / 1000))
    theirs.push(AMOUNT / ((await timed(() => postAll(receiver.url))) / 1000))
  }

  await dispatcher.close()
  await store.close()
  await receiver.stop()
  // The first round is to warm up.
  const measured = { 'durable deliveries to a local receiver': median(ours.slice(1)) }
  const reference = 'node:http POST of the same bytes, 10 at a time'
  return compared(reference, median(theirs.slice(1)), measured, perSecond)
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
