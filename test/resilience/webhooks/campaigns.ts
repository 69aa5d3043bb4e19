import { type Checks, until } from './checks.ts'
import { Receiver } from './receiver.ts'
import { Sandbox } from './sandbox.ts'

interface Event {
  type: string
  data: { id: string; completed_at: string }
}

/** Each change of a campaign, then a month: every mention is sent once, and events agree with the API. */
const CHANGES: [name: string, before: string, change: object][] = [
  ['daily to weekly', 'daily', { frequency: 'weekly' }],
  ['weekly to daily', 'weekly', { frequency: 'daily' }],
  ['monthly to daily', 'monthly', { frequency: 'daily' }],
  ['hourly to daily', 'hourly', { frequency: 'daily' }],
  ['daily to hourly', 'daily', { frequency: 'hourly' }],
]

export async function frequencies(checks: Checks): Promise<void> {
  checks.begin('Changed frequencies and pauses')
  for (const [name, frequency, change] of CHANGES) {
    await followed(checks, name, frequency, async (sandbox, id) => {
      await sandbox.control('POST', '/clock', { advance: '10d' })
      await sandbox.api('PUT', `/campaigns/${id}`, change)
    })
  }
  await followed(checks, 'paused for ten days', 'daily', async (sandbox, id) => {
    await sandbox.control('POST', '/clock', { advance: '5d' })
    await sandbox.api('PUT', `/campaigns/${id}`, { status: 'paused' })
    await sandbox.control('POST', '/clock', { advance: '10d' })
    await sandbox.api('PUT', `/campaigns/${id}`, { status: 'active' })
  })
  await deleted(checks)
}

async function followed(
  checks: Checks,
  name: string,
  frequency: string,
  act: (sandbox: Sandbox, id: string) => Promise<void>,
): Promise<void> {
  const sandbox = await Sandbox.start()
  await sandbox.control('POST', '/clock', { frozen: true })
  const receiver = await Receiver.start()
  const { secret } = await sandbox.webhook(receiver.url)
  const more = { frequency, brand: 'Northwheel', domain: 'northwheel.example' }
  const [id = ''] = await sandbox.campaigns(1, more)
  const begin = (await sandbox.control('GET', '/clock')).data.now
  await act(sandbox, id)
  await sandbox.control('POST', '/clock', { advance: '15d' })
  checks.check(
    `${name}: events were sent`,
    receiver.received.length > 5 && secret !== '',
    receiver.received.length,
  )
  const events: Event[] = receiver.received.map(({ body }) => JSON.parse(body))
  const mentions = events.filter(({ type }) => type === 'mention.detected')
  const sent = mentions.map(({ data }) => data.id)
  checks.equal(`${name}: no mention is sent twice`, sent.length, new Set(sent).size)

  const known = await mentionsOf(sandbox)
  const wrong = sent.filter((mention) => !known.has(mention))
  checks.equal(`${name}: each sent mention is in the API`, wrong.length, 0)
  const last = events.findLast(({ type }) => type === 'campaign.completed')?.data.completed_at ?? ''
  const due = [...known].filter(([, at]) => at > begin && at < last).map(([mention]) => mention)
  const missing = due.filter((mention) => !sent.includes(mention))
  checks.equal(
    `${name}: none of ${due.length} mentions until the last run is missing`,
    missing.length,
    0,
  )
  const ids = receiver.ids
  checks.equal(`${name}: every event has its own id`, ids.length, new Set(ids).size)
  receiver.stop()
  await sandbox.stop()
}

/** The times of the brand's mentions by their id. */
async function mentionsOf(sandbox: Sandbox): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let offset = 0; ; offset += 100) {
    const query = `brand=Northwheel&start_date=2026-01-15&limit=100&offset=${offset}`
    const { data } = await sandbox.api('GET', `/chat/mentions?${query}`)
    for (const mention of data) found.set(mention.id, mention.detected_at)
    if (data.length < 100) return found
  }
}

/** A campaign that is deleted during an advance runs no more. */
async function deleted(checks: Checks): Promise<void> {
  const sandbox = await Sandbox.start()
  await sandbox.control('POST', '/clock', { frozen: true })
  const receiver = await Receiver.start()
  await sandbox.webhook(receiver.url)
  const [id] = await sandbox.campaigns(1, { frequency: 'hourly' })
  let sent = 0
  receiver.answer = (response) => {
    sent += 1
    if (sent !== 5) return response.writeHead(204).end()
    void sandbox.api('DELETE', `/campaigns/${id}`).then(() => response.writeHead(204).end())
    return response
  }
  await sandbox.control('POST', '/clock', { advance: '5d' })
  const count = await until(
    async () => receiver.received.length,
    (length) => length >= 5,
  )
  const times = receiver.received.map(({ body }) => JSON.parse(body).timestamp.slice(0, 13))
  checks.check(
    'a campaign that is deleted during an advance runs no more',
    new Set(times).size <= 4,
    [count, times],
  )
  receiver.stop()
  await sandbox.stop()
}

/** Earlier releases, which have no webhooks (§9). */
export async function releases(checks: Checks): Promise<void> {
  checks.begin('Releases')
  const sandbox = await Sandbox.start()
  await sandbox.control('POST', '/clock', { frozen: true })
  const receiver = await Receiver.start()
  await sandbox.webhook(receiver.url)
  await sandbox.campaigns(2)
  await sandbox.stop()
  await sandbox.restart({ flags: ['--api-version', '1.0.0'] })
  checks.equal('1.0.0 has no webhooks', (await sandbox.api('GET', '/webhooks')).status, 404)
  const { data } = await sandbox.control('POST', '/clock', { advance: '3d' })
  checks.equal('campaigns run in 1.0.0', data.summary?.runs ?? data.last_advance?.summary.runs, 6)
  checks.equal('1.0.0 sends nothing', receiver.received.length, 0)
  await sandbox.stop()
  await sandbox.restart({ flags: ['--api-version', '1.1.0'] })
  await sandbox.control('POST', '/clock', { advance: '3d' })
  const kinds = new Set(receiver.received.map(({ body }) => JSON.parse(body).type))
  checks.check('1.1.0 sends events', kinds.has('campaign.completed'), [...kinds])
  const document = (await (await fetch(`${sandbox.root}/openapi.json`)).json()) as {
    webhooks: Record<string, object>
  }
  const unknown = [...kinds].filter((kind) => document.webhooks[kind] === undefined)
  checks.equal('1.1.0 sends only events of its document', unknown, [])
  await sandbox.stop()
  await sandbox.restart()
  await sandbox.control('POST', '/clock', { advance: '3d' })
  const later = new Set(receiver.received.map(({ body }) => JSON.parse(body).type))
  checks.check('the newest release sends mentions', later.has('mention.detected'), [...later])
  receiver.stop()
  await sandbox.stop()
}
