import { expect, it } from 'vitest'
import { captured } from '../../../test/support/captured.ts'
import { temporaryFile } from '../../../test/support/temporary.ts'
import { silentLog } from '../../log.ts'
import { createClock } from '../../time/clock.ts'
import { Cassette, type CassetteParts } from './cassette.ts'

const PARTS: CassetteParts = {
  clock: createClock(),
  log: silentLog,
  operationOf: (method, path) =>
    method !== 'OPTIONS' && /^\/(campaigns|auth\/me|export\/csv)/.test(path)
      ? { id: path, path }
      : undefined,
}
const API = 'https://api.example.com/v1'
type Given = Parameters<typeof captured>[0]

/** An entry as browsers write it; `request` and `response` replace members. */
function entry(request: object, response: object = {}): object {
  return {
    startedDateTime: '2026-01-15T09:30:00.000Z',
    time: 5,
    request: {
      method: 'GET',
      url: `${API}/campaigns`,
      headers: [],
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
      ...request,
    },
    response: {
      status: 200,
      statusText: '',
      headers: [],
      cookies: [],
      content: { size: 8, mimeType: 'application/json', text: '{"n":1}' },
      redirectURL: '',
      ...response,
    },
    cache: {},
    timings: {},
  }
}

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64')
const content = (text: string, more: object = {}) => ({
  content: { size: text.length, mimeType: 'application/json', text, ...more },
})

it.each<[string, object[], Given, string]>([
  [
    'Chrome: HTTP/2 pseudo headers, members with an underscore, other entries',
    [
      {
        ...entry(
          { url: 'https://app.example.com/campaigns' },
          content('<html>', { mimeType: 'text/html' }),
        ),
        _resourceType: 'document',
      },
      entry(
        {
          httpVersion: 'h2',
          headers: [
            { name: ':method', value: 'GET' },
            { name: ':path', value: '/v1/campaigns' },
          ],
        },
        {
          headers: [
            { name: ':status', value: '200' },
            { name: 'set-cookie', value: 'a=1\nb=2' },
          ],
          ...content('{"from":"api"}'),
        },
      ),
      entry({ url: 'data:image/png;base64,AAAA' }),
      entry(
        {},
        { status: 0, _error: 'net::ERR_ABORTED', content: { size: 0, mimeType: 'x-unknown' } },
      ),
    ],
    {},
    '{"from":"api"}',
  ],
  [
    'Chrome: body in base64',
    [entry({}, content(base64('{"caf\u00e9":1}'), { encoding: 'base64' }))],
    {},
    '{"caf\u00e9":1}',
  ],
  [
    'Firefox: postData null, form in params, no sizes',
    [
      entry({
        method: 'POST',
        bodySize: undefined,
        headersSize: undefined,
        postData: {
          mimeType: 'application/x-www-form-urlencoded',
          params: [
            { name: 'b', value: '2 3' },
            { name: 'a', value: '1' },
          ],
        },
      }),
      entry({ postData: null }, content('{"n":2}')),
    ],
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'a=1&b=2+3',
    },
    '{"n":1}',
  ],
  [
    'Safari: no lists, no cookies, a body without text that was sent',
    [
      entry(
        {
          method: 'POST',
          headers: undefined,
          queryString: undefined,
          cookies: null,
          bodySize: 17,
          postData: { mimeType: 'application/json' },
        },
        { headers: undefined, cookies: undefined, statusText: undefined, ...content('{"n":3}') },
      ),
    ],
    { method: 'POST', body: { whatever: true } },
    '{"n":3}',
  ],
  [
    'Charles: a byte order mark, and compressed headers of a decoded body',
    [
      entry(
        {},
        {
          headers: [
            { name: 'Content-Encoding', value: 'gzip' },
            { name: 'Content-Length', value: '999' },
          ],
          ...content('{"n":4}'),
        },
      ),
    ],
    {},
    '{"n":4}',
  ],
  [
    'a cache: 304 is for clients that have one',
    [entry({}, { status: 304, content: { size: 0, mimeType: '' } }), entry({}, content('{"n":5}'))],
    {},
    '{"n":5}',
  ],
  [
    'a page with the path of the API: its own recording is not the answer',
    [
      entry(
        { url: 'https://app.example.com/base/campaigns' },
        content('<html>', { mimeType: 'text/html' }),
      ),
      entry({}, content('{"n":6}')),
    ],
    {},
    '{"n":6}',
  ],
  [
    'HEAD after GET: HEAD gets the answer to HEAD',
    [
      entry({}, content('{"n":7}')),
      entry({ method: 'HEAD' }, { content: { size: 0, mimeType: '', text: '' } }),
    ],
    { method: 'HEAD' },
    '',
  ],
  [
    'a parameter that was hidden, and one that is the same',
    [
      entry({ url: `${API}/campaigns?q=%3Credacted%3A1%3E` }, content('{"n":8}')),
      entry({ url: `${API}/campaigns?q=shop` }, content('{"n":9}')),
    ],
    { path: '/campaigns?q=shop' },
    '{"n":9}',
  ],
])('replays the export of %s', async (_, entries, given, body) => {
  const cassette = await opened({ log: { version: '1.2', creator: {}, entries } })

  const answer = answerTo(cassette, given)
  expect(Buffer.from(answer?.body ?? []).toString()).toBe(body)
  const names = answer?.headers.map(([name]) => name.toLowerCase()) ?? []
  expect(names.filter((name) => /^:|^content-(encoding|length)$/.test(name))).toEqual([])
})

