import { expect, it } from 'vitest'
import { sendRaw } from '../../test/support/raw.ts'
import { startSandbox } from '../../test/support/sandbox.ts'

const KEY = 'Authorization: Bearer svc_test_demo'

/** One answer of each kind. */
const REQUESTS = {
  'a success': `GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\n${KEY}`,
  'a refusal': 'GET /api/nowhere HTTP/1.1\r\nHost: localhost',
  'a refused name': 'GET / HTTP/1.1\r\nHost: evil.example',
  'a preflight request':
    'OPTIONS /api/campaigns HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nAccess-Control-Request-Method: GET',
  'the document': 'GET /openapi.json HTTP/1.1\r\nHost: localhost',
  'a file': 'GET /files/x HTTP/1.1\r\nHost: localhost',
  'the control plane': 'GET /_sandbox/health HTTP/1.1\r\nHost: localhost',
  'the document of the control plane': 'GET /_sandbox/openapi.json HTTP/1.1\r\nHost: localhost',
  'the console': 'GET / HTTP/1.1\r\nHost: localhost',
  'a file of the console': 'GET /console/icon.svg HTTP/1.1\r\nHost: localhost',
  'a redirect': 'GET /docs/ HTTP/1.1\r\nHost: localhost',
  'the guide': 'GET /guide/ HTTP/1.1\r\nHost: localhost',
  'nonsense, which the parser refuses': 'NONSENSE',
  CONNECT: 'CONNECT x:1 HTTP/1.1\r\nHost: localhost',
}

it.each(Object.entries(REQUESTS))('%s has X-Content-Type-Options: nosniff', async (_kind, text) => {
  const { port } = await startSandbox()

  const answer = await sendRaw(port, `${text}\r\nConnection: close\r\n\r\n`)

  expect(answer.match(/^X-Content-Type-Options: nosniff\r$/gim)).toHaveLength(1)
})

it('a stream has it', async () => {
  const { port } = await startSandbox()
  const aborter = new AbortController()

  const { status, headers } = await fetch(`http://127.0.0.1:${port}/_sandbox/requests/stream`, {
    signal: aborter.signal,
  })
  aborter.abort()

  expect(status).toBe(200)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})
