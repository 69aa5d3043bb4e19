import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../bench/servers.ts'
import { TEST_TLS } from '../../support/tls.ts'
import { type Delivery, Sandbox } from '../sandbox.ts'
import { type Checks, until } from './checks.ts'
import { HOSTILE, type Running, run } from './hostile-receivers.ts'
import { EXPIRED } from './tls.ts'

/** There are more hostile receivers than an account may have webhooks. */
const MORE_WEBHOOKS = JSON.stringify({
  overlay: '1.0.0',
  info: { title: 'More webhooks', version: '1' },
  actions: [{ target: '$', update: { 'x-subscriptions': { webhooks: HOSTILE.length } } }],
})

/** One event to all hostile receivers at once. */
export async function hostileReceivers(checks: Checks): Promise<void> {
  checks.begin('Hostile receivers')
  const folder = temporaryFolder()
  const authorities = join(folder, 'ca.pem')
  const overlay = join(folder, 'more-webhooks.json')
  writeFileSync(authorities, TEST_TLS.cert + EXPIRED.cert)
  writeFileSync(overlay, MORE_WEBHOOKS)
  const env = { NODE_EXTRA_CA_CERTS: authorities, SVC_OVERLAY: overlay }
  const sandbox = await Sandbox.start({ env })
  await sandbox.control('POST', '/clock', { frozen: true })
  await sandbox.campaigns(1)
  const receivers = await Promise.all(HOSTILE.map(run))
  const webhooks = new Map<string, Running>()
  for (const each of receivers) webhooks.set((await sandbox.webhook(each.url)).id, each)

  const begin = performance.now()
  const { event } = (await sandbox.control('POST', '/events', { type: 'campaign.completed' })).data
  const deliveries = await until(
    () => sandbox.deliveries(`&event_id=${event.id}`),
    (found) => found.length === receivers.length && found.every((each) => each.attempts.length > 0),
    60_000,
  )
  const seconds = (performance.now() - begin) / 1000
  checks.equal('each webhook has a delivery', deliveries.length, receivers.length)
  // 15 seconds for those that hang, whose number exceeds the simultaneous attempts of an account only once.
  checks.check('all attempts end within 40 seconds', seconds < 40, seconds)
  for (const delivery of deliveries) {
    const running = webhooks.get(delivery.webhook_id) as Running
    checkAttempt(checks, running, delivery)
    if (running.hostile.isDisabled) {
      const { status } = (await sandbox.api('GET', `/webhooks/${delivery.webhook_id}`)).data
      checks.equal(`${running.hostile.name}: its webhook is disabled`, status, 'disabled')
    }
  }
  const { status } = await sandbox.control('GET', '/health')
  checks.equal('the sandbox answers afterwards', status, 200)
  checks.check('it takes less than 300 MB', sandbox.memory() < 300, sandbox.memory())
  for (const { server } of receivers) server.close()
  await sandbox.stop()
}

function checkAttempt(checks: Checks, { hostile, posts }: Running, delivery: Delivery): void {
  const { name, error, status, respond, tls, origin, retry } = hostile
  const { attempts, created_at, next_attempt_at } = delivery
  const [attempt] = attempts
  checks.equal(`${name}: one attempt ends`, attempts.length, 1)
  const isRight =
    attempt?.status === status &&
    (error === null ? attempt.error === null : error.test(attempt.error ?? ''))
  checks.check(`${name}: is logged as ${status ?? 'no answer'}`, isRight, [
    attempt?.status,
    attempt?.error,
  ])
  const isReached =
    respond !== undefined && (origin === undefined ? tls === undefined : error === null)
  checks.equal(`${name}: gets ${isReached ? 'one request' : 'none'}`, posts, isReached ? 1 : 0)
  if (retry === undefined) return
  const after = (Date.parse(next_attempt_at ?? '') - Date.parse(created_at)) / 1000
  const [least, most] = retry
  checks.check(
    `${name}: the next attempt is in ${least} to ${most} s`,
    after >= least && after <= most,
    after,
  )
}
