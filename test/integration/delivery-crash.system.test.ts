import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { controlOf } from '../support/control.ts'
import { startServing } from '../support/processes/serve-process.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { apiOf, CAMPAIGN } from '../support/sandbox.ts'
import { temporaryFolder } from '../support/temporary.ts'

const AMOUNT = 12
const idOf = ({ headers }: Received) => headers['webhook-id'] as string

it.each([
  ['whose clock runs', false],
  ['whose clock stands still', true],
])(
  'delivers what a process that was killed had not been answered, to an account %s',
  async (_, frozen) => {
    const data = temporaryFolder()
    const serving = () =>
      startServing(['--data', data, '--fixture', 'empty', '--now', '2026-01-15T09:30:00Z'])
    let isAnswering = false
    // Answers the first, and none after it until the process was killed.
    const receiver = await startReceiver((_, response, count) => {
      if (count === 1 || isAnswering) response.end()
    })
    const first = await serving()
    const api = apiOf(first.url)
    await api.post('/campaigns', { body: CAMPAIGN })
    const webhook = { url: receiver.url, events: ['ranking.changed'] }
    const { secret } = (await api.post('/webhooks', { body: webhook })).body.data
    const control = controlOf(first)
    await control.post('/clock', { body: { frozen } })
    const events: string[] = []
    for (let number = 0; number < AMOUNT; number++) {
      const { body } = await control.post('/events', { body: { type: 'ranking.changed' } })
      events.push(body.data.event.id)
    }
    await receiver.arrived(2)

    first.kill('SIGKILL')
    await first.ended
    const before = receiver.received.map(idOf)
    isAnswering = true
    await serving()
    const last = events.at(-1) as string
    while (!receiver.received.map(idOf).includes(last)) {
      await receiver.arrived(receiver.received.length + 1)
    }

    const after = receiver.received.slice(before.length)
    expect(before).toEqual(events.slice(0, 2))
    // In order, from the one that was never answered on; one whose answer was not yet written may come again.
    expect(after.map(idOf).slice(-(AMOUNT - 1))).toEqual(events.slice(1))
    for (const { body, headers } of after) new Webhook(secret).verify(body, headers)
  },
)
