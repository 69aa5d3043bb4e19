import { ATTACKER } from './accounts.ts'
import { bearer, bytesOf, JSON_BODY } from './request.ts'

/** The name of campaigns that only a hidden request creates. */
export const SMUGGLED = 'Smuggled'

/** A request that creates something when a server takes it for one of its own. */
function hidden(): string {
  const body = JSON.stringify({ name: SMUGGLED, type: 'serp', keywords: ['k'], frequency: 'daily' })
  const headers = [bearer(ATTACKER.key), JSON_BODY]
  return bytesOf({ method: 'POST', target: '/api/campaigns', headers, body }).toString('latin1')
}

const HEAD = ['Host: 127.0.0.1', bearer(ATTACKER.key), JSON_BODY]
export const head = (first: string, ...lines: string[]) =>
  `${[first, ...HEAD, ...lines].join('\r\n')}\r\n\r\n`
const post = (...lines: string[]) => head('PUT /api/alerts/none HTTP/1.1', ...lines)
const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`

/** Bytes with a hidden request in a body or a header, and how many answers they may get. */
export const SHAPES: [name: string, bytes: () => string, answers: number][] = [
  [
    'CL and TE',
    () => `${post(`Content-Length: 4`, 'Transfer-Encoding: chunked')}${chunked(hidden())}`,
    1,
  ],
  [
    'TE and CL',
    () => `${post('Transfer-Encoding: chunked', 'Content-Length: 6')}0\r\n\r\n${hidden()}`,
    1,
  ],
  [
    'two lengths',
    () => `${post('Content-Length: 0', `Content-Length: ${hidden().length}`)}${hidden()}`,
    1,
  ],
  ['a list of lengths', () => `${post(`Content-Length: 0, ${hidden().length}`)}${hidden()}`, 1],
  ['a length with a plus', () => `${post(`Content-Length: +${hidden().length}`)}${hidden()}`, 1],
  ['a length with a minus', () => `${post('Content-Length: -1')}${hidden()}`, 1],
  ['a length in hex', () => `${post('Content-Length: 0x0')}${hidden()}`, 1],
  ['a length with a blank within', () => `${post('Content-Length: 1 0')}${hidden()}`, 1],
  ['a length before a colon', () => `${post('Content-Length : 0')}${hidden()}`, 1],
  ['chunked twice', () => `${post('Transfer-Encoding: chunked, chunked')}${chunked(hidden())}`, 1],
  [
    'chunked not last',
    () => `${post('Transfer-Encoding: chunked, identity')}${chunked(hidden())}`,
    1,
  ],
  [
    'a coding in quotes',
    () => `${post('Transfer-Encoding: "chunked"', 'Content-Length: 0')}${hidden()}`,
    1,
  ],
  ['xchunked', () => `${post('Transfer-Encoding: xchunked')}${hidden()}`, 1],
  [
    'a vertical tab before chunked',
    () => `${post('Transfer-Encoding: \x0bchunked')}${hidden()}`,
    1,
  ],
  ['a TE with a tab', () => `${post('Transfer-Encoding:\tchunked')}${chunked(hidden())}`, 1],
  ['a folded TE', () => `${post('Transfer-Encoding:\r\n chunked')}${chunked(hidden())}`, 1],
  [
    'a folded header',
    () =>
      `${post('X-Fold: a\r\n Content-Length: 0', `Content-Length: ${hidden().length}`)}${hidden()}`,
    1,
  ],
  [
    'TE on HTTP/1.0',
    () =>
      `${head('PUT /api/alerts/none HTTP/1.0', 'Transfer-Encoding: chunked')}${chunked(hidden())}`,
    1,
  ],
  [
    'a bare LF in a header',
    () =>
      `${post(`X: a\nContent-Length: 0\nX-B: c`, `Content-Length: ${hidden().length}`)}${hidden()}`,
    1,
  ],
  [
    'a bare CR in a header',
    () => `${post(`X: a\rContent-Length: 0`, `Content-Length: ${hidden().length}`)}${hidden()}`,
    1,
  ],
  [
    'a NUL in a header',
    () => `${post('X: a\0b', `Content-Length: ${hidden().length}`)}${hidden()}`,
    1,
  ],
  [
    'a chunk size with a sign',
    () => `${post('Transfer-Encoding: chunked')}+5\r\nabcde\r\n0\r\n\r\n${hidden()}`,
    1,
  ],
  ['a chunk size with 0x', () => `${post('Transfer-Encoding: chunked')}0x0\r\n\r\n${hidden()}`, 1],
  [
    'a chunk size too large',
    () => `${post('Transfer-Encoding: chunked')}ffffffffffffffff0\r\n\r\n${hidden()}`,
    1,
  ],
  [
    'a bare LF behind a chunk size',
    () => `${post('Transfer-Encoding: chunked')}0\n\n${hidden()}`,
    1,
  ],
  ['a chunk extension', () => `${post('Transfer-Encoding: chunked')}2;a="\r\n{}\r\n0\r\n\r\n`, 1],
  [
    'a chunk extension with LF',
    () => `${post('Transfer-Encoding: chunked')}2;a\n{}\r\n0\r\n\r\n${hidden()}`,
    1,
  ],
  [
    'a trailer with a length',
    () =>
      `${post('Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\nContent-Length: 10\r\nAuthorization: Bearer x\r\n\r\n`,
    1,
  ],
  [
    'a body of a GET',
    () => `${head('GET /api/auth/me HTTP/1.1', `Content-Length: ${hidden().length}`)}${hidden()}`,
    1,
  ],
  [
    'a body of a HEAD',
    () => `${head('HEAD /api/auth/me HTTP/1.1', `Content-Length: ${hidden().length}`)}${hidden()}`,
    1,
  ],
  [
    'a body of a DELETE',
    () =>
      `${head('DELETE /api/alerts/none HTTP/1.1', `Content-Length: ${hidden().length}`)}${hidden()}`,
    1,
  ],
  [
    'Expect with a body',
    () => `${post('Expect: 100-continue', `Content-Length: ${hidden().length}`)}${hidden()}`,
    1,
  ],
  [
    'Upgrade with a body',
    () =>
      `${post('Connection: Upgrade', 'Upgrade: h2c', `Content-Length: ${hidden().length}`)}${hidden()}`,
    1,
  ],
  ['CONNECT', () => `CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n${hidden()}`, 1],
  ['HTTP/2', () => `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${hidden()}`, 1],
  ['HTTP/0.9', () => 'GET /api/campaigns\r\n', 1],
  ['HTTP/9.9', () => `${head('GET /api/auth/me HTTP/9.9')}`, 1],
  ['a target with a blank', () => `${head('GET /api/auth/me HTTP/1.1 HTTP/1.1')}`, 1],
  ['a method with a tab', () => `${head('GE\tT /api/auth/me HTTP/1.1')}`, 1],
  ['two Hosts', () => `${head('GET /api/auth/me HTTP/1.1', 'Host: evil.example')}`, 1],
  ['blank lines before', () => `\r\n\r\n${head('GET /api/auth/me HTTP/1.1')}`, 1],
  [
    'Connection names Authorization',
    () => head('GET /api/auth/me HTTP/1.1', 'Connection: Authorization, Host'),
    1,
  ],
]
