import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { TEST_TLS } from '../../test/support/tls.ts'
import { DEFAULTS } from '../http/settings.ts'
import { runSuite } from '../run.ts'
import { wayOut } from './preflight.ts'

/** Starts a server for the test, and returns its address without the scheme. */
async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}/api`
}

async function reasonAt(baseUrl: string): Promise<string> {
  const { result } = await runSuite({
    ...DEFAULTS,
    leastWaitMs: 0,
    maxWaitMs: 0,
    baseUrl,
    tokens: { main: 'svc_test_a' },
    runId: 'svc-check-test',
    version: '0',
  })
  expect(result.outcome).toBe('could_not_run')
  return result.reason ?? ''
}

it.each<[name: string, answer: [number, Record<string, string>, string], words: RegExp]>([
  [
    'a body with a byte order mark',
    [200, {}, '\ufeff{"success":true,"data":{}}'],
    /byte order mark/,
  ],
  ['a page of maintenance', [503, { 'Content-Type': 'text/html' }, '<h1>Back soon'], /maintained/],
  ['a login page of a gateway', [401, {}, '<h1>Sign in'], /--header/],
  [
    'a redirect',
    [302, { Location: 'https://x.example/api' }, ''],
    /to https:\/\/x\.example.*leads to/,
  ],
  [
    'nginx about HTTP on a port of HTTPS',
    [400, {}, '<h1>The plain HTTP request was sent to HTTPS port</h1>'],
    /begins with https:/,
  ],
  ['a page of something else', [200, {}, '<h1>Hello'], /API root/],
  ['no such path', [404, {}, 'Not found'], /API root/],
  ['JSON of something else', [200, {}, '{"status":"up"}'], /API root/],
  [
    'an answer that is nested too deep',
    [200, {}, '['.repeat(2500) + ']'.repeat(2500)],
    /200 levels/,
  ],
])('says what to do about %s', async (_name, [status, headers, body], words) => {
  const address = await listening(
    createServer((_request, response) => {
      response.writeHead(status, headers).end(body)
    }),
  )

  expect(await reasonAt(`http://${address}`)).toMatch(words)
})

it('says that a port speaks TLS', async () => {
  const address = await listening(createTlsServer(TEST_TLS))

  expect(await reasonAt(`http://${address}`)).toContain('begins with https://')
})

it('says that a port does not speak TLS', async () => {
  const address = await listening(createServer())

  expect(await reasonAt(`https://${address}`)).toContain('begins with http://')
})

it('names the way out for an authority that is not known', async () => {
  const address = await listening(createTlsServer(TEST_TLS))

  expect(await reasonAt(`https://${address}`)).toContain('NODE_EXTRA_CA_CERTS')
})

it.each([
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'Is the clock right'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another name'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'NODE_EXTRA_CA_CERTS'],
  ['EPROTO', 'begins with http://'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'begins with http://'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'certificate of the client'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'version of TLS'],
  ['ECONNREFUSED', 'Is the server running'],
  ['ENOTFOUND', 'Is the server running'],
])('says what to do about %s', (code, words) => {
  expect(wayOut(`no answer (${code})`, 'https://127.0.0.1/api')).toContain(words)
})
