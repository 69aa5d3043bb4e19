import { expect, it } from 'vitest'
import { commandsAt, outputOf } from '../../../test/support/processes/commands.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'
import { scriptReceiver, showReceiver } from './receiver.ts'

async function start() {
  const sandbox = await startSandbox()
  const { url } = await sandbox.receiver.get()
  return { sandbox, url, flags: { url: sandbox.url } }
}

const post = (url: string, body: string, headers = {}) =>
  fetch(url, { method: 'POST', body, headers }).then(({ status }) => status)

it('scripts the responses, in short and as JSON', async () => {
  const { sandbox, url, flags } = await start()
  const script = ['500,count=2', 'reset', '429,retry-after=60', '{"status":200,"body":"seen"}']

  const { stdout } = await outputOf(() => scriptReceiver(script, flags))
  const status = await post(url, '{}')

  expect(stdout).toBe(
    'Responds with 500 2 times, then reset, then 429 retry-after: 60, then 200 from then on.\n',
  )
  expect(status).toBe(500)
  expect((await sandbox.receiver.get()).sequence).toEqual([
    { status: 500, delay_ms: 0 },
    { status: 204, delay_ms: 0, connection: 'reset' },
    { status: 429, delay_ms: 0, headers: { 'retry-after': '60' } },
    { status: 200, delay_ms: 0, body: 'seen' },
  ])
})

it('shows the receiver, one request in full, and what was signed wrongly', async () => {
  const { url, flags } = await start()
  await post(url, '{"type":"ranking.changed"}', {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': 'v1,AAAA',
  })

  const all = await outputOf(() => showReceiver(undefined, flags))
  const one = await outputOf(() => showReceiver('rec_1', flags))
  const none = await outputOf(() => showReceiver('rec_9', flags))

  expect(all.stdout).toContain(`${url}\nResponds with 204.\n`)
  expect(all.stdout).toMatch(
    /rec_1 {4}09:30:00 {2}ranking\.changed {5}signature unknown {2}→ 204 {2}evt_1\n$/,
  )
  expect(one.stdout).toContain('received signature  v1,AAAA\n')
  expect(one.stdout).toMatch(/expected signature {2}v1,\S{44} {2}\(the secret of the listeners/)
  expect(one.stdout).toMatch(/content to sign {5}evt_1\.\d+\.\{"type":"ranking\.changed"\}/)
  expect(one.stdout).toContain('webhook-signature: …')
  expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('no request rec_9') })
})

it('clears the requests and the responses', async () => {
  const { sandbox, url } = await start()
  await sandbox.receiver.set({ status: 500 })
  await post(url, '{}')

  const { stdout } = await commandsAt(sandbox.url)('receiver clear')

  expect(stdout).toContain('responds with 204')
  expect(await sandbox.receiver.get()).toMatchObject({ received: [], answer: { status: 204 } })
})
