import { setTimeout as wait } from 'node:timers/promises'
import { Sandbox } from '../sandbox.ts'
import { type Checks, until } from './checks.ts'
import { Receiver } from './receiver.ts'

/** Kills the process again and again while it advances and delivers. */
export async function crash(checks: Checks): Promise<void> {
  checks.begin('Kills while a clock is advanced')
  const sandbox = await Sandbox.start()
  const receiver = await Receiver.start()
  receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 5)
  await sandbox.control('POST', '/clock', { frozen: true })
  await sandbox.webhook(receiver.url)
  await sandbox.campaigns(10)
  const begin = Date.parse((await sandbox.control('GET', '/clock')).data.now)
  for (let kill = 1; kill <= 3; kill++) {
    const advancing = sandbox.control('POST', '/clock', { advance: '4d' }).catch(() => undefined)
    await wait(150 * kill)
    await sandbox.stop('SIGKILL')
    await advancing
    await sandbox.restart()
    // The advance ends where it was killed.
    await until(
      async () => (await sandbox.control('GET', '/clock')).data,
      (clock) => !clock.advancing,
    )
  }
  const { now } = (await sandbox.control('GET', '/clock')).data
  checks.check('the clock went on between three kills', Date.parse(now) > begin, now)
  await sandbox.control('POST', '/clock', { advance: '1d' })
  const all = await until(
    () => sandbox.deliveries(),
    (found) => found.every(({ status }) => status === 'delivered'),
  )
  const arrived = new Set(receiver.ids)
  const logged = new Set(all.map(({ event_id }) => event_id))
  checks.equal(
    'each logged event arrived',
    [...logged].filter((id) => !arrived.has(id)),
    [],
  )
  // By the receiver, because an event that is under way at a kill is repeated with its id.
  const bodies = new Map(
    receiver.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body)]),
  )
  const runs = [...bodies.values()].filter(({ type }) => type === 'campaign.completed')
  const end = Date.parse((await sandbox.control('GET', '/clock')).data.now)
  const days = Math.round((end - begin) / 86_400_000)
  const perCampaign = new Map<string, Set<string>>()
  for (const { data, timestamp } of runs) {
    const dates = perCampaign.get(data.campaign_id) ?? new Set()
    perCampaign.set(data.campaign_id, dates.add(timestamp.slice(0, 10)))
  }
  const counts = [...perCampaign.values()].map((dates) => dates.size)
  checks.check(
    `each campaign ran on each of ${days} days`,
    counts.length === 10 && counts.every((count) => count >= days && count <= days + 1),
    counts,
  )
  const twice = runs.length - [...perCampaign.values()].reduce((sum, dates) => sum + dates.size, 0)
  checks.equal('no run was repeated with another event', twice, 0)
  receiver.stop()
  await sandbox.stop()
}
