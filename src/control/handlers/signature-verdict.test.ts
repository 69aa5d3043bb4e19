import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  received,
  SECRET,
  send,
  signed,
  subscribe,
  subscribed,
} from '../../../test/support/own-receiver.ts'
import { startSandbox } from '../../../test/support/sandbox.ts'

describe('the verdict on a signature', () => {
  const BODY = '{"type":"ranking.changed","data":{}}'

  it.each([
    ['valid', 'of the webhook', signed(BODY, SECRET)],
    ['valid', 'of the webhook', signed(BODY, SECRET, 240)],
    ['invalid', 'which point here', signed(BODY, 'another secret of some length')],
    ['invalid', 'which point here', signed(`${BODY} `, SECRET)],
    ['invalid', 'seconds ago; receivers allow 300', signed(BODY, SECRET, 400)],
    ['invalid', 'seconds ahead; receivers allow 300', signed(BODY, SECRET, -400)],
    ['invalid', 'found noon', { ...signed(BODY, SECRET), 'webhook-timestamp': 'noon' }],
    ['missing', 'no header webhook-id, webhook-timestamp, webhook-signature', {}],
    [
      'missing',
      'no header webhook-signature.',
      { ...signed(BODY, SECRET), 'webhook-signature': '' },
    ],
    ['unknown', 'begins with v1,', { ...signed(BODY, SECRET), 'webhook-signature': 'v1a,AAAA' }],
  ] as const)('is %s, since %s', async (signature, reason, headers) => {
    const { sandbox, url } = await subscribed()

    await send(url, BODY, headers)

    const [reception] = await received(sandbox)
    expect(reception).toMatchObject({ signature, reason: expect.stringContaining(reason) })
  })

  it('is unknown if no webhook points here', async () => {
    const sandbox = await startSandbox()
    await subscribe(sandbox, 'https://example.com/hook', { secret: SECRET })

    await send((await sandbox.receiver.get()).url, BODY, signed(BODY, SECRET))

    expect(await received(sandbox)).toMatchObject([{ signature: 'unknown' }])
  })

  it('is unknown for a body that is too large to verify', async () => {
    const { sandbox, url } = await subscribed()
    const large = JSON.stringify({ type: 'ranking.changed', text: 'a'.repeat(65_536) })

    await send(url, large, signed(large, SECRET))

    const [reception] = await received(sandbox)
    expect(reception).toMatchObject({
      signature: 'unknown',
      reason: expect.stringContaining('only bodies of up to 65536 are verified'),
      signature_details: null,
      type: null,
    })
  })

  it('accepts the earlier secret of a webhook while it still signs', async () => {
    const { sandbox, url, webhook } = await subscribed()
    const change = { secret: 'its next secret, some characters long' }
    await sandbox.api.put(`/webhooks/${webhook.id}`, { body: change })

    await send(url, BODY, signed(BODY, SECRET))
    await sandbox.clock.advance('8d')
    await send(url, BODY, signed(BODY, SECRET))

    const bySender = (await sandbox.receiver.get()).received.filter(
      (each) => each.event_id === 'evt_1',
    )
    expect(bySender.map(({ signature }) => signature)).toEqual(['invalid', 'valid'])
  })
})

