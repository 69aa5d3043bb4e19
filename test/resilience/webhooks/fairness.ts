import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { Sandbox } from '../sandbox.ts'
import { type Checks, until } from './checks.ts'
import { Receiver } from './receiver.ts'

/** Events of one account while ten or forty receivers of another one hang. */
export async function fairness(checks: Checks): Promise<void> {
  checks.begin('Fairness between accounts')
  const sandbox = await Sandbox.start()
  await sandbox.campaigns(1)
  const hanging = createServer(() => {})
  await once(hanging.listen(0, '127.0.0.1'), 'listening')
  const { port } = hanging.address() as AddressInfo
  const { id, key } = (
    await sandbox.control('POST', '/accounts', { name: 'Neighbour', fixture: 'demo' })
  ).data
  const receiver = await Receiver.start()
  const body = { url: receiver.url, events: ['campaign.completed'] }
  const made = await sandbox.api('POST', '/webhooks', body, key.token)
  checks.equal('a second account has a webhook', made.status, 201)
  let webhooks = 0
  for (const count of [10, 40]) {
    for (; webhooks < count; webhooks++)
      await sandbox.webhook(`http://localhost:${port}/${webhooks}`)
    for (let number = 0; number < 20; number++) {
      await sandbox.control('POST', '/events', { type: 'campaign.completed' })
    }
    const waits: number[] = []
    for (let number = 0; number < 5; number++) {
      const before = receiver.received.length
      const begin = performance.now()
      await sandbox.control('POST', `/events?account=${id}`, { type: 'campaign.completed' })
      await until(
        async () => receiver.received.length,
        (length) => length > before,
        20_000,
      )
      waits.push((receiver.received.at(-1)?.at ?? Number.POSITIVE_INFINITY) - begin)
    }
    const median = waits.sort((a, b) => a - b)[2] as number
    checks.check(
      `beside ${count} hanging webhooks, an event of another account takes less than 100 ms`,
      median < 100,
      waits,
    )
  }
  const begin = performance.now()
  const own = await Receiver.start()
  await sandbox.webhook(own.url)
  await sandbox.control('POST', '/events', { type: 'campaign.completed' })
  await until(
    async () => own.received.length,
    (length) => length > 0,
    40_000,
  )
  const seconds = (performance.now() - begin) / 1000
  checks.check(
    'a good webhook of the same account gets its event within 20 s',
    own.received.length > 0 && seconds < 20,
    seconds,
  )
  const times = { stop: performance.now() }
  await sandbox.stop()
  const stopping = (performance.now() - times.stop) / 1000
  checks.check('the sandbox stops in 5 s while receivers hang', stopping < 5, stopping)
  receiver.stop()
  own.stop()
  hanging.close()
}
