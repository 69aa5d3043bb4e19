import { type Checks, until } from './checks.ts'
import { Receiver } from './receiver.ts'
import { Sandbox } from './sandbox.ts'

/** Headers, rate limits and statistics of webhooks. */
export async function settings(checks: Checks): Promise<void> {
  checks.begin('Headers, rate limits and statistics')
  const sandbox = await Sandbox.start()
  await sandbox.control('POST', '/clock', { frozen: true })
  await sandbox.campaigns(1, { status: 'paused' })
  const receiver = await Receiver.start()
  const { id } = await sandbox.webhook(receiver.url)
  const path = `/webhooks/${id}`
  const headers = { 'X-Tenant': 'blue', 'X-Api-Key': 'a-credential' }
  const set = await sandbox.control('PUT', path, { headers })
  checks.equal('headers can be set', set.status, 200)
  const trigger = () => sandbox.control('POST', '/events', { type: 'ranking.changed' })
  await trigger()
  await until(
    async () => receiver.received.length,
    (count) => count === 1,
  )
  const sent = receiver.received[0]?.headers
  checks.equal('they are sent', [sent?.['x-tenant'], sent?.['x-api-key']], ['blue', 'a-credential'])
  const log = await until(
    () => sandbox.deliveries(),
    (found) => found[0]?.status === 'delivered',
  )
  checks.check('the log has no credential', !JSON.stringify(log).includes('a-credential'))
  for (const name of [
    'webhook-id',
    'Host',
    'Connection',
    'Transfer-Encoding',
    'Content-Length',
    'X-A\r\nX-B',
  ]) {
    const { status } = await sandbox.control('PUT', path, { headers: { [name]: 'x' } })
    checks.equal(`the header ${JSON.stringify(name)} is refused`, status, 400)
  }
  const { status } = await sandbox.control('PUT', path, { headers: { 'X-A': 'b\r\nX-B: c' } })
  checks.equal('a value with a line break is refused', status, 400)

  await sandbox.control('PUT', path, {
    headers: null,
    rate_limit: { deliveries: 10, per: 'second' },
  })
  const before = receiver.received.length
  for (let number = 0; number < 15; number++) await trigger()
  await until(
    async () => receiver.received.length,
    (count) => count === before + 15,
  )
  const times = receiver.received.slice(before).map(({ at }) => at)
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
  checks.check(
    '10 a second: 15 events take at least 1.3 s',
    seconds >= 1.3 && seconds < 20,
    seconds,
  )
  const fullest = Math.max(
    ...times.map((at) => times.filter((each) => each >= at && each < at + 850).length),
  )
  checks.check('no 0.85 s have more than 10 of them', fullest <= 10, fullest)

  const answers = [500, 500, 204]
  receiver.answer = (response) => response.writeHead(answers.shift() ?? 204).end()
  await trigger()
  await until(
    () => sandbox.deliveries('&status=pending'),
    ([first]) => first?.attempts.length === 1,
  )
  await sandbox.control('POST', '/clock', { advance: '1h' })
  const { statistics } = (await sandbox.control('GET', path)).data
  const { attempts, failed_attempts, delivered, failed } = statistics
  checks.equal(
    'statistics count attempts and deliveries',
    [attempts, failed_attempts, delivered, failed],
    [19, 2, 17, 0],
  )
  checks.check(
    'they have an average and the last times',
    statistics.average_duration_ms !== null &&
      statistics.last_success_at > statistics.last_failure_at,
    statistics,
  )
  await sandbox.stop('SIGKILL')
  await sandbox.restart()
  const later = (await sandbox.control('GET', path)).data
  checks.equal(
    'they survive a kill, as do the settings',
    [later.statistics.attempts, later.rate_limit?.deliveries],
    [19, 10],
  )
  const listed = await sandbox.cli('webhooks', 'list')
  checks.check('the command lists them', listed.stdout.includes(id), listed.stdout)
  receiver.stop()
  await sandbox.stop()
}
