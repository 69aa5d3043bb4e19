import supertest from 'supertest'
import { describe, expect, it, onTestFinished } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import {
  attempted,
  received,
  send,
  subscribe,
  subscribed,
} from '../../../test/support/own-receiver.ts'
import { codeOf, startSandbox, type TestSandbox } from '../../../test/support/sandbox.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { createSandbox } from '../../sandbox.ts'

const STARTER = 'svc_test_starter'

describe('a delivery', () => {
  it('arrives at the receiver of the account, signed', async () => {
    const { sandbox, webhook } = await subscribed()

    const { event } = await sandbox.trigger('ranking.changed')
    const delivery = await attempted(sandbox)
    const [reception] = await received(sandbox)

    expect(reception).toMatchObject({
      event_id: event.id,
      type: 'ranking.changed',
      received_at: '2026-01-15T09:30:00.000Z',
      body: delivery?.body,
      truncated: false,
      signature: 'valid',
      reason: `Signed with the secret of the webhook ${webhook.id}.`,
      answered_status: 204,
    })
    expect(reception?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-signature': '…',
    })
    expect(delivery?.attempts).toMatchObject([{ status: 204, error: null }])
  })

  it('to one address is signed for listeners', async () => {
    const sandbox = await startSandbox()
    const { url } = await sandbox.receiver.get()

    const { attempt } = await sandbox.trigger('campaign.completed', { to: url })

    expect(attempt).toMatchObject({ status: 204, error: null })
    expect(await received(sandbox)).toMatchObject([
      { signature: 'valid', reason: expect.stringContaining('listeners') },
    ])
  })
})

describe('the stream of requests', () => {
  it('sends requests of the account as they arrive, and those that a reader missed', async () => {
    const sandbox = await startSandbox()
    const { url } = await sandbox.receiver.get()
    const other = await sandbox.receiver.get({ account: 'acc_starter' })
    await send(url, '1')
    const heard: string[] = []
    const stop = await sandbox.receiver.listen(({ body }) => heard.push(body))

    await send(url, '2')
    await send(other.url, '3')
    await send(url, '4')
    await expect.poll(() => heard).toEqual(['2', '4'])
    stop()
    const later = new AbortController()
    onTestFinished(() => later.abort())
    const stream = await fetch(url.replace(/[^/]+$/, 'stream'), {
      headers: { 'Last-Event-ID': 'rec_1' },
      signal: later.signal,
    })
    let text = ''
    for await (const chunk of stream.body as ReadableStream<Uint8Array>) {
      text += Buffer.from(chunk).toString()
      if (text.includes('rec_4')) break
    }

    expect(text).toContain('id: rec_2\nevent: request')
    expect(text).not.toContain('rec_1"')
  })
})

