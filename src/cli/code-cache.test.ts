import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { collectGarbage } from '../../test/support/garbage.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'
import { CodeCache } from './code-cache.ts'

/** A build of two files, with the folder of its cache. */
function buildOf({ answer = 42 as number | string } = {}) {
  const root = temporaryFolder()
  const entry = join(root, 'src', 'entry.cjs')
  mkdirSync(join(root, 'src'))
  writeFileSync(
    entry,
    `const { sep } = require('node:path')
    const { answer } = require('../other.cjs')
    exports.found = { answer: answer(), sep, folder: __dirname }
    exports.later = () => import('node:os')`,
  )
  writeFileSync(join(root, 'other.cjs'), `exports.answer = () => ${JSON.stringify(answer)}`)
  return { root, entry, folder: join(root, '.cache') }
}

function withFlippedBit(bytes: Buffer, at: number): Buffer {
  const flipped = Buffer.from(bytes)
  flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
  return flipped
}

/** Expects that the cache is not used, and that the next start has a new one. */
function expectReplaced(folder: string, entry: string): void {
  const next = new CodeCache(folder, 'one')

  expect(next.load(entry)).toMatchObject({ found: { answer: 42 } })
  expect(next.isComplete).toBe(false)
  next.save()
  const last = new CodeCache(folder, 'one')
  last.load(entry)
  expect(last.isComplete).toBe(true)
}

it('loads files without a cache, and with the one that they leave', async () => {
  const { entry, folder, root } = buildOf()

  const first = new CodeCache(folder, 'one')
  const loaded = first.load(entry) as { found: object; later(): Promise<object> }
  first.save()
  const second = new CodeCache(folder, 'one')

  expect(first.load(entry)).toBe(loaded)
  expect(loaded.found).toEqual({ answer: 42, sep: '/', folder: join(root, 'src') })
  expect(second.load(entry)).toMatchObject({ found: loaded.found })
  expect(second.isComplete).toBe(true)
  expect(await loaded.later()).toHaveProperty('tmpdir')
})

it.each(['plain', 'Zürich', '東京 …'])('loads a file with the text %s as it is', (answer) => {
  const { entry, folder } = buildOf({ answer })

  const first = new CodeCache(folder, 'one')
  const loaded = first.load(entry)
  first.save()
  const second = new CodeCache(folder, 'one')

  expect(loaded).toMatchObject({ found: { answer } })
  expect(second.load(entry)).toMatchObject({ found: { answer } })
  expect(second.isComplete).toBe(true)
})

it('adds the code of files that were loaded later', () => {
  const { entry, folder, root } = buildOf()
  const first = new CodeCache(folder, 'one')
  first.load(join(root, 'other.cjs'))
  first.save()

  const second = new CodeCache(folder, 'one')
  second.load(entry)
  const wasComplete = second.isComplete
  second.save()
  const third = new CodeCache(folder, 'one')
  third.load(entry)

  expect([wasComplete, third.isComplete]).toEqual([false, true])
})

it('leaves the code in the file when a file is loaded after it was saved', () => {
  const { entry, folder, root } = buildOf()
  const first = new CodeCache(folder, 'one')
  first.load(entry)
  first.save()
  writeFileSync(join(root, 'late.cjs'), 'exports.late = 1')

  expect(first.load(join(root, 'late.cjs'))).toEqual({ late: 1 })
  first.save()

  const next = new CodeCache(folder, 'one')
  next.load(entry)
  expect(next.isComplete).toBe(true)
})

it('does not hold the whole file in memory once the code is loaded', () => {
  const { entry, folder, root } = buildOf()
  const texts = JSON.stringify(Array.from({ length: 20_000 }, (_, n) => `text ${n}`))
  writeFileSync(join(root, 'other.cjs'), `exports.texts = ${texts}\nexports.answer = () => 42`)
  const extra = join(root, 'extra.cjs')
  writeFileSync(extra, 'exports.extra = 1')
  const first = new CodeCache(folder, 'one')
  first.load(entry)
  first.load(extra)
  first.save()
  const size = statSync(join(folder, readdirSync(folder)[0] as string)).size
  const buffers = () => {
    for (let n = 0; n < 3; n++) collectGarbage()
    return process.memoryUsage().arrayBuffers
  }
  const before = buffers()

  const next = new CodeCache(folder, 'one')
  next.load(entry)
  next.save()

  expect(buffers() - before).toBeLessThan(size / 2)
  expect(next.load(extra)).toEqual({ extra: 1 })
  expect(next.isComplete).toBe(true)
})

