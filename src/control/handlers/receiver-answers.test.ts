import { describe, expect, it } from 'vitest'
import { controlOf } from '../../../test/support/control.ts'
import { send } from '../../../test/support/own-receiver.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

describe('the responses', () => {
  it('come in order, and the last one stays', async () => {
    const sandbox = await startSandbox()
    const { url, answer } = await sandbox.receiver.set({
      sequence: [
        { status: 500, count: 2 },
        { connection: 'reset' },
        { status: 429, headers: { 'Retry-After': '60' }, body: 'slow down' },
        {},
      ],
    })

    const seen = []
    for (let number = 1; number <= 6; number++) {
      const response = await send(url, '{}').catch((error) => error.code)
      seen.push(typeof response === 'string' ? response : response.status)
      if (response.status === 429) {
        expect(response.headers['retry-after']).toBe('60')
        expect(response.text).toBe('slow down')
      }
    }

    expect(answer).toEqual({ status: 500, delay_ms: 0, count: 2 })
    expect(seen).toEqual([500, 500, 'ECONNRESET', 429, 204, 204])
    const { sequence, received: all } = await sandbox.receiver.get()
    expect(sequence).toEqual([{ status: 204, delay_ms: 0 }])
    expect(all.map((each) => each.answered_status)).toEqual([204, 204, 429, null, 500, 500])
    expect(all[3]?.answer).toEqual({ status: 204, delay_ms: 0, connection: 'reset' })
  })

  it('can be cut off, close the connection, or never come', async () => {
    const sandbox = await startSandbox()
    const { url } = await sandbox.receiver.set({
      sequence: [
        { connection: 'truncated', body: 'twelve chars' },
        { connection: 'empty' },
        { connection: 'hang' },
      ],
    })

    const cut = await fetch(url, { method: 'POST' })
    const begun = await (cut.body as ReadableStream<Uint8Array>).getReader().read()
    const text = await cut.text().catch(() => 'no end')
    const empty = await send(url, '{}').catch((error) => error.message)
    const stop = new AbortController()
    const hung = fetch(url, { method: 'POST', signal: stop.signal }).catch(({ name }) => name)
    const answered = async () =>
      (await sandbox.receiver.get()).received.map((each) => each.answered_status)

    expect([cut.status, Buffer.from(begun.value ?? []).toString(), text]).toEqual([
      200,
      'twelve',
      'no end',
    ])
    expect(empty).toContain('socket hang up')
    await expect.poll(answered).toEqual([null, null, 200])
    stop.abort()
    expect(await hung).toBe('AbortError')
  })

  it('run no script in a browser, and keep the headers of the origin', async () => {
    const sandbox = await startSandbox()
    const { url } = await sandbox.receiver.set({
      body: '<script>alert(1)</script>',
      headers: { 'content-type': 'text/html' },
    })

    const response = await send(url, '{}')

    expect(response.status).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    [{ headers: { 'Set-Cookie': 'a=1' } }, 'found "Set-Cookie"'],
    [{ headers: { 'Content-Length': '7' } }, 'found "Content-Length"'],
    [{ headers: { 'X-Accel-Redirect': '/internal/secret' } }, 'found "X-Accel-Redirect"'],
    [{ headers: { 'x-accel-buffering': 'yes' } }, 'found "x-accel-buffering"'],
    [{ headers: { 'X-Sendfile': '/etc/passwd' } }, 'found "X-Sendfile"'],
    [{ headers: { 'X-LIGHTTPD-send-file': '/etc/passwd' } }, 'found "X-LIGHTTPD-send-file"'],
    [{ headers: { 'X-Reproxy-URL': 'http://10.0.0.1/' } }, 'found "X-Reproxy-URL"'],
    [{ headers: { 'X-Content-Type-Options': 'sniff' } }, 'found "X-Content-Type-Options"'],
    [{ headers: { 'Strict-Transport-Security': 'max-age=1' } }, 'found "Strict-Transport'],
    [{ headers: { 'Transfer-Encoding': 'chunked' } }, 'found "Transfer-Encoding"'],
    [{ headers: { Location: 'https://example.com/' } }, 'found "Location"'],
    [{ headers: { 'Retry-After ': '1' } }, 'found "Retry-After "'],
    [{ headers: { Server: 'one\r\nSet-Cookie: a=1' } }, 'printable ASCII'],
    [{ status: 204, body: 'text' }, 'one that allows a body'],
    [{ status: 500, sequence: [{}] }, 'must be inside the sequence'],
    [{ sequence: [] }, 'at least one'],
    [{ sequence: [{ connection: 'slow' }] }, 'reset, empty, hang'],
    [{ sequence: [{}, { headers: { Via: 'x' } }] }, 'sequence/1/headers'],
  ])('refuse %j', async (body, message) => {
    const response = await controlOf(await startSandbox()).put('/receiver', { body })

    expect(response.status).toBe(400)
    expect(JSON.stringify(response.body.error)).toContain(message.replaceAll('"', '\\"'))
  })

  it('keep status and delay of the simple form, and nothing else', async () => {
    const sandbox = await startSandbox()

    await sandbox.receiver.set({
      status: 503,
      headers: { 'Retry-After': '1' },
      connection: 'reset',
    })
    const { answer } = await sandbox.receiver.set({ delay_ms: 5 })

    expect(answer).toEqual({ status: 503, delay_ms: 5 })
  })
})
