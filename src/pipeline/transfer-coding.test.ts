import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readAnswers } from '../../test/support/answers.ts'
import { sendRaw } from '../../test/support/raw.ts'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'

const BODY = Buffer.from(JSON.stringify(CAMPAIGN))

/** A POST in one chunk, and one more request on the same connection. */
function inOneChunk(headers: string[], body: Buffer): Buffer {
  const head = [
    'POST /api/campaigns HTTP/1.1',
    'Host: localhost',
    'Authorization: Bearer svc_test_demo',
    'Content-Type: application/json',
    ...headers,
  ]
  const next =
    'GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer svc_test_demo\r\nConnection: close\r\n\r\n'
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n${body.length.toString(16)}\r\n`),
    body,
    Buffer.from(`\r\n0\r\n\r\n${next}`),
  ])
}

async function answersTo(headers: string[], body: Buffer) {
  const { port } = await startSandbox()
  const answer = await sendRaw(port, inOneChunk(headers, body))
  return readAnswers(Buffer.from(answer), ['POST', 'GET'])
}

it.each([
  ['another coding before it', ['Transfer-Encoding: gzip, chunked'], gzipSync(BODY)],
  ['a coding that was not used', ['Transfer-Encoding: gzip, chunked'], BODY],
  [
    'another coding in a header of its own',
    ['Transfer-Encoding: x', 'Transfer-Encoding: chunked'],
    BODY,
  ],
])('refuses a chunked body with %s, and answers what follows', async (_name, headers, body) => {
  const [refused, next] = await answersTo(headers, body)

  expect(refused?.status).toBe(400)
  const { success, error } = JSON.parse(refused?.body ?? '')
  expect(success).toBe(false)
  expect(error.message).toMatch(/^Transfer-Encoding ".*chunked" is not supported/)
  expect(next?.status).toBe(200)
})

it.each(['Chunked', ' chunked '])('accepts a body with Transfer-Encoding "%s"', async (coding) => {
  const [taken] = await answersTo([`Transfer-Encoding:${coding}`], BODY)

  expect(taken?.status).toBe(201)
})

it('takes a chunked body with a Content-Encoding', async () => {
  const headers = ['Transfer-Encoding: chunked', 'Content-Encoding: gzip']
  const [taken] = await answersTo(headers, gzipSync(BODY))

  expect(taken?.status).toBe(201)
})