it('does not use the code of another build, even if its files are as long', () => {
  const { entry, folder, root } = buildOf({ answer: 42 })
  const first = new CodeCache(folder, 'one')
  first.load(entry)
  first.save()
  writeFileSync(join(root, 'other.cjs'), 'exports.answer = () => 43')

  const next = new CodeCache(folder, 'two')

  expect(next.load(entry)).toMatchObject({ found: { answer: 43 } })
  expect(next.isComplete).toBe(false)
})

it.each([
  ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['is empty', () => Buffer.alloc(0)],
  ['is something else', () => Buffer.from('{"code":{}}')],
  ['has a wrong bit', (bytes: Buffer) => withFlippedBit(bytes, bytes.length - 400)],
  ['lost a block when the power failed', (bytes: Buffer) => Buffer.from(bytes).fill(0, 200, 400)],
])('loads files with a cache that %s, and replaces it', (_, damage) => {
  const { entry, folder } = buildOf()
  const first = new CodeCache(folder, 'one')
  first.load(entry)
  first.save()
  const [name] = readdirSync(folder)
  const file = join(folder, name as string)
  writeFileSync(file, damage(readFileSync(file)))

  expectReplaced(folder, entry)
  expect(readdirSync(folder)).toEqual([name])
})

it('uses the code of other files when that of one is damaged', () => {
  const { entry, folder, root } = buildOf()
  const extra = join(root, 'extra.cjs')
  writeFileSync(extra, 'exports.extra = 1')
  const first = new CodeCache(folder, 'one')
  first.load(entry)
  first.load(extra)
  first.save()
  const file = join(folder, readdirSync(folder)[0] as string)
  const bytes = readFileSync(file)
  writeFileSync(file, withFlippedBit(bytes, bytes.length - 100))

  const next = new CodeCache(folder, 'one')
  next.load(entry)
  const withoutExtra = next.isComplete

  expect(next.load(extra)).toEqual({ extra: 1 })
  expect([withoutExtra, next.isComplete]).toEqual([true, false])
})

it('keeps the code of files that this start did not load', () => {
  const { entry, folder, root } = buildOf()
  const extra = join(root, 'extra.cjs')
  writeFileSync(extra, 'exports.extra = 1')
  const first = new CodeCache(folder, 'one')
  first.load(extra)
  first.save()
  const second = new CodeCache(folder, 'one')
  second.load(entry)
  second.save()

  const third = new CodeCache(folder, 'one')
  third.load(entry)
  third.load(extra)

  expect(third.isComplete).toBe(true)
})

it('leaves no draft where the file cannot be replaced', () => {
  const { entry, folder } = buildOf()
  const known = new CodeCache(folder, 'one')
  known.load(entry)
  known.save()
  const [name] = readdirSync(folder) as [string]
  rmSync(join(folder, name))
  mkdirSync(join(folder, name))

  const cache = new CodeCache(folder, 'one')
  cache.load(entry)
  cache.save()

  expect(readdirSync(folder)).toEqual([name])
})

it('loads files where no cache can be written', () => {
  const { entry, root } = buildOf()
  const file = join(root, 'file')
  writeFileSync(file, '')
  const cache = new CodeCache(join(file, '.cache'), 'one')

  const loaded = cache.load(entry)
  cache.save()

  expect(loaded).toMatchObject({ found: { answer: 42 } })
  expect(cache.isComplete).toBe(false)
})

type Exposure = [what: string, expose: (file: string) => void]

const EXPOSURES: Exposure[] = [
  ['others can write', (file) => chmodSync(file, 0o666)],
  ['its group can write', (file) => chmodSync(file, 0o664)],
]
// Only root can give files away.
if (process.getuid?.() === 0)
  EXPOSURES.push(['another user owns', (file) => chownSync(file, 65_534, 0)])

it.runIf(process.platform !== 'win32').each(EXPOSURES)(
  'does not run code from a file that %s, and replaces it',
  (_, expose) => {
    const { entry, folder } = buildOf()
    const first = new CodeCache(folder, 'one')
    first.load(entry)
    first.save()
    const [name] = readdirSync(folder)
    expose(join(folder, name as string))

    expectReplaced(folder, entry)
  },
)

it.runIf(process.platform !== 'win32')(
  'writes a file that others cannot write, with any umask',
  () => {
    const { entry, folder } = buildOf()
    const cache = new CodeCache(folder, 'one')
    cache.load(entry)
    const before = process.umask(0)
    try {
      cache.save()
    } finally {
      process.umask(before)
    }

    const next = new CodeCache(folder, 'one')
    next.load(entry)
    expect(next.isComplete).toBe(true)
  },
)
