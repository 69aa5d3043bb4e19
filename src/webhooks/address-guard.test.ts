import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Account } from '../accounts/account.ts'
import { parseWebhookTargets } from '../config/webhook-target.ts'
import type { AddressPolicy } from './address.ts'
import { addressPolicy, webhookUrlProblem } from './address-guard.ts'

// The addresses of this machine. Other test files have loaded the guard before, so the module of Node itself is changed.
const interfaces = { present: {} as Record<string, { address: string }[]> }
const spy = vi.spyOn(os, 'networkInterfaces').mockImplementation(() => interfaces.present as never)
syncBuiltinESMExports()
afterAll(() => {
  spy.mockRestore()
  syncBuiltinESMExports()
})

const HOSTED: AddressPolicy = { allowLoopback: false, targets: [] }
const LOCAL: AddressPolicy = { allowLoopback: true, targets: [] }

const isAllowed = (url: string, policy: AddressPolicy) =>
  webhookUrlProblem(url, policy) === undefined

// Whether a sandbox on the internet, and one on a developer's own machine, allows each URL.
it.each<[url: string, hosted: boolean, local: boolean]>([
  // Public
  ['https://example.com/webhooks', true, true],
  ['https://example.com:8443/a?b=c', true, true],
  ['HTTPS://EXAMPLE.COM/', true, true],
  ['https://example.com./', true, true],
  ['https://bücher.example/', true, true],
  ['https://8.8.8.8/', true, true],
  ['https://134744072/', true, true],
  ['https://172.32.0.1/', true, true],
  ['https://100.128.0.1/', true, true],
  ['https://[2606:4700:4700::1111]/', true, true],
  ['https://[::ffff:8.8.8.8]/', true, true],
  ['https://[64:ff9b::8.8.8.8]/', true, true],
  ['https://localhost.example.com/', true, true],
  ['https://169.254.169.254.example.com/', true, true],
  // Without TLS
  ['http://example.com/', false, false],
  ['http://8.8.8.8/', false, false],
  ['http://10.0.0.1/', false, false],
  ['http://localhost.example.com/', false, false],
  ['http://127.0.0.1.example.com/', false, false],
  // This machine
  ['http://localhost:3000/hook', false, true],
  ['http://LOCALHOST:3000/hook', false, true],
  ['http://localhost.:3000/', false, true],
  ['http://shop.localhost:3000/', false, true],
  ['https://localhost/', false, true],
  ['https://shop.localhost/', false, true],
  ['http://127.0.0.1/', false, true],
  ['https://127.0.0.1/', false, true],
  ['http://127.9.9.9/', false, true],
  ['http://127.1/', false, true],
  ['http://2130706433/', false, true],
  ['http://0x7f000001/', false, true],
  ['http://0x7f.1/', false, true],
  ['http://0177.0.0.1/', false, true],
  ['http://017700000001/', false, true],
  ['http://127.0.0.1./', false, true],
  ['http://①②⑦.0.0.1/', false, true],
  ['http://127。0。0。1/', false, true],
  ['http://%31%32%37.0.0.1/', false, true],
  ['http://[::1]/', false, true],
  ['http://[0:0:0:0:0:0:0:1]/', false, true],
  ['http://[::ffff:127.0.0.1]/', false, true],
  ['http://[::ffff:7f00:1]/', false, true],
  ['http://[64:ff9b::127.0.0.1]/', false, true],
  ['https://[64:ff9b::7f00:1]/', false, true],
  // The local network
  ['https://10.0.0.1/', false, true],
  ['https://172.16.0.1/', false, true],
  ['https://172.31.255.255/', false, true],
  ['https://192.168.1.1/', false, true],
  ['https://0300.0250.1.1/', false, true],
  ['https://3232235777/', false, true],
  ['https://100.64.0.1/', false, true],
  ['https://[::ffff:10.0.0.1]/', false, true],
  ['https://[fd12:3456::1]/', false, true],
  ['https://[fc00::1]/', false, true],
  ['https://[64:ff9b::10.0.0.1]/', false, true],
  // Metadata services of clouds, which hold credentials
  ['https://169.254.169.254/latest/meta-data/', false, false],
  ['http://169.254.169.254/latest/meta-data/', false, false],
  ['https://2852039166/', false, false],
  ['https://0xa9fea9fe/', false, false],
  ['https://0251.0376.0251.0376/', false, false],
  ['https://[::ffff:169.254.169.254]/', false, false],
  ['https://[64:ff9b::a9fe:a9fe]/', false, false],
  ['https://169.254.170.2/', false, false],
  ['https://100.100.100.200/', false, false],
  ['https://168.63.129.16/', false, false],
  ['https://192.0.0.192/', false, false],
  ['https://[fd00:ec2::254]/', false, false],
  ['https://[fd00:ec2:0:0::0254]/', false, false],
  ['https://[fd20:ce::254]/', false, false],
  ['https://metadata.google.internal/', false, false],
  ['https://METADATA.google.internal./', false, false],
  ['https://metadata/', false, false],
  ['https://instance-data/', false, false],
  // Nowhere, everywhere, or in disguise
  ['https://0.0.0.0/', false, false],
  ['https://0/', false, false],
  ['http://0/', false, false],
  ['http://0.0.0.0:3000/', false, false],
  ['http://[::]/', false, false],
  ['https://[::]/', false, false],
  ['https://169.254.1.1/', false, false],
  ['https://[fe80::1]/', false, false],
  ['https://[fec0::1]/', false, false],
  ['https://224.0.0.1/', false, false],
  ['https://[ff02::1]/', false, false],
  ['https://255.255.255.255/', false, false],
  ['https://240.0.0.1/', false, false],
  ['https://192.0.2.1/', false, false],
  ['https://198.51.100.1/', false, false],
  ['https://203.0.113.1/', false, false],
  ['https://198.18.0.1/', false, false],
  ['https://192.88.99.1/', false, false],
  ['https://[2001:db8::1]/', false, false],
  ['https://[3fff::1]/', false, false],
  ['https://[100::1]/', false, false],
  ['https://[2002:7f00:1::1]/', false, false],
  ['https://[2002:0808:0808::1]/', false, false],
  ['https://[2001:0:7f00:1::1]/', false, false],
  ['https://[64:ff9b:1::a00:1]/', false, false],
  ['https://[::ffff:0:127.0.0.1]/', false, false],
  ['https://[::7f00:1]/', false, false],
  ['https://[::127.0.0.1]/', false, false],
  ['https://[4000::1]/', false, false],
  // Not as a URL of a receiver is written
  ['', false, false],
  ['example.com', false, false],
  ['//example.com', false, false],
  ['https:example.com', false, false],
  ['https:///example.com', false, false],
  ['https:\\\\example.com', false, false],
  ['https://example.com\\@localhost/', false, false],
  ['https://exa\nmple.com/', false, false],
  [' https://example.com/', false, false],
  ['https://example.com/a b', false, false],
  ['https://', false, false],
  ['https://256.256.256.256/', false, false],
  ['https://[fe80::1%25eth0]/', false, false],
  ['https://a..example/', false, false],
  [`https://${'a'.repeat(64)}.example/`, false, false],
  [`https://example.com/${'a'.repeat(2048)}`, false, false],
  ['https://user@example.com/', false, false],
  ['https://user:password@example.com/', false, false],
  ['https://:password@example.com/', false, false],
  ['https://example.com/#part', false, false],
  ['https://example.com/#', false, false],
  ['https://example.com:0/', false, false],
  ['https://example.com:65536/', false, false],
  ['ftp://example.com/', false, false],
  ['file:///etc/passwd', false, false],
  ['javascript:alert(1)', false, false],
])('%s: hosted %s, on one’s own machine %s', (url, hosted, local) => {
  expect(isAllowed(url, HOSTED)).toBe(hosted)
  expect(isAllowed(url, LOCAL)).toBe(local)
})