it('replays bytes as they were, and several cookies as several headers', async () => {
  const bytes = Buffer.from([0, 255, 128, 13, 10])
  const file = entry(
    { url: 'https://api.example.com/files/a.bin' },
    {
      headers: [
        { name: 'Set-Cookie', value: 'theme=; Path=/\nsid=one-secret-1' },
        { name: 'Broken', value: 'x\u0000y' },
      ],
      ...content(base64(bytes), { encoding: 'base64', mimeType: 'application/octet-stream' }),
    },
  )
  const cassette = await opened({ log: { entries: [file] } })

  const answer = answerTo(cassette, { outside: '/files/a.bin' })
  expect(Buffer.from(answer?.body ?? []).equals(bytes)).toBe(true)
  expect(answer?.headers).toEqual([
    ['Set-Cookie', 'theme=; Path=/'],
    ['Set-Cookie', expect.stringMatching(/^sid=recorded-/)],
  ])
})

it('gives keys of an export to no other caller', async () => {
  const request = { headers: [{ name: 'authorization', value: 'Bearer svc_test_exported' }] }
  const cassette = await opened({
    log: { entries: [entry(request, content('{"key":"svc_test_exported"}'))] },
  })

  const answer = answerTo(cassette, { headers: { Authorization: 'Bearer svc_test_mine' } })
  expect(Buffer.from(answer?.body ?? []).toString()).toBe('{"key":"svc_test_mine"}')
})

