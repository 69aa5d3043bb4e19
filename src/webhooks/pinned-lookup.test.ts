import type { LookupAddress } from 'node:dns'
import { expect, it, vi } from 'vitest'
import { pinnedLookup, type Resolve } from './pinned-lookup.ts'

const HOSTED = { allowLoopback: false, onlyLoopback: false }
const LOCAL = { allowLoopback: true, onlyLoopback: false }
const LOCAL_HTTP = { allowLoopback: true, onlyLoopback: true }

const resolvesTo = (...addresses: string[]): Resolve =>
  vi.fn((_host, _options, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    ),
  )

function look(host: string, policy: typeof HOSTED, resolve: Resolve, all = true) {
  return new Promise<string | LookupAddress[]>((fulfil, reject) => {
    pinnedLookup(policy, resolve)(host, { all }, (error, address) =>
      error ? reject(error) : fulfil(address),
    )
  })
}

it('returns the checked addresses of one resolution', async () => {
  const resolve = resolvesTo('93.184.215.14', '2606:2800:21f::1')

  await expect(look('example.com', HOSTED, resolve)).resolves.toEqual([
    { address: '93.184.215.14', family: 4 },
    { address: '2606:2800:21f::1', family: 6 },
  ])
  await expect(look('example.com', HOSTED, resolve, false)).resolves.toBe('93.184.215.14')
  expect(resolve).toHaveBeenCalledTimes(2)
})

it.each([
  ['127.0.0.1'],
  ['10.0.0.1'],
  ['169.254.169.254'],
  ['::ffff:169.254.169.254'],
  ['fd00:ec2::254'],
  ['fe80::1%eth0'],
  ['93.184.215.14', '10.0.0.1'],
  ['10.0.0.1', '93.184.215.14'],
])('refuses on a hosted sandbox a name that resolves to %s %s', async (...addresses) => {
  await expect(look('rebind.example', HOSTED, resolvesTo(...addresses))).rejects.toMatchObject({
    code: 'EADDRESSNOTALLOWED',
    message: expect.stringMatching(/^rebind\.example must not be called: /),
  })
})

it('keeps the addresses of internal names from strangers', async () => {
  const messages = await Promise.all(
    ['127.0.0.1', '10.0.0.1', '169.254.169.254'].map((address) =>
      look('intranet', HOSTED, resolvesTo(address)).catch(({ message }) => message),
    ),
  )

  expect(new Set(messages).size).toBe(1)
  expect(messages[0]).not.toMatch(/\d|loopback|private/)
})

it('allows names in the local network of your own machine, but never metadata services', async () => {
  await expect(look('nas.lan', LOCAL, resolvesTo('192.168.1.9'))).resolves.toHaveLength(1)
  await expect(look('cloud.lan', LOCAL, resolvesTo('169.254.169.254'))).rejects.toThrow(/cloud/)
})

it('allows http to this machine only, by any name', async () => {
  await expect(look('me.test', LOCAL_HTTP, resolvesTo('127.0.0.1'))).resolves.toHaveLength(1)
  await expect(look('nas.lan', LOCAL_HTTP, resolvesTo('192.168.1.9'))).rejects.toThrow(
    /this machine only/,
  )
})

it('resolves localhost to this machine without a lookup', async () => {
  const resolve = resolvesTo('203.0.113.7')

  for (const name of ['localhost', 'LOCALHOST.', 'shop.localhost']) {
    await expect(look(name, LOCAL_HTTP, resolve)).resolves.toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ])
  }
  expect(resolve).not.toHaveBeenCalled()
  await expect(look('localhost', HOSTED, resolve)).rejects.toThrow(/localhost must not be called/)
})

it('reports errors of the resolution', async () => {
  const failure = Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })

  // As Node does: without addresses.
  await expect(look('a.example', HOSTED, (_h, _o, callback) => callback(failure))).rejects.toBe(
    failure,
  )
  await expect(look('a.example', HOSTED, resolvesTo())).rejects.toMatchObject({ code: 'ENOTFOUND' })
})