describe('an address of a network interface of this machine', () => {
  const hasAddresses = (...addresses: string[]) => {
    interfaces.present = { eth0: addresses.map((address) => ({ address })) }
    onTestFinished(() => {
      interfaces.present = {}
    })
  }

  it.each([
    'https://8.8.8.8/',
    'https://8.8.8.8:8443/admin',
    'https://0x08080808/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::808:808]/',
    'https://[2606:4700::1111]/',
    'https://[2606:4700:0:0:0:0:0:1111]/',
    'https://10.0.0.1/',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
  ])('%s is refused on a hosted sandbox, and like localhost on one’s own machine', (url) => {
    hasAddresses('127.0.0.1', '8.8.8.8', '10.0.0.1', '2606:4700:0:0::1111', 'fe80::1%eth0')

    expect(webhookUrlProblem(url, HOSTED)).toContain('may call this machine and its local network')
    expect(isAllowed(url, LOCAL)).toBe(true)
  })

  it('is one from the moment that the interface appears', () => {
    expect(isAllowed('https://8.8.8.8/', HOSTED)).toBe(true)

    hasAddresses('8.8.8.8')

    expect(isAllowed('https://8.8.8.8/', HOSTED)).toBe(false)
    expect(isAllowed('https://8.8.4.4/', HOSTED)).toBe(true)
  })

  it('may be called for the receivers of the sandbox at its public address, and for nothing else', () => {
    hasAddresses('8.8.8.8')
    const at = { host: '127.0.0.1', publicUrl: 'https://8.8.8.8/box', trustProxy: 1 }
    const policy = addressPolicy({ ...at, webhookTargets: [] }, { origin: null })
    const receiver = `https://8.8.8.8/box/_sandbox/receiver/rcv_${'0a'.repeat(16)}`

    expect(isAllowed(receiver, policy)).toBe(true)
    for (const other of [
      'https://8.8.8.8/box/_sandbox/reset',
      'https://8.8.8.8:8443/box/_sandbox/receiver/rcv_00',
      receiver.replace('https', 'http'),
      receiver.replace('/box', ''),
      `${receiver}/..%2f..%2freset`,
      `${receiver}?a`,
      `${receiver}/../../reset`,
    ]) {
      expect(isAllowed(other, policy), other).toBe(false)
    }
  })
})

