import { PostgresServer } from '../../support/postgres-server.ts'
import { type Checks, until } from './checks.ts'
import { Receiver } from './receiver.ts'
import { Sandbox } from './sandbox.ts'

const CAMPAIGNS = 100
/** Makes almost 10,000 events, which is what a replay sends at most. */
const DAYS = 24
/** Real time in which everything arrives, also on a busy machine. */
const LONGEST_MS = 300_000

/** Thousands of deliveries of one account by two replicas on PostgreSQL, which are killed one after the other. */
export async function replicas(checks: Checks): Promise<void> {
  checks.begin('Replicas')
  const server = await PostgresServer.start({ fsync: true })
  const flags = ['--database', server.urlOf('postgres')]
  const [one, other] = [await Sandbox.start({ flags }), await Sandbox.start({ flags })]
  await one.control('POST', '/clock', { frozen: true })
  const since = (await one.control('GET', '/clock')).data.now
  await one.campaigns(CAMPAIGNS)

  const events = await sent(checks, 'an advance', async (url) => {
    await one.webhook(url)
    const { data } = await other.control('POST', '/clock', { advance: `${DAYS}d` })
    return data.summary.deliveries.delivered
  })
  const replay = async (url: string) => {
    const { id } = await one.webhook(url)
    return (await other.control('POST', `/webhooks/${id}/replay`, { since })).data.replayed
  }
  checks.equal('a replay sends each event', await sent(checks, 'a replay', replay), events)
  let last = other
  const survived = await sent(checks, 'a replay with kills', replay, async (half) => {
    // One of the two is sending.
    await one.stop('SIGKILL')
    last = await Sandbox.start({ flags })
    await half
    await other.stop('SIGKILL')
  })
  checks.equal('a replay whose replicas are killed sends each event', survived, events)
  const { data } = await until(
    () => last.control('GET', '/deliveries?status=pending&limit=1'),
    ({ data }) => data.length === 0,
    LONGEST_MS,
  )
  checks.equal('none waits at the end', data, [])
  await last.stop()
  await server.remove()
}

/**
 * Resolves with the number of events that arrived at a new receiver, once they are as many as `begin` resolves with.
 * `meanwhile` runs when a quarter has arrived; its promise resolves when it is half. Then some may arrive twice: those
 * that were on their way or not recorded.
 */
async function sent(
  checks: Checks,
  name: string,
  begin: (url: string) => Promise<number>,
  meanwhile?: (half: Promise<unknown>) => Promise<unknown>,
): Promise<number> {
  const receiver = await Receiver.start()
  const start = performance.now()
  const arrived = () => new Set(receiver.ids).size
  const expected = await begin(receiver.url)
  const reach = (share: number) =>
    until(
      async () => arrived(),
      (count) => count >= expected * share,
      LONGEST_MS,
    )
  if (meanwhile) {
    await reach(1 / 4)
    await meanwhile(reach(1 / 2))
  }
  await reach(1)
  const seconds = ((receiver.received.at(-1)?.at ?? start) - start) / 1000
  const first = (receiver.received[0]?.at ?? start) - start
  const twice = receiver.received.length - arrived()
  checks.equal(`${name} loses none of ${expected}`, arrived(), expected)
  checks.check(`${name} sends ${twice} of them twice`, twice <= (meanwhile ? 128 : 0), twice)
  const rate = Math.round(expected / (seconds - first / 1000))
  console.log(`       ${seconds.toFixed(1)} s, the first after ${first.toFixed(0)} ms, ${rate}/s`)
  receiver.stop()
  return arrived()
}
