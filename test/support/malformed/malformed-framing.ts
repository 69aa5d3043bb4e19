import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Random } from '../random.ts'
import { broken, KEY, type Malformed, whole } from './malformed-bytes.ts'

const HEAD = `POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\nContent-Type: application/json\r\n`
const HIDDEN = `GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\n\r\n`
const CHUNKED = `${HIDDEN.length.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`
const BODY = '{"name":"x"}'

/** Two opinions of where a request ends: whatever a server makes of it, the hidden one is not answered. */
const SMUGGLED = [
  `${HEAD}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  `${HEAD}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${HIDDEN}0\r\n\r\n`,
  `${HEAD}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  `${HEAD}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  `${HEAD}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${HIDDEN}`,
  `${HEAD}X: y\r\n Transfer-Encoding: chunked\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `${HEAD}Content-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `${HEAD}Content-Length: +${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `${HEAD}Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `${HEAD}Content-Length: 0, ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `${HEAD}Transfer-Encoding: chunked, chunked\r\n\r\n${CHUNKED}`,
  `${HEAD}Transfer-Encoding:\tchunked\r\n\r\n${CHUNKED}`,
  `${HEAD}Transfer-Encoding:\r\n chunked\r\n\r\n${CHUNKED}`,
  `${HEAD.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\n\r\n${CHUNKED}`,
  `${HEAD}X: a\nContent-Length: 0\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `${HEAD}X: a\0b\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `${HEAD}Transfer-Encoding: chunked\r\n\r\n+5\r\nabcde\r\n0\r\n\r\n${HIDDEN}`,
  `${HEAD}Transfer-Encoding: chunked\r\n\r\n0\n\n${HIDDEN}`,
  `${HEAD}Transfer-Encoding: chunked\r\n\r\n2;a\n{}\r\n0\r\n\r\n${HIDDEN}`,
  `${HEAD}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff0\r\n\r\n${HIDDEN}`,
  `${HEAD}Expect: 100-continue\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `${HEAD}Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `${HEAD.replace('POST', 'GET')}Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
  `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n${HIDDEN}`,
]

/** Malformed chunks. */
const CHUNKS = [
  'zz\r\n',
  'ffffffffffffffffff\r\n',
  '5\r\nabcdefgh\r\n0\r\n\r\n',
  '5\nabcde\n0\n\n',
  `5;${'e'.repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`,
  `0\r\n${'T: t\r\n'.repeat(4000)}\r\n`,
  '\r\n\r\n',
]

const ZEROS = Buffer.alloc(8 * 1024 * 1024)
const COMPRESSED: [encoding: string, body: Buffer][] = [
  ['gzip', gzipSync(BODY)],
  ['gzip', gzipSync(BODY).subarray(0, 20)],
  ['gzip', gzipSync(ZEROS)],
  ['br', brotliCompressSync(ZEROS)],
  ['gzip, gzip', gzipSync(gzipSync(BODY))],
  ['zstd', Buffer.from(BODY)],
]

const MULTIPART = `--b\r\nContent-Disposition: form-data; name="__proto__"; filename="../../x"\r\n\r\n1\r\n--b--\r\n`

/** Outside the API and the control plane. */
const PAGES = [
  '/',
  '/docs',
  '/docs/%2e%2e/%2e%2e/package.json',
  '/client/main.js%00.css',
  '/..%2f..%2fetc%2fpasswd',
  '//docs',
  '/openapi.json?x=%zz',
  '/%ff',
]

const PAGE_HEADERS = [
  'If-None-Match: "x", W/"y"',
  'Range: bytes=9999999-,0-1',
  'Accept-Encoding: br;q=0, *;q=0',
  'Accept-Encoding: \xff',
  'Host: ',
]

export const FRAMING_KINDS: ((random: Random) => Malformed)[] = [
  smuggled,
  badChunks,
  compressed,
  multipart,
  upgraded,
  badPage,
  halfClosed,
  slow,
  deepQuery,
]

function smuggled(random: Random): Malformed {
  const text = random.pick(SMUGGLED)
  return {
    ...broken(Buffer.from(text, 'latin1'), true),
    method: 'POST',
    hides: true,
    halfClosed: true,
  }
}

function badChunks(random: Random): Malformed {
  const text = `${HEAD}Transfer-Encoding: chunked\r\n\r\n${random.pick(CHUNKS)}`
  return { ...broken(Buffer.from(text), true), method: 'POST', halfClosed: true }
}

function compressed(random: Random): Malformed {
  const [encoding, body] = random.pick(COMPRESSED)
  const headers = [KEY, 'Content-Type: application/json', `Content-Encoding: ${encoding}`]
  return whole('POST', '/api/campaigns', headers, body)
}

function multipart(random: Random): Malformed {
  const type = random.pick([
    'multipart/form-data; boundary=b',
    'multipart/mixed',
    'multipart/form-data; boundary=',
  ])
  return whole('POST', '/api/campaigns', [KEY, `Content-Type: ${type}`], Buffer.from(MULTIPART))
}

function upgraded(random: Random): Malformed {
  const headers = random.pick([
    [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: x',
      'Sec-WebSocket-Version: 13',
    ],
    ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAAA'],
    ['Expect: 100-continue'],
    ['Expect: 200-ok'],
    ['Trailer: Authorization'],
    ['Connection: keep-alive, close, \xff'],
    ['Proxy-Authorization: Basic AAAA', 'Via: 1.1 x', 'Max-Forwards: 0'],
  ])
  const method = random.pick(['GET', 'GET', 'TRACE', 'OPTIONS', 'QUERY', 'LINK', 'M-SEARCH'])
  const request = whole(method, random.pick(['/api/auth/me', '/api/campaigns']), [KEY, ...headers])
  // Node drops what comes in one piece with a request for an upgrade; who asks for one has to wait for the answer.
  const isLast = headers.some((header) => /^Connection: (Upgrade|.*close)/.test(header))
  return isLast ? { ...request, framed: false, halfClosed: true } : request
}

function badPage(random: Random): Malformed {
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT'])
  const request = whole(method, random.pick(PAGES), [random.pick(PAGE_HEADERS)])
  return { ...request, metered: false }
}

/** A sender that says at once that nothing more comes. */
function halfClosed(random: Random): Malformed {
  const request = whole(random.pick(['GET', 'DELETE']), '/api/campaigns/x', [KEY])
  return { ...request, framed: false, halfClosed: true }
}

function slow(random: Random): Malformed {
  const headers = [KEY, 'Content-Type: application/json']
  const request = whole(
    'POST',
    '/api/campaigns',
    headers,
    Buffer.from(random.pick([BODY, '{"', '"'])),
  )
  return { ...request, slow: true }
}

function deepQuery(random: Random): Malformed {
  const query = random.pick([
    `limit${'[a]'.repeat(2000)}=1`,
    `${'limit[]=1&'.repeat(1200)}`,
    `keywords${'[0]'.repeat(500)}=x`,
    `${'&'.repeat(10_000)}`,
    `${'='.repeat(10_000)}`,
    `limit=${'%31'.repeat(4000)}`,
    '__proto__[polluted]=1&constructor[prototype][polluted]=1',
    `campaign_id=${'%F0%9F%9A%A2'.repeat(1000)}`,
  ])
  const path = random.pick(['/api/campaigns', '/api/serp/rankings', '/api/export/csv'])
  return whole('GET', `${path}?${query}`, [KEY])
}
