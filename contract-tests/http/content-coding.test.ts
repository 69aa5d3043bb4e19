import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { withoutCoding } from './response.ts'

const TEXT = JSON.stringify({ success: true, data: ['ü', 1, 2, 3] })
const PLAIN = Buffer.from(TEXT)

const read = (body: Uint8Array, coding?: string, type = 'application/json') =>
  Buffer.from(
    withoutCoding(body, { 'content-encoding': coding, 'content-type': type }, 1_000_000),
  ).toString()

const short = (body: Uint8Array) => body.subarray(0, -5)
const longer = (body: Uint8Array) => Buffer.concat([body, Buffer.from('more')])

it.each<[string, Uint8Array, string | undefined]>([
  ['no header', PLAIN, undefined],
  ['an empty header', PLAIN, ''],
  ['identity', PLAIN, 'identity'],
  ['a character set in place of a coding', PLAIN, 'UTF-8'],
  ['gzip', gzipSync(TEXT), 'gzip'],
  ['x-gzip', gzipSync(TEXT), 'x-gzip'],
  ['gzip in other case, with spaces', gzipSync(TEXT), ' GZip '],
  [
    'gzip in two parts',
    Buffer.concat([gzipSync('{"success":true,'), gzipSync(TEXT.slice(16))]),
    'gzip',
  ],
  ['gzip with zeros behind it', Buffer.concat([gzipSync(TEXT), Buffer.alloc(9)]), 'gzip'],
  ['deflate', deflateSync(TEXT), 'deflate'],
  ['deflate that is hardly compressed', deflateSync(TEXT, { level: 0 }), 'deflate'],
  ['raw deflate', deflateRawSync(TEXT), 'deflate'],
  ['brotli', brotliCompressSync(TEXT), 'br'],
  ['two codings', brotliCompressSync(gzipSync(TEXT)), 'gzip, br'],
  ['gzip twice, as the header says', gzipSync(gzipSync(TEXT)), 'gzip, gzip'],
  ['identity and gzip', gzipSync(TEXT), 'identity, gzip'],
])('reads %s', (_, body, coding) => {
  expect(read(body, coding)).toBe(TEXT)
})

it('reads no body as none, whatever its coding is', () => {
  expect(read(Buffer.alloc(0), 'zstd')).toBe('')
})

it('keeps a file that is gzip itself', () => {
  const file = gzipSync(TEXT)

  expect(withoutCoding(file, { 'content-type': 'application/gzip' }, 100)).toBe(file)
})

describe.each([['gzip'], ['deflate'], ['br']])('%s', (coding) => {
  it.each<[string, Uint8Array]>([
    ['JSON', PLAIN],
    ['a page', Buffer.from('<!doctype html>\n<h1>502</h1>\r\n')],
    ['a list', Buffer.from('[1, 2]')],
    ['one letter', Buffer.from('x')],
  ])('says that %s is not compressed', (_, body) => {
    expect(() => read(body, coding)).toThrow(
      `Content-Encoding is ${coding}, but the body is not compressed`,
    )
  })
})

it.each<[string, Uint8Array, string | undefined, string]>([
  ['a short gzip', short(gzipSync(TEXT)), 'gzip', 'ends too early'],
  ['a gzip without its check', gzipSync(TEXT).subarray(0, -8), 'gzip', 'ends too early'],
  ['the beginning of a gzip', gzipSync(TEXT).subarray(0, 3), 'gzip', 'ends too early'],
  ['a short deflate', short(deflateSync(TEXT)), 'deflate', 'ends too early'],
  ['a short raw deflate', short(deflateRawSync(TEXT)), 'deflate', 'ends too early'],
  ['a short brotli', short(brotliCompressSync(TEXT)), 'br', 'ends too early'],
  ['a gzip with more behind it', longer(gzipSync(TEXT)), 'gzip', 'goes on after its end'],
  ['a gzip that was changed', changed(gzipSync(TEXT)), 'gzip', 'is damaged'],
  ['gzip as deflate', gzipSync(TEXT), 'deflate', 'is gzip'],
  ['gzip as brotli', gzipSync(TEXT), 'br', 'is gzip'],
  ['deflate as gzip', deflateSync(TEXT), 'gzip', 'is deflate'],
  ['brotli as gzip', brotliCompressSync(TEXT), 'gzip', 'is damaged, or in another coding'],
  ['gzip in gzip', gzipSync(gzipSync(TEXT)), 'gzip', 'is compressed once more'],
  ['gzip in brotli', brotliCompressSync(gzipSync(TEXT)), 'br', 'is compressed once more'],
  ['gzip in no coding', gzipSync(TEXT), undefined, 'is gzip'],
  ['gzip in one coding of two', gzipSync(TEXT), 'gzip, gzip', 'is not compressed'],
])('names what is wrong with %s', (_, body, coding, problem) => {
  expect(() => read(body, coding)).toThrow(
    expect.objectContaining({
      kind: 'wrong',
      message: expect.stringContaining(`the body ${problem}`),
    }),
  )
})

it.each<[string, Uint8Array, string, string]>([
  ['a coding that only new versions of Node have', PLAIN, 'zstd', 'coding zstd'],
  ['a coding that no one has', PLAIN, 'constructor', 'coding constructor'],
  ['an unknown coding among others', PLAIN, 'gzip, dcb', 'coding dcb'],
  ['many codings', PLAIN, 'gzip,'.repeat(6), 'coding gzip,gzip'],
])('says that it does not know %s', (_, body, coding, named) => {
  expect(() => read(body, coding)).toThrow(
    expect.objectContaining({ kind: 'unknown', message: expect.stringContaining(named) }),
  )
})

it('does not read a body that unpacks to far more than it has', () => {
  expect(() => read(gzipSync(Buffer.alloc(2_000_000)), 'gzip')).toThrow('a body of more than 1 MB')
})

function changed(body: Buffer): Buffer {
  const copy = Buffer.from(body)
  copy[15] = 255 - (copy[15] as number)
  return copy
}