describe('the message', () => {
  it('names the value and the way out', () => {
    expect(webhookUrlProblem('http://example.com/hook', LOCAL)).toBe(
      'url must begin with https://, since http goes to localhost only, and to receivers that --webhook-target names; found "http://example.com/hook".',
    )
    expect(webhookUrlProblem('https://0xa9fea9fe/', HOSTED)).toContain('169.254.169.254 is where')
    expect(webhookUrlProblem('http://localhost:3000/hook', HOSTED)).toContain(
      'such as --webhook-target localhost:3000; found',
    )
    expect(webhookUrlProblem('https://[::1]/', HOSTED)).toContain('--webhook-target [::1]; found')
    expect(webhookUrlProblem('https://10.0.0.1/', HOSTED)).toContain('a private address')
  })

  it('does not repeat a password, nor all of what is too long', () => {
    expect(webhookUrlProblem('https://me:hunter2@example.com/', LOCAL)).not.toContain('hunter2')
    expect(webhookUrlProblem(`https://${'a'.repeat(9999)}`, LOCAL)?.length).toBeLessThan(400)
  })
})

describe('a receiver that the operator named', () => {
  it.each<[target: string, url: string, isAllowed: boolean]>([
    ['localhost:3000', 'http://localhost:3000/hook', true],
    ['localhost:3000', 'https://LOCALHOST.:3000/hook', true],
    ['localhost:3000', 'http://localhost:3001/', false],
    ['localhost:3000', 'http://localhost/', false],
    // As written, not as resolved.
    ['localhost:3000', 'http://127.0.0.1:3000/', false],
    ['localhost:3000', 'http://shop.localhost:3000/', false],
    ['localhost', 'http://localhost:9999/', true],
    ['localhost:80', 'http://localhost/', true],
    ['localhost:80', 'https://localhost/', false],
    ['localhost:443', 'https://localhost/', true],
    ['127.0.0.1:80', 'http://127.1/', true],
    ['127.1', 'http://0x7f.1:8080/', true],
    ['0x7f.1:3000', 'http://2130706433:3000/', true],
    ['127.0.0.1', 'http://[::ffff:127.0.0.1]/', true],
    ['::1', 'http://[0:0:0:0:0:0:0:1]:3000/', true],
    ['[::1]', 'http://[::1]:3000/', true],
    ['[::1]:3000', 'http://[::1]:3000/', true],
    ['[::1]:3000', 'http://[::1]:3001/', false],
    ['[0:0::1]:3000', 'https://[::1]:3000/', true],
    ['10.0.0.7:8080', 'http://10.0.0.7:8080/', true],
    ['10.0.0.7:8080', 'https://10.0.0.8:8080/', false],
    ['Staging.Internal', 'http://staging.internal/', true],
    ['staging.internal', 'http://a.staging.internal/', false],
    ['staging.internal', 'https://example.com/', true],
    ['staging.internal', 'http://example.com/', false],
    // Never, whoever names them.
    ['169.254.169.254', 'http://169.254.169.254/', false],
    ['[fe80::1]', 'http://[fe80::1]/', false],
    ['0.0.0.0', 'http://0.0.0.0/', false],
    ['metadata.google.internal', 'http://metadata.google.internal/', false],
  ])('%s: %s may be called: %s', (target, url, expected) => {
    expect(isAllowed(url, { ...HOSTED, targets: parseWebhookTargets([target]) })).toBe(expected)
  })

  it.each([
    '',
    'http://localhost:3000',
    'localhost:3000/hook',
    'localhost:',
    'localhost:0',
    'localhost:65536',
    'me@localhost',
    'a b',
    '[::1',
    '256.256.256.256',
  ])('cannot be %j', (value) => {
    expect(() => parseWebhookTargets([value])).toThrow(
      `--webhook-target must be a host, or a host and a port, such as localhost:3000; found ${JSON.stringify(value)}.`,
    )
  })
})

