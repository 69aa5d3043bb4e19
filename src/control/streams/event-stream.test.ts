import { expect, it } from 'vitest'
import { accountWith, BEGIN } from '../../../test/support/records/deliveries.ts'
import type { ServiceEvent } from '../../accounts/event.ts'
import { rowsOf } from '../../simulation/event.ts'
import { EventBus } from '../../simulation/event-bus.ts'
import { LocalEventLog } from '../../store/events/local-event-log.ts'
import { openMemoryStore } from '../../store/memory-store.ts'
import { eventStream } from './event-stream.ts'

it('sends what was missed in pages, whatever its number', async () => {
  const { parts, log } = await start()
  const missed = Array.from({ length: 1_201 }, (_, number) => triggered(number + 1))
  await log.add('acc_a', rowsOf(accountWith([]), missed, true))

  const sent: (string | undefined)[] = []
  // Ends after the missed events.
  const ended = AbortSignal.abort()
  const listening = { accountId: 'acc_a', lastId: cursorOf(missed[0]), onlyAlerts: false }
  for await (const { event, id } of eventStream(listening, ended, parts)) {
    if (event !== 'ready') sent.push(id)
  }

  expect(sent).toEqual(missed.slice(1).map(cursorOf))
})

it('continues from its time after an event that is gone', async () => {
  const { parts, log } = await start()
  const missed = [1, 2, 3].map(triggered)
  await log.add('acc_a', rowsOf(accountWith([]), missed, true))

  const sent: (string | undefined)[] = []
  const listening = { accountId: 'acc_a', lastId: `${BEGIN + 2}-evt_0`, onlyAlerts: false }
  for await (const { event, id } of eventStream(listening, AbortSignal.abort(), parts)) {
    if (event !== 'ready') sent.push(id)
  }

  expect(sent).toEqual(missed.slice(1).map(cursorOf))
})

it('sends an event once that happens while a listener gets what it missed', async () => {
  const { parts, log, events } = await start()
  const [missed, next] = [1, 2].map(triggered) as [ServiceEvent, ServiceEvent]
  const ended = new AbortController()
  const eventsAfter = log.eventsAfter.bind(log)
  // The stream listens by now, and finds the event in the log, too.
  log.eventsAfter = async (...about) => {
    if ((await log.events('acc_a', {}, { limit: 1, offset: 0 })).total === 0) {
      await log.add('acc_a', rowsOf(accountWith([]), [missed], true))
      events.publish('acc_a', missed)
    }
    return eventsAfter(...about)
  }

  const sent: (string | undefined)[] = []
  const listening = { accountId: 'acc_a', lastId: `${BEGIN}-evt_0`, onlyAlerts: false }
  for await (const { event, id } of eventStream(listening, ended.signal, parts)) {
    if (event === 'ready') continue
    sent.push(id)
    if (sent.length === 1) events.publish('acc_a', next)
    else ended.abort()
  }

  expect(sent).toEqual([missed, next].map(cursorOf))
})

async function start() {
  const store = openMemoryStore()
  await store.add({ ...accountWith([]), simulated_until: BEGIN })
  const [events, log] = [new EventBus(), new LocalEventLog()]
  return { events, log, parts: { store, events: log, simulation: { events } } as never }
}

function cursorOf(event: ServiceEvent | undefined): string {
  return `${event?.at}-${event?.id}`
}

function triggered(number: number): ServiceEvent {
  const at = BEGIN + number
  return {
    id: `evt_${number}`,
    type: 'ranking.changed',
    at,
    campaign_id: 'cmp_a',
    data: {} as never,
  }
}