it('gives a token of an export that is known as one only later to no other caller', async () => {
  const request = {
    url: `${API}/auth/me`,
    headers: [{ name: 'authorization', value: 'Bearer opaque-value-7' }],
  }
  const entries = [entry({}, content('{"reference":"opaque-value-7"}')), entry(request)]
  const cassette = await opened({ log: { entries } })

  const answer = answerTo(cassette, {})
  expect(Buffer.from(answer?.body ?? []).toString()).toMatch(/^{"reference":"recorded-/)
})

const JSON_TYPE = { mimeType: 'application/json' }
const LENGTH = [{ name: 'content-length', value: '12' }]

/** Responses whose body no one knows, and the reason that is given. */
const UNKNOWN: [string, object, RegExp][] = [
  ['Playwright, minimal and omit', { content: { size: -1, ...JSON_TYPE } }, /its body was not/],
  ['no size', { content: JSON_TYPE }, /its body was not recorded. Export the HAR with/],
  ['Safari: null', { content: { size: null, text: null, ...JSON_TYPE } }, /its body was not/],
  ['no text of a size', { content: { size: 12, text: '', ...JSON_TYPE } }, /its body was not/],
  ['no content', { content: undefined }, /its body was not/],
  ['content that is empty', { content: {} }, /its body was not/],
  ['size 0 and bytes', { bodySize: 12, content: { size: 0, ...JSON_TYPE } }, /its body was not/],
  ['size 0 and a length', { headers: LENGTH, content: { size: 0 } }, /its body was not/],
  ['text without letters, and a length', { headers: LENGTH, ...content('') }, /its body was not/],
  [
    'Firefox, bodies left out',
    { content: { size: 12, comment: 'Bodies are not included.', ...JSON_TYPE } },
    /its body was not recorded \(Bodies are not included\.\)/,
  ],
  ['another encoding', content('H4sIAAAA', { encoding: 'gzip' }), /its encoding gzip is unknown/],
  ['a request that was blocked', { status: 0, content: { size: -1 } }, /it has no response/],
  ['an upgrade', { status: 101, content: { size: -1 } }, /it has no response/],
  ['a cache without its body', { status: 304, content: { size: -1 } }, /client that has the body/],
  ['a cache', { status: 304, ...content('{"n":1}') }, /client that has the body/],
]

it.each(UNKNOWN)(
  'does not replay, says why, and prefers a later recording: %s',
  async (_, response, reason) => {
    const alone = await opened({ log: { entries: [entry({}, response)] } })
    const entries = [entry({}, response), entry({}, content('{"later":1}'))]
    const both = await opened({ log: { entries } })

    const replay = alone.replay({ ...captured(), origin: 'http://localhost' })
    const answers = [answerTo(both, {}), answerTo(both, {})]

    expect('unmatched' in replay && replay.unmatched.message).toMatch(reason)
    expect(answers.map((answer) => Buffer.from(answer?.body ?? []).toString())).toEqual([
      '{"later":1}',
      '{"later":1}',
    ])
  },
)

it('says so for an entry without a response, too', async () => {
  const aborted = { ...entry({}), response: undefined }
  const cassette = await opened({ log: { entries: [aborted, { ...aborted, response: null }] } })

  const replay = cassette.replay({ ...captured(), origin: 'http://localhost' })

  expect('unmatched' in replay && replay.unmatched.message).toMatch(/it has no response/)
})

it.each<[string, object, string]>([
  ['size 0', { content: { size: 0, mimeType: 'x-unknown' }, bodySize: 0 }, ''],
  ['an empty text of a size that is not known', content('', { size: -1 }), ''],
  ['an empty text, compressed', { bodySize: 20, ...content('') }, ''],
  ['a text in base64, by another name', content('e30=', { encoding: 'Base64' }), '{}'],
  ['a text that names its character set', content('{"n":1}', { encoding: 'utf-8' }), '{"n":1}'],
  ['204', { status: 204, content: { size: -1 } }, ''],
  ['a redirect', { status: 302, redirectURL: '/b', content: { size: -1 } }, ''],
])('replays a body that is known: %s', async (_, response, body) => {
  const cassette = await opened({ log: { entries: [entry({}, response)] } })

  const answer = answerTo(cassette, {})

  expect(answer && Buffer.from(answer.body).toString()).toBe(body)
})

it('replays a 304 to a client that has the body', async () => {
  const cached = entry({}, { status: 304, content: { size: -1 } })
  const cassette = await opened({ log: { entries: [cached] } })

  const answer = answerTo(cassette, { headers: { 'If-None-Match': '"1"' } })

  expect(answer?.status).toBe(304)
})

const JSON_HEADER = [{ name: 'content-type', value: 'application/json' }]
const FORM = 'application/x-www-form-urlencoded'

it.each<[string, object]>([
  ['Playwright, minimal: no postData, no sizes', { bodySize: -1, headers: JSON_HEADER }],
  ['a size only', { bodySize: 11 }],
  ['Playwright, omit: a text that was left out', postData({ text: '', params: [] }, -1)],
  ['Playwright, omit, and a size', postData({ text: '', params: [] }, 11)],
  ['null in place of the text', postData({ text: null }, -1)],
  ['postData that is null', { postData: null, bodySize: -1 }],
  ['a length in the headers', { bodySize: 0, headers: LENGTH }],
  [
    'the fields of an upload, without its bytes',
    postData(
      { mimeType: 'multipart/form-data', params: [{ name: 'file', fileName: 'a.csv' }] },
      -1,
    ),
  ],
])('takes a recorded request for any body if its own is not known: %s', async (_, request) => {
  const cassette = await opened({ log: { entries: [entry({ method: 'POST', ...request })] } })

  const answer = answerTo(cassette, { method: 'POST', body: { name: 'a' } })

  expect(answer && Buffer.from(answer.body).toString()).toBe('{"n":1}')
})

it.each<[string, object, Given]>([
  ['no body', { bodySize: 0 }, { body: { name: 'a' } }],
  [
    'a length of 0',
    { bodySize: -1, headers: [{ name: 'Content-Length', value: '0' }] },
    { body: {} },
  ],
  ['another body', postData({ text: '{"name":"b"}' }, -1), { body: { name: 'a' } }],
  [
    'the fields of another form',
    postData({ mimeType: FORM, text: '', params: [{ name: 'a', value: '1' }] }, -1),
    { headers: { 'Content-Type': FORM }, body: 'a=2' },
  ],
])(
  'does not take a recorded request with a known body for another: %s',
  async (_, request, given) => {
    const cassette = await opened({ log: { entries: [entry({ method: 'POST', ...request })] } })

    expect(answerTo(cassette, { method: 'POST', ...given })).toBeUndefined()
  },
)

it('prefers the recording of the same body to an earlier one whose body is not known', async () => {
  const unknown = entry({ method: 'POST', bodySize: -1 }, content('{"of":"unknown"}'))
  const same = entry({ method: 'POST', ...postData({ text: '{"name":"a"}' }, -1) })
  const cassette = await opened({ log: { entries: [unknown, same] } })

  const answers = [{ name: 'a' }, { name: 'b' }].map((body) =>
    answerTo(cassette, { method: 'POST', body }),
  )

  expect(answers.map((answer) => Buffer.from(answer?.body ?? []).toString())).toEqual([
    '{"n":1}',
    '{"of":"unknown"}',
  ])
})

function postData(given: object, bodySize: number) {
  return { bodySize, postData: { mimeType: 'application/json', ...given } }
}

it.each<[string, string, RegExp]>([
  ['no JSON', '<html>', /is not JSON \(.*\)\. Give a file/],
  ['JSON without a log', '[1]', /has no member "log"/],
  ['no entries', '{"log":{}}', /has no list "log.entries"/],
  ['a number as an entry', '{"log":{"entries":[1]}}', /has no object log\.entries\[0\]/],
  [
    'a number as a URL',
    JSON.stringify({ log: { entries: [entry({ url: 1 })] } }),
    /has no text log\.entries\[0\]\.request\.url/,
  ],
  [
    'attached bodies',
    JSON.stringify({ log: { entries: [entry({}, { content: { size: 1, _file: 'a.json' } })] } }),
    /content: 'embed'/,
  ],
  ['an archive', 'PK\u0003\u0004', /is a ZIP file/],
  [
    'nesting',
    `{"log":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
    /nested too deeply|has no member/,
  ],
  [
    'an entry of nesting',
    `{"log":{"entries":[{"request":${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}}]}}`,
    /nested too deeply/,
  ],
  [
    'too many entries',
    `{"log":{"entries":[${'1,'.repeat(20_001)}1]}}`,
    /has 20002 entries; 20000 are possible/,
  ],
])('refuses a file with %s, and names it', async (_, text, message) => {
  const file = temporaryFile('strange.har', text)

  const opening = Cassette.open(file, 'replay', PARTS)
  await expect(opening).rejects.toThrow(message)
  await expect(opening).rejects.toMatchObject({
    name: 'ConfigError',
    message: expect.stringContaining(file),
  })
})

it.each<[string, (n: number) => string]>([
  ['quotes', (n) => '"\\'.repeat(n)],
  ['brackets', (n) => '{"a":['.repeat(n)],
  ['equals', (n) => 'a='.repeat(n)],
  ['angles', (n) => '<a '.repeat(n)],
  ['spaces', (n) => `token:${' '.repeat(n)}`],
  ['begins', (n) => '-----BEGIN A-----'.repeat(n / 10)],
  ['escapes', (n) => '%3C%25'.repeat(n / 4)],
  ['schemes', (n) => 'a://b@'.repeat(n / 4)],
  ['base64', (n) => 'QUFB'.repeat(n / 2)],
  ['bearers', (n) => 'Bearer '.repeat(n / 4)],
  ['letters', (n) => 'a'.repeat(n)],
])('reads a hostile body of %s in time', async (_, make) => {
  const text = make(100_000)
  const types = ['application/json', 'text/html', 'text/csv', 'application/x-www-form-urlencoded']
  const entries = types.map((mimeType) =>
    entry(
      { url: `${API}/campaigns?q=${encodeURIComponent(text.slice(0, 5000))}` },
      content(text, { mimeType }),
    ),
  )

  const from = performance.now()
  await opened({ log: { entries } })
  expect(performance.now() - from).toBeLessThan(3000)
})

async function opened(har: object): Promise<Cassette> {
  return Cassette.open(temporaryFile('export.har', `\ufeff${JSON.stringify(har)}`), 'replay', PARTS)
}

function answerTo(cassette: Cassette, given: Given) {
  const replay = cassette.replay({ ...captured(given), origin: 'http://localhost:4020' })
  return 'answer' in replay ? replay.answer : undefined
}
