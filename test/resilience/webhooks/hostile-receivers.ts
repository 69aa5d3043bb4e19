import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { TEST_TLS } from '../../support/tls.ts'
import { EXPIRED, SELF_SIGNED } from './tls.ts'

/** What the log must show of the first attempt. */
export interface Expected {
  status: number | null
  /** Null after a success. */
  error: RegExp | null
}

export interface Hostile extends Expected {
  name: string
  /** Called with each request that arrives; undefined if nothing listens. */
  respond?: (socket: Socket) => void
  tls?: { key: string; cert: string }
  /** Replaces `http://localhost`. */
  origin?: string
  /** Bounds of the next attempt, seconds after the first. */
  retry?: [least: number, most: number]
  isDisabled?: true
}

const OK = 'HTTP/1.1 200 OK\r\n'
const EMPTY = 'Content-Length: 0\r\n\r\n'
const TIMEOUT = /within 15 seconds/
const CLOSED = /closed the connection/
const CUT = /cut off|broke off/
const NOT_HTTP = /lines of headers|not HTTP|not valid HTTP|headers|HTTP/
const FIRST_RETRY: [number, number] = [4, 16]

const says = (text: string) => (socket: Socket) => void socket.write(text)
const ends = (text: string) => (socket: Socket) => void socket.end(text)

/** Sends `text` again and again while the sender reads; `ms` apart, or as fast as it can. */
const repeats = (begin: string, text: string, ms?: number) => (socket: Socket) => {
  socket.write(begin)
  if (ms !== undefined) {
    const timer = setInterval(() => socket.write(text), ms)
    socket.once('close', () => clearInterval(timer))
    return
  }
  const go = () => {
    while (!socket.destroyed && socket.write(text)) {}
  }
  socket.on('drain', go)
  go()
}

const fails = (
  name: string,
  respond: Hostile['respond'],
  status: number | null,
  error: RegExp,
  more = {},
): Hostile => ({ name, ...(respond ? { respond } : {}), status, error, ...more })
const works = (
  name: string,
  respond: (socket: Socket) => void,
  status = 200,
  more = {},
): Hostile => ({ name, respond, status, error: null, ...more })
const date = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()