describe('the details of a signature', () => {
  const BODY = '{"type":"ranking.changed","data":{"keyword":"caf\u00e9"}}'
  const WHSEC = 'whsec_c2l4dGVlbiBieXRlcyBvciBtb3JlIG9mIGtleQ=='

  /** The details of a request with these headers, and its sandbox. */
  async function detailsOf(headers: Record<string, string>, secret = SECRET, body = BODY) {
    const own = await subscribed({ secret })
    await send(own.url, body, headers)
    const [reception] = await received(own.sandbox)
    return { ...own, reception, details: reception?.signature_details }
  }

  it('show the received and the accepted signatures of a valid request, by their secrets', async () => {
    const headers = signed(BODY, SECRET)

    const { details, webhook } = await detailsOf(headers)

    expect(details).toEqual({
      received: headers['webhook-signature'],
      expected: [
        {
          secret: `the secret of the webhook ${webhook.id}`,
          hint: '…ters',
          signature: headers['webhook-signature'],
        },
        {
          secret: 'the secret of the listeners of the account',
          hint: expect.stringMatching(/^whsec_….{4}$/),
          signature: expect.stringMatching(/^v1,/),
        },
      ],
      content: null,
      signed_content: null,
      cause: null,
    })
  })

  it('never contain a whole secret', async () => {
    const { sandbox } = await detailsOf(signed('other', WHSEC), WHSEC)
    const short = await detailsOf(signed('other', 'sixteen letters!'), 'sixteen letters!')

    const text = JSON.stringify(await sandbox.receiver.get())
    expect(text).not.toContain(WHSEC.slice(6, 20))
    expect(short.details?.expected[0]?.hint).toBe('…')
  })

  it.each([
    ['written again', JSON.stringify(JSON.parse(BODY), null, 2), 'an indent of 2'],
    [
      'written by Python',
      '{"type": "ranking.changed", "data": {"keyword": "caf\\u00e9"}}',
      'in ASCII',
    ],
    ['with a line break', `${BODY}\n`, 'a line break at its end'],
    ['left out', '', 'the body was left out'],
    ['made text by JavaScript', '[object Object]', '[object Object]'],
  ])('show the content that was signed when the body was %s', async (_, signedBody, cause) => {
    const headers = signed(signedBody, SECRET)

    const { details } = await detailsOf(headers)

    const before = `evt_1.${headers['webhook-timestamp']}.`
    expect(details).toMatchObject({
      content: before + BODY,
      signed_content: before + signedBody,
      cause: expect.stringContaining(cause),
    })
  })

  /** A request that is signed with this key, content and form. */
  function signedBy(
    key: string | Buffer,
    content: (at: string) => string = (at) => `evt_1.${at}.${BODY}`,
    encoding: 'base64' | 'hex' | 'base64url' = 'base64',
    algorithm = 'sha256',
  ) {
    const at = String(Math.floor(Date.now() / 1000))
    const digest = createHmac(algorithm, key).update(content(at)).digest(encoding)
    return { 'webhook-id': 'evt_1', 'webhook-timestamp': at, 'webhook-signature': `v1,${digest}` }
  }
  const KEY = Buffer.from(WHSEC.slice(6), 'base64')

  it.each([
    ['text of the secret', signedBy(WHSEC)],
    ['text after whsec_', signedBy(WHSEC.slice(6))],
    ['ends with a line break', signedBy(`${WHSEC}\n`)],
    ['in hexadecimal', signedBy(KEY, undefined, 'hex')],
    ['base64url', signedBy(KEY, (at) => `evt_1.${at}.${BODY}`, 'base64url')],
    ['HMAC with SHA512', signedBy(KEY, undefined, 'base64', 'sha512')],
    ['the body alone', signedBy(KEY, () => BODY)],
    ['the id was left out', signedBy(KEY, (at) => `${at}.${BODY}`)],
    ['the timestamp was left out', signedBy(KEY, () => `evt_1.${BODY}`)],
    ['were swapped', signedBy(KEY, (at) => `${at}.evt_1.${BODY}`)],
    ['No common mistake', signedBy('something else')],
  ])('name the mistake: %s', async (cause, headers) => {
    const { reception } = await detailsOf(headers, WHSEC)

    expect(reception).toMatchObject({
      signature: 'invalid',
      signature_details: { cause: expect.stringContaining(cause) },
    })
  })

  it('name a signature without its version', async () => {
    const headers = signed(BODY, SECRET)
    const bare = String(headers['webhook-signature']).slice(3)

    const { reception } = await detailsOf({ ...headers, 'webhook-signature': bare })

    expect(reception).toMatchObject({ signature: 'unknown' })
    expect(reception?.signature_details?.cause).toContain('must begin with v1,')
  })

  it.each([
    [400, 'too old'],
    [-400, 'in the future'],
  ])('name a timestamp that is off by %i seconds', async (secondsAgo, cause) => {
    const { details } = await detailsOf(signed(BODY, SECRET, secondsAgo))

    expect(details?.cause).toContain(cause)
  })

  it('name another webhook and an expired secret', async () => {
    const { sandbox, url, webhook } = await subscribed()
    const other = await subscribe(sandbox, 'https://example.com/hook', { secret: WHSEC })
    await sandbox.api.put(`/webhooks/${webhook.id}`, { body: { rotate_secret: true } })
    await sandbox.clock.advance('2d')
    await sandbox.receiver.clear()

    await send(url, BODY, signedBy(KEY))
    await send(url, BODY, signed(BODY, SECRET))

    const causes = (await received(sandbox, 2)).map((each) => each.signature_details?.cause)
    expect(causes).toEqual([
      expect.stringMatching(`replaced secret of the webhook ${webhook.id}, which expired at 2026-`),
      expect.stringContaining(`webhook ${other.id}, which sends to another address`),
    ])
  })

  it('take no time for long bodies', async () => {
    const { details } = await detailsOf(signed('x', SECRET), SECRET, 'x'.repeat(20_000))

    expect(details?.cause).toContain('too long')
    expect(details?.content).toHaveLength(20_000 + 'evt_1.1700000000.'.length)
  })
})
