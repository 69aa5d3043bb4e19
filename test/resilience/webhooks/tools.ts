import { createHmac } from 'node:crypto'
import { createServer } from 'node:https'
import { TEST_TLS } from '../../support/tls.ts'
import { type Checks, until } from './checks.ts'
import { isVerified, Receiver } from './receiver.ts'
import { Sandbox } from './sandbox.ts'

/** The built-in receiver, its scripts and its command. */
export async function tools(checks: Checks): Promise<void> {
  checks.begin('Built-in receiver and commands')
  const sandbox = await Sandbox.start()
  await sandbox.control('POST', '/clock', { frozen: true })
  // Its runs would use up the responses.
  await sandbox.campaigns(1, { status: 'paused' })
  await scripts(checks, sandbox)
  await explains(checks, sandbox)
  await sandbox.stop()
}

async function scripts(checks: Checks, sandbox: Sandbox): Promise<void> {
  const script = ['500', 'reset', '429,retry-after=600', '200,truncated', '204']
  const set = await sandbox.cli('receiver', 'script', ...script)
  checks.equal('the command scripts the receiver', set.code, 0)
  const { url } = (await sandbox.control('GET', '/receiver')).data
  const { id } = await sandbox.webhook(url)
  const { event } = (await sandbox.control('POST', '/events', { type: 'ranking.changed' })).data
  await sandbox.control('POST', '/clock', { advance: '1d' })
  const find = async () => (await sandbox.deliveries(`&event_id=${event.id}`))[0]
  const delivery = await until(find, (found) => found?.status === 'delivered')
  const statuses = delivery?.attempts.map(({ status }) => status)
  checks.equal('each attempt gets the next response', statuses, [500, null, 429, 200, 204])
  checks.equal('the last response delivers', delivery?.status, 'delivered')
  const { received, sequence } = (await sandbox.control('GET', '/receiver')).data
  const own = received.filter((each: { event_id: string }) => each.event_id === event.id)
  checks.equal('the receiver has one request for each attempt', own.length, 5)
  checks.check(
    'all of them are signed',
    own.every((each: { signature: string }) => each.signature === 'valid'),
  )
  checks.equal('the last response stays', sequence, [{ status: 204, delay_ms: 0 }])
  const shown = await sandbox.cli('receiver')
  checks.check(
    'the command lists the requests',
    shown.stdout.includes('signature valid'),
    shown.stdout,
  )
  const refused = await sandbox.cli('receiver', 'script', '99')
  checks.equal('it refuses a status of 99', refused.code, 1)
  const bad = await sandbox.control('PUT', '/receiver', { headers: { 'Set-Cookie': 'a=b' } })
  checks.equal('no response may set a cookie', bad.status, 400)
  await sandbox.cli('receiver', 'clear')
  checks.equal(
    'the command clears it',
    (await sandbox.control('GET', '/receiver')).data.received,
    [],
  )
  await sandbox.api('DELETE', `/webhooks/${id}`)
}

/** A request whose content or key is wrong is explained. */
async function explains(checks: Checks, sandbox: Sandbox): Promise<void> {
  const { url } = (await sandbox.control('GET', '/receiver')).data
  const secret = 'a secret of letters and blanks'
  await sandbox.webhook(url, { secret })
  const body = '{"type":"ranking.changed","data":{"a":1}}'
  const at = Math.floor(Date.now() / 1000)
  const mistakes: [name: string, key: string, content: string, cause: string][] = [
    [
      'a body that was written again',
      secret,
      `evt_1.${at}.{"type": "ranking.changed", "data": {"a": 1}}`,
      'space after each colon',
    ],
    ['a content without id', secret, `${at}.${body}`, 'id was left out'],
    ['a key with a line break', `${secret}\n`, `evt_1.${at}.${body}`, 'line break'],
    ['another key', 'another', `evt_1.${at}.${body}`, 'another secret'],
  ]
  for (const [name, key, content, cause] of mistakes) {
    const signature = createHmac('sha256', key).update(content).digest('base64')
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(at),
      'webhook-signature': `v1,${signature}`,
    }
    await fetch(url, { method: 'POST', headers, body })
    const { received } = (await sandbox.control('GET', '/receiver')).data
    const found = received[0]?.signature_details
    checks.check(`it explains ${name}`, found?.cause?.includes(cause), found?.cause)
  }
  const text = JSON.stringify((await sandbox.control('GET', '/receiver')).data)
  checks.check('it shows no secret', !text.includes(secret))
}

/** `svc-sandbox listen` with its options. */
export async function listening(checks: Checks): Promise<void> {
  checks.begin('Listen')
  const sandbox = await Sandbox.start()
  await sandbox.control('POST', '/clock', { frozen: true })
  await sandbox.campaigns(1)
  const seen: { headers: Record<string, unknown>; body: string }[] = []
  const server = createServer(TEST_TLS, async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ headers: request.headers, body })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const target = `https://localhost:${port}/hook`
  const command = sandbox.spawn(
    'listen',
    '--forward-to',
    target,
    '--skip-verify',
    '--header',
    'X-Tenant: blue',
  )
  await until(
    async () => command.output(),
    (text) => text.includes('signed with'),
  )
  const { event } = (await sandbox.control('POST', '/events', { type: 'mention.detected' })).data
  await until(
    async () => seen.length,
    (count) => count > 0,
  )
  command.stop()
  const secret = /whsec_\S+/.exec(command.output())?.[0] ?? ''
  const [first] = seen
  checks.equal(
    'it forwards to a receiver with a self-signed certificate',
    first?.headers['webhook-id'],
    event.id,
  )
  checks.equal('it adds headers', first?.headers['x-tenant'], 'blue')
  checks.check(
    'it signs with the printed secret',
    first !== undefined && isVerified({ ...first, headers: first.headers as never, at: 0 }, secret),
  )
  const strict = sandbox.spawn('listen', '--forward-to', target)
  await until(
    async () => strict.output(),
    (text) => text.includes('signed with'),
  )
  await sandbox.control('POST', '/events', { type: 'mention.detected' })
  const words = await until(
    async () => strict.output(),
    (text) => text.includes('certificate'),
  )
  strict.stop()
  checks.check(
    'without --skip-verify it refuses that certificate',
    words.includes('certificate'),
    words,
  )
  server.close()
  server.closeAllConnections()
  const receiver = await Receiver.start()
  const alerts = sandbox.spawn('listen', '--forward-to', receiver.url, '--alerts')
  await until(
    async () => alerts.output(),
    (text) => text.includes('signed with'),
  )
  const [campaign] = (await sandbox.api('GET', '/campaigns')).data
  await sandbox.api('POST', '/alerts', {
    name: 'Any',
    event: 'campaign.completed',
    campaign_id: campaign.id,
  })
  await sandbox.control('POST', '/events', { type: 'ranking.changed' })
  const wanted = (await sandbox.control('POST', '/events', { type: 'campaign.completed' })).data
  await until(
    async () => receiver.ids,
    (ids) => ids.length > 0,
  )
  alerts.stop()
  checks.equal('--alerts forwards only what an alert lets through', receiver.ids, [wanted.event.id])
  receiver.stop()
  await sandbox.stop()
}
