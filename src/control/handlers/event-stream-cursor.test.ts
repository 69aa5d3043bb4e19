import { expect, it } from 'vitest'
import { accountWith, BEGIN } from '../../../test/support/records/deliveries.ts'
import type { ServiceEvent } from '../../accounts/event.ts'
import { rowsOf } from '../../simulation/event.ts'
import { LocalSignals } from '../../simulation/signals.ts'
import { LocalEventLog } from '../../store/events/local-event-log.ts'
import { openMemoryStore } from '../../store/memory-store.ts'
import { eventStream } from '../streams.ts'

it('sends what was missed in pages, whatever its number', async () => {
  const { read, add } = await start()
  const missed = Array.from({ length: 1_201 }, (_, number) => triggered(number + 1))
  await add(missed)

  expect(await read(1_200, cursorOf(missed[0]))).toEqual(missed.slice(1).map(cursorOf))
})

it('sends each event once, also one that happens while earlier ones are sent', async () => {
  const { read, add } = await start()
  const [before, missed, next, last] = [1, 2, 3, 4].map(triggered) as [
    ServiceEvent,
    ServiceEvent,
    ServiceEvent,
    ServiceEvent,
  ]
  await add([before, missed])

  const sent = await read(3, cursorOf(before), async (number) => {
    if (number === 1) await add([next])
    if (number === 2) await add([last])
  })

  expect(sent).toEqual([missed, next, last].map(cursorOf))
})

it('begins with the events that follow, also in a log without any and on a clock that stands still', async () => {
  const { read, add } = await start()
  const [before, next] = [0, 0].map((_, number) => ({ ...triggered(0), id: `evt_a${number}` }))

  const first = await read(1, undefined, (number) =>
    number === 0 ? add([before as ServiceEvent]) : undefined,
  )
  const second = await read(1, undefined, (number) =>
    number === 0 ? add([next as ServiceEvent]) : undefined,
  )

  expect([first, second]).toEqual([[cursorOf(before)], [cursorOf(next)]])
})

async function start() {
  const store = openMemoryStore()
  await store.add({ ...accountWith([]), simulated_until: BEGIN })
  const [events, log] = [new LocalSignals(), new LocalEventLog(store)]
  const parts = { store, events: log, simulation: { events } } as never
  return {
    async add(added: readonly ServiceEvent[]) {
      await log.add('acc_a', rowsOf(accountWith([]), added, true))
      events.publish('acc_a')
    },
    /** Ids of so many messages; `onSent` is called with their number after each, and at the beginning. */
    async read(count: number, lastId?: string, onSent?: (number: number) => unknown) {
      const ended = new AbortController()
      const sent: (string | undefined)[] = []
      const listening = { accountId: 'acc_a', lastId, onlyAlerts: false }
      for await (const { event, id } of eventStream(listening, ended.signal, parts)) {
        if (event !== 'ready') sent.push(id)
        await onSent?.(sent.length)
        if (sent.length === count) ended.abort()
      }
      return sent
    },
  }
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
