import { expect, it } from 'vitest'
import { readableOnly } from './headers.ts'

it.each([
  ['gzip, deflate, br, zstd', 'gzip, deflate, br'],
  ['gzip, deflate, br', 'gzip, deflate, br'],
  ['ZSTD;q=1, GZip;q=0.5', 'GZip;q=0.5'],
  ['gzip ; q=0.5,zstd', 'gzip ; q=0.5'],
  ['dcb, dcz, br', 'br'],
  ['compress, x-gzip', 'x-gzip'],
  ['zstd', 'identity'],
  ['*', 'gzip, deflate, br'],
  ['*;q=0.1', 'gzip;q=0.1, deflate;q=0.1, br;q=0.1'],
  ['br, *;q=0.1', 'br, gzip;q=0.1, deflate;q=0.1'],
  ['br;q=0, *', 'br;q=0, gzip, deflate'],
  ['gzip, *;q=0', 'gzip, *;q=0'],
  ['zstd, *; q=0.000', '*; q=0.000'],
  ['identity', 'identity'],
  ['identity;q=0, zstd, gzip', 'identity;q=0, gzip'],
  ['zstd, identity;q=0', 'identity;q=0'],
  ['constructor, gzip', 'gzip'],
  ['', ''],
])('offers %j as %j', (sent, offered) => {
  expect(readableOnly(sent)).toBe(offered)
})
