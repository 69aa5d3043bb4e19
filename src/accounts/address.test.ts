import { describe, expect, it } from 'vitest'
import { isAllowedAddress } from './address.ts'

describe('isAllowedAddress', () => {
  it.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.8', ['198.51.100.1', '203.0.113.0/24'], true],
    ['203.0.114.8', ['203.0.113.0/24'], false],
    ['::ffff:203.0.113.7', ['203.0.113.7'], true],
    ['::ffff:203.0.113.9', ['203.0.113.0/24'], true],
    ['203.0.113.7', ['::ffff:203.0.113.7'], true],
    ['127.9.9.9', ['::ffff:127.0.0.0/104'], true],
    ['::ffff:127.9.9.9', ['::ffff:127.0.0.0/104'], true],
    ['128.0.0.1', ['::ffff:127.0.0.0/104'], false],
    ['2001:db8::1', ['::ffff:0:0/96'], false],
    ['203.0.113.7', ['::/0'], false],
    ['2001:db8::1', ['2001:0db8:0:0:0:0:0:1'], true],
    ['2001:db8:1::5', ['2001:db8:1::/48'], true],
    ['2001:db8:2::5', ['2001:db8:1::/48'], false],
    ['2001:db8::1', ['203.0.113.0/24'], false],
    ['203.0.113.7', ['2001:db8::/32'], false],
    ['', ['203.0.113.7'], false],
    ['not an address', ['203.0.113.7'], false],
    ['anything', [], true],
  ])('%s of %j: %s', (address, allowed, expected) => {
    expect(isAllowedAddress(address, allowed)).toBe(expected)
  })
})