describe('the receiver', () => {
  it('records anything that is sent', async () => {
    const sandbox = await startSandbox()
    const { url } = await sandbox.receiver.get()

    const answers = [
      await send(url, '<event/>', { 'Content-Type': 'text/xml' }),
      await send(url, '{"type": 7, "broken', {}),
      await send(url, Buffer.from([0xff, 0x00]), { 'Content-Type': 'application/octet-stream' }),
      await supertest(url).post(''),
      await send(`${url}/`, '"text"'),
    ]

    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    const receptions = (await received(sandbox, 5)).reverse()
    expect(receptions.map(({ body }) => body)).toEqual([
      '<event/>',
      '{"type": 7, "broken',
      '\ufffd\u0000',
      '',
      '"text"',
    ])
    expect(receptions.every(({ type, event_id }) => type === null && event_id === null)).toBe(true)
  })

  it('is open to callers from anywhere, and redacts secrets', async () => {
    const sandbox = await startSandbox({ adminToken: 'let-me-in' })
    const { url } = await sandbox.receiver.get()

    const { status } = await send(url, '{}', {
      Origin: 'https://elsewhere.example',
      'X-Forwarded-For': '203.0.113.7',
      Authorization: 'Bearer svc_test_demo',
      'X-Note': 'with svc_test_demo in it',
    })

    expect(status).toBe(204)
    expect((await received(sandbox))[0]?.headers).toMatchObject({
      origin: 'https://elsewhere.example',
      authorization: 'Bearer …',
      'x-note': 'with svc_test_… in it',
    })
  })

  it('is not found under a wrong address', async () => {
    const sandbox = await startSandbox()
    const { url } = await sandbox.receiver.get()

    const response = await send(`${url}0`, '{}')
    const byAccount = await controlOf(sandbox).post('/receiver/acc_demo', { body: {} })

    expect([response.status, byAccount.status]).toEqual([404, 404])
    expect(codeOf(response)).toBe('not_found')
    expect(response.body.error.message).toContain('GET /_sandbox/receiver')
  })

  it.each([undefined, 'let-me-in'])(
    'accepts only POST, with the admin token %s',
    async (adminToken) => {
      const sandbox = await startSandbox(adminToken === undefined ? {} : { adminToken })
      const { url } = await sandbox.receiver.get()

      const responses = [
        await supertest(url).get(''),
        await supertest(url).put('').send({}),
        await supertest(url).options(''),
      ]

      expect(responses.map(({ status }) => status)).toEqual([405, 405, 405])
      expect(responses.map(({ headers }) => headers.allow)).toEqual(['POST', 'POST', 'POST'])
    },
  )

  it('keeps the last 100 requests, and 64 kB of a body', async () => {
    const sandbox = await startSandbox()
    const { url } = await sandbox.receiver.get()
    const long = `${'x'.repeat(64 * 1024 - 1)}é and more`

    for (let number = 1; number <= 101; number++) await send(url, String(number))
    const before = (await sandbox.receiver.get()).received
    await send(url, long, { 'Content-Type': 'text/plain' })
    const tooLong = await send(url, 'x'.repeat(1024 * 1024 + 1))
    const [last, ...rest] = (await sandbox.receiver.get()).received

    expect(before.map(({ body }) => Number(body))).toEqual(
      Array.from({ length: 100 }, (_, index) => 101 - index),
    )
    expect(last).toMatchObject({ truncated: true, body: long.slice(0, 64 * 1024 - 1) })
    expect(rest).toHaveLength(99)
    expect(tooLong.status).toBe(413)
  })

  it('answers with its delay, and shows senders that did not wait', async () => {
    const sandbox = await startSandbox()
    const { url } = await sandbox.receiver.set({ delay_ms: 60_000 })

    const waiting = send(url, '{}')
    const hungUp = waiting.catch((error) => error)
    const read = async () => (await sandbox.receiver.get()).received
    await expect.poll(async () => (await read()).length).toBe(1)
    const [reception] = await read()
    waiting.abort()
    await sandbox.receiver.set({ delay_ms: 1 })
    const { status } = await send(url, '{}')

    expect(await hungUp).toMatchObject({ code: 'ABORTED' })
    expect(reception).toMatchObject({ answered_status: null })
    expect(status).toBe(204)
    expect((await read()).map((each) => each.answered_status)).toEqual([204, null])
  })

  it('is each account’s own', async () => {
    const sandbox = await startSandbox()
    const control = controlOf(sandbox)
    const [own, other] = [
      await sandbox.receiver.get(),
      await sandbox.receiver.get({ account: 'acc_starter' }),
    ]
    await sandbox.receiver.set({ status: 500 })

    const answers = [await send(own.url, '"own"'), await send(other.url, '"other"')]

    expect(own.url).not.toBe(other.url)
    expect(answers.map(({ status }) => status)).toEqual([500, 204])
    const seen = await control.get('/receiver', { token: STARTER })
    expect(seen.body.data.received).toMatchObject([{ body: '"other"' }])
    const foreign = await control.get('/receiver', {
      token: STARTER,
      query: { account: 'acc_demo' },
    })
    expect(foreign.status).toBe(403)
    await sandbox.receiver.clear({ account: 'acc_starter' })
    expect((await sandbox.receiver.get()).received).toMatchObject([{ body: '"own"' }])
  })

  it("has an address for webhooks, under the caller's name for the sandbox", async () => {
    const sandbox = await startSandbox()
    const hosted = await startSandbox({
      publicUrl: 'https://demo.example',
      adminToken: 'let-me-in',
    })

    const { body } = await supertest(`http://localhost:${sandbox.port}`).get('/_sandbox/receiver')
    const created = await subscribe(sandbox, body.data.url)

    const address = /^http:\/\/localhost:\d+\/_sandbox\/receiver\/rcv_[0-9a-f]{32}$/
    expect(body.data.url).toMatch(address)
    expect(created).toMatchObject({ url: body.data.url })
    const own = new URL((await sandbox.receiver.get()).url)
    expect([own.hostname, own.pathname]).toEqual(['127.0.0.1', new URL(body.data.url).pathname])
    expect((await hosted.receiver.get()).url).toMatch(
      /^https:\/\/demo\.example\/_sandbox\/receiver\/rcv_/,
    )
  })

  it('has the same address after a restart', async () => {
    const data = temporaryFolder()
    const start = () => createSandbox({ data, port: 0 })
    const first = await start()
    const { url } = await first.receiver.get()
    await first.close()
    const second = await start()
    onTestFinished(() => second.close())

    const { pathname } = new URL((await second.receiver.get()).url)

    expect(pathname).toBe(new URL(url).pathname)
  })
})

describe('received requests and the answer are forgotten', () => {
  it.each<[string, (sandbox: TestSandbox) => Promise<unknown>]>([
    ['on request', (sandbox) => sandbox.receiver.clear()],
    ['by a reset of the account', (sandbox) => sandbox.reset({ account: 'acc_demo' })],
    ['by a reset of everything', (sandbox) => sandbox.reset()],
    ['when a snapshot is restored', (sandbox) => sandbox.snapshots.restore('before')],
    [
      'when the account is removed and another made under its id',
      async (sandbox) => {
        await sandbox.accounts.delete('acc_demo')
        await sandbox.accounts.create({ id: 'acc_demo', fixture: 'empty' })
      },
    ],
  ])('%s', async (_when, act) => {
    const sandbox = await startSandbox()
    await sandbox.snapshots.save('before')
    const { url } = await sandbox.receiver.set({ status: 500 })
    await send(url, '{}')
    const of = { account: 'acc_demo' }
    expect((await sandbox.receiver.get(of)).received).toHaveLength(1)

    await act(sandbox)

    expect(await sandbox.receiver.get(of)).toMatchObject({
      answer: { status: 204, delay_ms: 0 },
      received: [],
    })
  })
})
