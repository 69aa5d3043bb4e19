import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect as connectPlain } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { sendRaw } from '../../test/support/raw.ts'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { TEST_TLS } from '../../test/support/tls.ts'
import { sendTrusting } from '../../test/support/trusting.ts'
import { cacheFolder, localCertificate } from './local-certificate.ts'
import { readFiles } from './tls.ts'

const START = Date.UTC(2026, 0, 15)
const DAY_MS = 86_400_000

/** A sandbox with HTTPS, and calls that trust its certificate. */
async function start(options: object = {}) {
  const sandbox = await startSandbox({ https: true, data: temporaryFolder(), ...options })
  const ca = readFileSync(sandbox.certificate?.file ?? '', 'utf8')
  return { sandbox, ca, send: sendTrusting.bind(undefined, ca) }
}

describe('--https', () => {
  it.each(['127.0.0.1', 'localhost'])('answers %s with a certificate of its own', async (name) => {
    const { sandbox, send } = await start()

    const { status, headers } = await send(`https://${name}:${sandbox.port}/api/campaigns?limit=1`)
    const page = await send(`https://${name}:${sandbox.port}/`)

    expect(sandbox.url).toBe(`https://127.0.0.1:${sandbox.port}/api`)
    expect(status).toBe(200)
    expect(page.status).toBe(200)
    // A browser would refuse every other server of localhost without TLS from then on.
    expect({ ...headers, ...page.headers }).not.toHaveProperty('strict-transport-security')
  })

  it('knows its own pages by their origin, and no others', async () => {
    const { sandbox, send } = await start()
    const root = `https://localhost:${sandbox.port}`
    const from = (origin: string) =>
      send(`${root}/_sandbox/clock`, {
        headers: { Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
      })

    expect((await from(root)).status).toBe(200)
    expect((await from('https://evil.example')).status).toBe(403)
    expect((await send(root, { headers: { Host: 'evil.example' } })).status).toBe(403)
  })

  it('is not trusted without its certificate, and goes on', async () => {
    const { sandbox, send } = await start()

    await expect(sendTrusting(TEST_TLS.cert, sandbox.url)).rejects.toThrow('self-signed')
    // A client without TLS gets no answer that it could take for one.
    expect(await sendRaw(sandbox.port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')).not.toContain(
      'HTTP/1.1 2',
    )

    expect((await send(`${sandbox.url}/auth/verify`)).status).toBe(200)
  })

  it('closes while a client is still in the handshake', async () => {
    const { sandbox, send } = await start()
    const socket = connectPlain(sandbox.port, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    await send(`${sandbox.url}/auth/verify`)

    const closed = new Promise((resolve) => socket.once('close', resolve))
    await sandbox.close()

    await closed
  })

  it('finishes an open request when it closes', async () => {
    const { sandbox, ca, send } = await start()
    const body = JSON.stringify(CAMPAIGN)
    const head = [
      'POST /api/campaigns HTTP/1.1',
      'Host: localhost',
      'Authorization: Bearer svc_test_demo',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ]
    const socket = connect({ port: sandbox.port, host: '127.0.0.1', ca })
    const continued = new Promise<string>((resolve) =>
      socket.once('data', (text) => resolve(`${text}`)),
    )
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    expect(await continued).toContain('100 Continue')

    const answered = new Promise<string>((resolve) =>
      socket.once('data', (text) => resolve(`${text}`)),
    )
    const closed = sandbox.close()
    // It has stopped listening.
    await expect
      .poll(() => send(`${sandbox.url}/auth/verify`).catch(({ code }) => code))
      .toBe('ECONNREFUSED')
    socket.write(body)

    expect(await answered).toMatch(/^HTTP\/1\.1 201 /)
    await closed
  })

  it('keeps one certificate, for its owner alone', async () => {
    const data = temporaryFolder()
    const first = await localCertificate(data, START)

    expect(await localCertificate(data, START + 700 * DAY_MS)).toEqual(first)
    for (const name of ['key.pem', 'certificate.pem']) {
      expect(statSync(join(data, 'tls', name)).mode & 0o777).toBe(0o600)
    }
  })

  it.each([
    ['expires within 30 days', START + 800 * DAY_MS, undefined],
    ['does not fit its key', START, 'key.pem'],
    ['is damaged', START, 'certificate.pem'],
  ])('makes another one if it %s', async (_why, now, broken) => {
    const data = temporaryFolder()
    const first = await localCertificate(data, START)
    if (broken) writeFileSync(join(data, 'tls', broken), TEST_TLS.key)

    const second = await localCertificate(data, now)

    expect(second.cert).not.toBe(first.cert)
    expect(await localCertificate(data, now)).toEqual(second)
  })

  it('makes one certificate for processes that start together', async () => {
    const data = temporaryFolder()

    const made = await Promise.all([1, 2, 3, 4].map(() => localCertificate(data, START)))

    const kept = await localCertificate(data, START)
    expect(made).toEqual(made.map(() => kept))
  })

  it('is kept in the cache of the user if there is no data folder', () => {
    const env = { XDG_CACHE_HOME: '/home/me/cache', LOCALAPPDATA: 'C:/cache' }
    expect(cacheFolder(env)).toMatch(/svc-sandbox$/)
  })
})

describe('--tls-cert and --tls-key', () => {
  const files = ({ cert = TEST_TLS.cert, key = TEST_TLS.key } = {}) => {
    const folder = temporaryFolder()
    const paths = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
    writeFileSync(paths.cert, cert)
    writeFileSync(paths.key, key)
    return paths
  }

  it('serve HTTPS', async () => {
    const { cert, key } = files()
    const sandbox = await startSandbox({ tlsCert: cert, tlsKey: key })

    const answer = await sendTrusting(
      TEST_TLS.cert,
      `https://localhost:${sandbox.port}/api/auth/verify`,
    )

    expect(answer.status).toBe(200)
    expect(sandbox.certificate).toEqual({ file: cert, warning: undefined })
  })

  it.each([
    [{ tlsCert: 'a.pem' }, '--tls-cert needs --tls-key'],
    [{ tlsKey: 'a.pem' }, '--tls-key needs --tls-cert'],
    [
      { tlsCert: '/no/cert.pem', tlsKey: '/no/key.pem' },
      '--tls-cert /no/cert.pem cannot be read: there is no such file or folder.',
    ],
    [{ tlsCert: 'a', tlsKey: 'b', https: false }, 'https is off, and --tls-cert is given.'],
  ])('are refused: %j', async (options, message) => {
    await expect(startSandbox(options)).rejects.toThrow(message)
  })

  it('are refused if they do not match', async () => {
    const { key } = await localCertificate(temporaryFolder(), START)

    await expect(readFiles(files({ key }), START)).rejects.toThrow(
      /--tls-key .* is not the key of the certificate in/,
    )
  })

  it.each([
    [{ cert: TEST_TLS.key }, /--tls-cert .* is no certificate in PEM/],
    [{ key: TEST_TLS.cert }, /--tls-key .* is no private key in PEM/],
    [
      { key: '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n' },
      /--tls-key .* is encrypted with a passphrase/,
    ],
  ])('are refused if they are something else', async (content, message) => {
    await expect(readFiles(files(content), START)).rejects.toThrow(message)
  })

  it.each([
    [Date.UTC(2019, 0, 1), 'is not valid before 2020-01-01'],
    [Date.UTC(2121, 0, 1), 'expired on 2120-01-01'],
    [START, undefined],
  ])('warn about their dates', async (now, warning) => {
    const { warning: found } = await readFiles(files(), now)

    if (warning === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(warning)
  })
})