describe('addressPolicy', () => {
  const own = { host: '127.0.0.1', publicUrl: undefined, trustProxy: 0, webhookTargets: [] }
  const fixture = { origin: null }
  const made = { fixture: null, created_at: 0, seen_at: 0 }
  const operator: Pick<Account, 'origin'> = { origin: { made_by: 'operator', ...made } }
  const visitor: Pick<Account, 'origin'> = { origin: { made_by: 'signup', ...made } }
  const named = parseWebhookTargets(['localhost:3000'])

  it.each([
    [own, fixture, true],
    [own, operator, true],
    [own, visitor, false],
    [{ ...own, host: '::1' }, fixture, true],
    [{ ...own, publicUrl: 'http://localhost:8080' }, fixture, true],
    [{ ...own, host: '0.0.0.0' }, fixture, false],
    [{ ...own, host: '192.168.1.5' }, fixture, false],
    [{ ...own, publicUrl: 'https://sandbox.example' }, fixture, false],
    [{ ...own, trustProxy: 1 }, fixture, false],
    [{ ...own, webhookTargets: named }, fixture, false],
  ])('%j, %j: %s', (config, account, allowLoopback) => {
    const targets = config.webhookTargets
    expect(addressPolicy(config, account)).toMatchObject({ allowLoopback, targets })
  })
})