/** Receivers of many kinds; most of them break a rule. */
export const HOSTILE: Hostile[] = [
  works('answers 204', says('HTTP/1.1 204 No Content\r\n\r\n'), 204),
  works('answers 200 with a body', says(`${OK}Content-Length: 4\r\n\r\nseen`)),
  fails('refuses connections', undefined, null, /refused/),
  fails('resets after the request', (socket) => void socket.resetAndDestroy(), null, CLOSED),
  fails('closes after the request', (socket) => void socket.end(), null, CLOSED),
  fails(
    'resets within the headers',
    (socket) =>
      socket.write(`${OK}X-A: b\r\n`, () => setTimeout(() => socket.resetAndDestroy(), 50)),
    null,
    CLOSED,
  ),
  fails('closes within the headers', ends(`${OK}X-A: b\r\n`), null, CLOSED),
  fails(
    'resets within the body',
    (socket) =>
      socket.write(`${OK}Content-Length: 9\r\n\r\nabc`, () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      ),
    200,
    CUT,
  ),
  fails(
    'closes within a body of known length',
    ends(`${OK}Content-Length: 9\r\n\r\nabc`),
    200,
    CUT,
  ),
  fails(
    'closes within a chunked body',
    ends(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nab`),
    200,
    CUT,
  ),
  fails('never answers', () => {}, null, TIMEOUT),
  fails('hangs within the status line', says('HTTP/1.1 2'), null, TIMEOUT),
  fails('hangs within the headers', says(`${OK}X-A: b\r\n`), null, TIMEOUT),
  fails('hangs within the body', says(`${OK}Content-Length: 9\r\n\r\nabc`), 200, /15 seconds/),
  fails('drips headers', repeats(OK, 'X-A: b\r\n', 500), null, TIMEOUT),
  fails(
    'drips a body',
    repeats(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n', 500),
    200,
    /15 seconds/,
  ),
  fails(
    'answers 101 and upgrades',
    says('HTTP/1.1 101 S\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    null,
    /101/,
  ),
  fails('answers 101 alone', says('HTTP/1.1 101 S\r\n\r\n'), null, /101/),
  fails('floods with 100', repeats('', 'HTTP/1.1 100 Continue\r\n\r\n'), null, /100|interim/),
  fails('floods with 102', repeats('', 'HTTP/1.1 102 Processing\r\n\r\n'), null, /interim/),
  works(
    'sends early hints first',
    says(`HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n${OK}${EMPTY}`),
  ),
  works(
    'sends a body without end',
    repeats(`${OK}Transfer-Encoding: chunked\r\n\r\n`, `4000\r\n${'x'.repeat(0x4000)}\r\n`),
  ),
  fails('sends headers without end', repeats(OK, `X-A: ${'a'.repeat(100)}\r\n`), null, NOT_HTTP),
  fails('sends tiny headers without end', repeats(OK, 'a:\r\n'.repeat(4096)), null, NOT_HTTP),
  works(
    'sends tiny chunks without end',
    repeats(`${OK}Transfer-Encoding: chunked\r\n\r\n`, '1\r\na\r\n'.repeat(4096)),
  ),
  works(
    'sends trailers without end',
    repeats(`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'a:\r\n'.repeat(4096)),
  ),
  fails('sends a header of 1 MB', says(`${OK}X-A: ${'a'.repeat(1e6)}\r\n${EMPTY}`), null, NOT_HTTP),
  works('sends a gzip bomb', (socket) => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  }),
  fails(
    'redirects',
    says(`HTTP/1.1 302 Found\r\nLocation: http://localhost:1/other\r\n${EMPTY}`),
    302,
    /redirect to http:\/\/localhost:1\/other/,
  ),
  fails(
    'redirects with 308 without a location',
    says(`HTTP/1.1 308 P\r\n${EMPTY}`),
    308,
    /redirect/,
  ),
  fails('answers 304', says('HTTP/1.1 304 Not Modified\r\n\r\n'), 304, /^(?!.*redirect).*304/),
  fails('answers 410', says(`HTTP/1.1 410 Gone\r\n${EMPTY}`), 410, /410/, { isDisabled: true }),
  fails('answers 404', says(`HTTP/1.1 404 N\r\n${EMPTY}`), 404, /404/, { retry: FIRST_RETRY }),
  fails('answers 500', says(`HTTP/1.1 500 E\r\n${EMPTY}`), 500, /500/, { retry: FIRST_RETRY }),
  fails(
    'answers 429 with Retry-After in seconds',
    says(`HTTP/1.1 429 T\r\nRetry-After: 3600\r\n${EMPTY}`),
    429,
    /429/,
    { retry: [3590, 3620] },
  ),
  fails(
    'answers 429 with Retry-After as a date',
    (socket) => void socket.write(`HTTP/1.1 429 T\r\nRetry-After: ${date(7200)}\r\n${EMPTY}`),
    429,
    /429/,
    { retry: [7150, 7220] },
  ),
  fails(
    'answers 429 with Retry-After of nonsense',
    says(`HTTP/1.1 429 T\r\nRetry-After: soon\r\n${EMPTY}`),
    429,
    /429/,
    { retry: FIRST_RETRY },
  ),
  fails(
    'answers 503 with a negative Retry-After',
    says(`HTTP/1.1 503 U\r\nRetry-After: -5\r\n${EMPTY}`),
    503,
    /503/,
    { retry: FIRST_RETRY },
  ),
  fails(
    'answers 503 with Retry-After of a century',
    says(`HTTP/1.1 503 U\r\nRetry-After: 3155760000\r\n${EMPTY}`),
    503,
    /503/,
    { retry: [86_390, 86_420] },
  ),
  works('has a trusted certificate', says(`${OK}${EMPTY}`), 200, {
    tls: TEST_TLS,
    origin: 'https://localhost',
  }),
  fails('has a self-signed certificate', says(`${OK}${EMPTY}`), null, /certificate|secure/i, {
    tls: SELF_SIGNED,
    origin: 'https://localhost',
  }),
  fails('has an expired certificate', says(`${OK}${EMPTY}`), null, /expired|certificate/i, {
    tls: EXPIRED,
    origin: 'https://localhost',
  }),
  fails('has a certificate for another name', says(`${OK}${EMPTY}`), null, /certificate|secure/i, {
    tls: TEST_TLS,
    origin: 'https://127.0.0.1',
  }),
  fails('speaks no TLS at an https address', ends(`${OK}${EMPTY}`), null, /secure|TLS/i, {
    origin: 'https://localhost',
  }),
  fails('speaks TLS at an http address', says(`${OK}${EMPTY}`), null, /HTTP|closed/, {
    tls: TEST_TLS,
  }),
  works(
    'sends equal headers twice',
    says(`${OK}X-A: 1\r\nX-A: 2\r\nSet-Cookie: a\r\nSet-Cookie: b\r\n${EMPTY}`),
  ),
  fails(
    'sends two content lengths',
    says(`${OK}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`),
    null,
    /Content-Length/,
  ),
  works('speaks HTTP/1.0', ends('HTTP/1.0 200 OK\r\n\r\nseen')),
  fails('speaks HTTP/0.9', ends('seen'), null, NOT_HTTP),
  fails(
    'sends chunks of wrong lengths',
    says(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\nab\r\n0\r\n\r\n`),
    200,
    /HTTP|cut|broke|chunk/i,
  ),
  fails('answers with status 999', says(`HTTP/1.1 999 X\r\n${EMPTY}`), 999, /999/),
]

/** A running receiver and what it saw. */
export interface Running {
  hostile: Hostile
  url: string
  posts: number
  server: Server
}

/** Starts a receiver; with nothing to respond, its port is closed again. */
export async function run(hostile: Hostile): Promise<Running> {
  const { respond, tls, origin = 'http://localhost' } = hostile
  const running: Running = { hostile, url: '', posts: 0, server: createServer() }
  const serve = (socket: Socket) => {
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      // A whole request: the body is JSON.
      if (!/\r\n\r\n[\s\S]*\}$/.test(text) && text.startsWith('POST ')) return
      if (text.startsWith('POST ')) running.posts += 1
      text = ''
      respond?.(socket)
    })
  }
  running.server = tls ? createTlsServer(tls, serve) : createServer(serve)
  running.server.on('tlsClientError', () => {})
  await once(running.server.listen(0, '127.0.0.1'), 'listening')
  running.url = `${origin}:${(running.server.address() as AddressInfo).port}/hook`
  if (respond === undefined) running.server.close()
  return running
}
