import { Sandbox } from '../sandbox.ts'
import { type Checks, until } from './checks.ts'
import { isVerified, Receiver } from './receiver.ts'

/** Resending by filter, past events, and replay of what a webhook missed. */
export async function recovery(checks: Checks): Promise<void> {
  checks.begin('Resend and replay')
  const sandbox = await Sandbox.start()
  await sandbox.control('POST', '/clock', { frozen: true })
  const receiver = await Receiver.start()
  const { id, secret } = await sandbox.webhook(receiver.url)
  await sandbox.campaigns(3)
  receiver.answer = (response) => response.writeHead(500).end()
  await sandbox.control('POST', '/clock', { advance: '2d' })
  const list = (query: string) => sandbox.deliveries(query)
  await sandbox.control('POST', '/clock', { advance: '4d' })
  const failed = await until(
    () => list('&status=failed'),
    (found) => found.length > 0,
  )
  checks.check('deliveries failed for good', failed.length >= 3, failed.length)
  await resendsAll(checks, sandbox, receiver, failed.length)
  checks.check(
    'resent events verify',
    receiver.received.slice(-3).every((each) => isVerified(each, secret)),
  )
  await sandbox.api('PUT', `/webhooks/${id}`, { status: 'active' })
  await replays(checks, sandbox, id, receiver)
  receiver.stop()
  await sandbox.stop()
}

async function resendsAll(checks: Checks, sandbox: Sandbox, receiver: Receiver, count: number) {
  receiver.answer = (response) => response.writeHead(204).end()
  const ids = (await sandbox.deliveries('&status=failed')).map(({ event_id }) => event_id)
  const before = receiver.received.length
  const wrong = await sandbox.control('POST', '/deliveries/resend')
  checks.equal('a resend without filter is refused', wrong.status, 400)
  const none = await sandbox.control(
    'POST',
    '/deliveries/resend?status=failed&since=2030-01-01T00:00:00Z',
  )
  checks.equal('a filter that matches nothing resends nothing', none.data?.matched, 0)
  const { data } = await sandbox.control('POST', '/deliveries/resend?status=failed')
  checks.equal(
    'a resend reports what it delivered',
    [data?.matched, data?.delivered, data?.failed],
    [count, count, 0],
  )
  const arrived = receiver.ids.slice(before)
  const wrongly = ids.filter((id) => arrived.filter((each) => each === id).length !== 1)
  checks.equal('each arrives once', wrongly, [])
  checks.equal('none is left', (await sandbox.deliveries('&status=failed')).length, 0)
}

async function replays(checks: Checks, sandbox: Sandbox, id: string, receiver: Receiver) {
  await sandbox.api('PUT', `/webhooks/${id}`, { status: 'disabled' })
  const from = (await sandbox.control('GET', '/clock')).data.now
  const before = receiver.received.length
  const other = await Receiver.start()
  await sandbox.webhook(other.url)
  await sandbox.control('POST', '/clock', { advance: '3d' })
  const missed = other.ids
  checks.check(
    'a disabled webhook gets nothing',
    receiver.received.length === before && missed.length > 3,
    missed.length,
  )
  const refused = await sandbox.control('POST', `/webhooks/${id}/replay`, { since: from })
  checks.equal('nothing is replayed to a disabled webhook', refused.status, 400)
  await sandbox.api('PUT', `/webhooks/${id}`, { status: 'active' })
  const { data } = await sandbox.control('POST', `/webhooks/${id}/replay`, { since: from })
  checks.equal('a replay reports the missed events', data?.replayed, missed.length)
  await until(
    async () => receiver.received.length,
    (length) => length >= before + missed.length,
  )
  const arrived = receiver.ids.slice(before)
  checks.equal('each missed event arrives once, with its id', arrived.toSorted(), missed.toSorted())
  const bodies = new Map(other.received.map(({ headers, body }) => [headers['webhook-id'], body]))
  const isEqual = receiver.received
    .slice(before)
    .every(({ headers, body }) => bodies.get(headers['webhook-id']) === body)
  checks.check('their bodies are those of the first time', isEqual)
  const again = await sandbox.control('POST', `/webhooks/${id}/replay`, { since: from })
  checks.equal('a second replay finds nothing to send', again.data?.replayed, 0)

  const late = await Receiver.start()
  const made = await sandbox.webhook(late.url, { events: ['campaign.completed'] })
  const whole = await sandbox.control('POST', `/webhooks/${made.id}/replay`, { since: from })
  const completed = other.received.filter(
    ({ body }) => JSON.parse(body).type === 'campaign.completed',
  )
  checks.equal(
    'a new webhook can get the past events of its kinds',
    whole.data?.replayed,
    completed.length,
  )
  await until(
    async () => late.received.length,
    (length) => length >= completed.length,
  )
  checks.equal('they arrive', late.received.length, completed.length)
  const { data: events } = await sandbox.control('GET', `/events?since=${from}&limit=1000`)
  checks.equal(
    'the list of events has all of them',
    events.map((each: { id: string }) => each.id).toSorted(),
    [...new Set(missed)].toSorted(),
  )
  const body = bodies.get(events[0]?.id)
  checks.equal('with their payload', events[0]?.body, body)
  other.stop()
  late.stop()
}

/** More events than can wait: every one is delivered, waits, or is reported as given up. */
export async function backlog(checks: Checks): Promise<void> {
  checks.begin('Backlog')
  const sandbox = await Sandbox.start()
  await sandbox.control('POST', '/clock', { frozen: true })
  await sandbox.webhook('http://localhost:1/hook')
  await sandbox.campaigns(20, { frequency: 'hourly' })
  const begin = performance.now()
  const { data } = await sandbox.control('POST', '/clock', { advance: '2d' })
  const clock = await until(
    async () => (await sandbox.control('GET', '/clock')).data,
    (found) => !found.advancing,
    120_000,
  )
  const seconds = Math.round((performance.now() - begin) / 1000)
  const summary = data.summary ?? clock.last_advance.summary
  const { delivered, pending, given_up, failed_attempts } = summary.deliveries
  const events = Object.values<number>(summary.events).reduce((sum, each) => sum + each, 0)
  checks.check(`${events} events of two days are counted`, events > 1000, events)
  checks.check('the advance takes less than 60 s', seconds < 60, seconds)
  checks.equal('none is delivered', delivered, 0)
  checks.check('attempts were made', failed_attempts > 0, failed_attempts)
  checks.equal('each event waits or is given up', pending + given_up, events)
  const { total } = (await sandbox.control('GET', '/deliveries?limit=1')).body.meta.pagination
  checks.equal('the log has each of them', total, events)
  const [failed] = (await sandbox.control('GET', '/deliveries?status=failed&limit=1')).data
  checks.check(
    'a delivery that was given up says why',
    failed?.failure_reason?.length > 10 || failed?.attempts.length > 1,
    failed?.failure_reason,
  )
  await sandbox.stop('SIGKILL')
  await sandbox.restart()
  const after = (await sandbox.control('GET', '/deliveries?limit=1')).body.meta.pagination.total
  checks.equal('the log survives a kill', after, events)
  await sandbox.stop()
}
