import { type AddressInfo, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyDatabase, postgres, testDatabase } from '../../test/support/postgres.ts'
import { temporaryFile } from '../../test/support/temporary.ts'
import { TEST_TLS } from '../../test/support/tls.ts'
import { StoreError } from '../store/store-error.ts'
import { connectionFailure, isPermanent } from './database-error.ts'
import { migrate, requireServer } from './migrate.ts'

/** The port of a server that begins as PostgreSQL does, and has a certificate for `localhost` that nobody knows. */
async function encryptedServer(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, ...TEST_TLS }).on('error', () => {})
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const failureOf = (url: string) => migrate(url).then(String, (error) => error)

describe('a connection', () => {
  it.each([
    [
      'an unknown certificate',
      'verify-full',
      'self-signed certificate. Name the certificate of its authority',
    ],
    ['an unknown certificate of an unknown host', 'require', 'self-signed certificate'],
    [
      'a certificate of another host',
      `verify-full&sslrootcert=`,
      'Use a host name of its certificate',
    ],
  ])('is refused for good because of %s', async (_name, mode, reason) => {
    const port = await encryptedServer()
    const root = mode.endsWith('=') ? temporaryFile('root.pem', TEST_TLS.cert) : ''

    const failure = await failureOf(`postgres://app@127.0.0.1:${port}/none?sslmode=${mode}${root}`)

    expect(failure.message).toContain(reason)
    expect(isPermanent(failure)).toBe(true)
  })

  it.each([
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    '28P01',
    '3D000',
  ])('that fails with %s is not tried again', (code) => {
    expect(isPermanent(connectionFailure(Object.assign(new Error('No.'), { code })))).toBe(true)
  })

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', '57P03'])(
    'that fails with %s is tried again',
    (code) => {
      expect(isPermanent(connectionFailure(Object.assign(new Error('No.'), { code })))).toBe(false)
    },
  )

  it('is refused for good if a file of its address cannot be read', async () => {
    const failure = await failureOf('postgres://app@127.0.0.1:1/none?sslrootcert=/none/root.pem')

    expect(failure.message).toContain('/none/root.pem')
    expect(isPermanent(failure)).toBe(true)
  })
})

describe.skipIf(!postgres.isAvailable)('a database is refused for good if', () => {
  it('it offers no encryption that is asked for', async () => {
    const { url } = await testDatabase()

    const failure = await failureOf(`${url}?sslmode=require`)

    expect(failure.message).toContain('Turn on ssl in PostgreSQL, or leave sslmode out')
    expect(isPermanent(failure)).toBe(true)
  })

  it.each(['LATIN1', 'SQL_ASCII', 'EUC_JP'])(
    'its encoding is %s, before any table',
    async (encoding) => {
      const { administer, url: near } = await testDatabase()
      const name = `in_${encoding.toLowerCase()}`
      await administer(
        `CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`,
      )
      onTestFinished(async () => void (await administer(`DROP DATABASE ${name} WITH (FORCE)`)))
      const url = near.replace(/[^/]+$/, name)

      const failure = await failureOf(url)

      expect(failure).toBeInstanceOf(StoreError)
      expect(failure.message).toContain(`has the encoding ${encoding}; the sandbox needs UTF8`)
      expect(failure.message).toContain(
        "CREATE DATABASE sandbox ENCODING 'UTF8' TEMPLATE template0",
      )
    },
  )
})

it.each([
  ['13.22', 130_022, false],
  ['9.6.24', 90_624, false],
  ['14.0', 140_000, true],
  ['18.1', 180_001, true],
])('PostgreSQL %s can be used: %#', async (release, number, isUsable) => {
  const query = async () => [{ release, number, encoding: 'UTF8' }] as never

  const required = requireServer({ query })

  if (isUsable) await required
  else
    await expect(required).rejects.toThrow(
      `is PostgreSQL ${release}; the sandbox needs 14 or newer`,
    )
})

it.skipIf(!postgres.isAvailable)('an empty database in UTF8 is used', async () => {
  expect((await migrate(await emptyDatabase())).length).toBeGreaterThan(0)
})
