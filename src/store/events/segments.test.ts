import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test, vi } from 'vitest'
import { collectGarbage } from '../../../test/support/garbage.ts'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import type { LazyText } from './event-log.ts'
import { FileSegments } from './file-segments.ts'
import { OpenFiles } from './open-files.ts'
import { MemorySegments, type Place } from './segments.ts'

test('lines in memory are read as they were appended, compressed or not', () => {
  const segments = new MemorySegments(500_000)
  const lines = Array.from({ length: 4_000 }, (_, n) => `{"number":${n}}\t"${'ä'.repeat(n)}"`)
  const places = lines.flatMap((_, n) =>
    n % 3 === 0 ? segments.append(lines.slice(n, n + 3)) : [],
  )

  expect(segments.count).toBeGreaterThan(2)
  expect(places.map((place) => segments.read(place))).toEqual(lines)
  expect(places.toReversed().map((place) => segments.read(place))).toEqual(lines.toReversed())
})

test('lines in files are read as they were appended, short, long and all at once', async () => {
  const segments = inFiles(temporaryFolder())
  // Lone surrogates become U+FFFD, which is longer.
  const lines = Array.from({ length: 400 }, (_, n) => `${n}\t${'aäあ😀'.repeat(n)}`)
  const long = ['x'.repeat(70_000), 'あ'.repeat(30_000), '\ud800', '', 'last']

  const places = [...segments.append(lines), ...segments.append(long)]

  const expected = [...lines, ...long.map((line) => Buffer.from(line).toString())]
  expect(places.map((place) => segments.read(place))).toEqual(expected)
})

test('lines that fill the disk leave nothing behind', async () => {
  const folder = temporaryFolder()
  const segments = inFiles(folder)
  segments.append(['first'])
  const { writeSync } = fs
  let writes = 0
  const free = () => {
    fs.writeSync = writeSync
    syncBuiltinESMExports()
  }
  onTestFinished(free)
  fs.writeSync = ((file: number, bytes: Uint8Array, offset: number) => {
    writes += 1
    if (writes > 1) throw new Error('ENOSPC')
    return writeSync(file, bytes, offset)
  }) as typeof writeSync
  syncBuiltinESMExports()

  const many = Array.from({ length: 200 }, () => 'x'.repeat(1000))
  expect(() => segments.append(many)).toThrow('ENOSPC')
  free()
  segments.append(['second'])

  const found: string[] = []
  await inFiles(folder).replay((line) => found.push(line))
  expect(writes).toBe(2)
  expect(found).toEqual(['first', 'second'])
})

function inFiles(folder: string): FileSegments {
  const files = new OpenFiles()
  onTestFinished(() => files.closeAll())
  return new FileSegments({ folder, accountId: 'acc_a', segmentBytes: 1_000_000 }, files)
}

/** Lazy lines of about 1,000 characters; `build` records which ones are built. */
function lazyLines(count: number) {
  const build = vi.fn((number: number) => `{"lazy":${number}}`)
  const lines = Array.from({ length: count }, (_, number): LazyText => {
    return { length: 1_000, build: () => build(number) }
  })
  return { lines, build }
}

test('lazy lines are built when they are read, each once, with those next to them', () => {
  const segments = new MemorySegments(10_000_000)
  const { lines, build } = lazyLines(1_000)
  const places = lines.flatMap((lazy, n) => segments.append([`{"number":${n}}`, lazy]))
  expect(build).not.toHaveBeenCalled()

  const texts = () => places.map((place) => segments.read(place))

  expect(segments.read(places[201] as Place)).toBe('{"lazy":100}')
  expect(build.mock.calls.length).toBeLessThan(100)
  const expected = lines.flatMap((_, n) => [`{"number":${n}}`, `{"lazy":${n}}`])
  expect(texts()).toEqual(expected)
  expect(texts().toReversed()).toEqual(expected.toReversed())
  expect(build).toHaveBeenCalledTimes(1_000)
})

test.each(['at once', 'later'])(
  'lazy lines that are read %s are compressed as others are',
  (when) => {
    const build = () => JSON.stringify('x'.repeat(40_000))
    const segments = new MemorySegments(1_000_000_000)
    collectGarbage()
    const before = process.memoryUsage().heapUsed

    // Two fill a block; one of them is read.
    const places = Array.from({ length: 1_500 }, (_, n) => {
      const [place] = segments.append([{ length: 40_000, build }]) as [Place]
      if (when === 'at once' && n % 2 === 0) segments.read(place)
      return place
    })
    for (const [n, place] of places.entries()) if (n % 2 === 0) segments.read(place)

    collectGarbage()
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000)
    expect(segments.read(places[0] as Place)).toBe(build())
  },
)

test('a lazy line that is forgotten is never built, and those next to it are', () => {
  const segments = new MemorySegments(10_000_000)
  const { lines, build } = lazyLines(150)
  const places = segments.append(lines)
  const [old, recent] = [places[3] as Place, places[149] as Place]

  for (const place of [old, recent]) segments.forget(place)
  segments.append(lazyLines(100).lines)

  expect(segments.read(places[4] as Place)).toBe('{"lazy":4}')
  expect(segments.read(places[148] as Place)).toBe('{"lazy":148}')
  expect(build).not.toHaveBeenCalledWith(3)
  expect(build).not.toHaveBeenCalledWith(149)
})

test('of very many lazy lines, the oldest are built, unless their segment is dropped', () => {
  const segments = new MemorySegments(20_000_000)
  const { lines, build } = lazyLines(60_000)

  segments.append(lines.slice(0, 40_000))
  const builtOf40 = build.mock.calls.length
  build.mockClear()
  segments.append(lines.slice(40_000, 41_000))
  segments.dropOldest()
  const places = segments.append(lines.slice(41_000))

  // Lines of a block are built together.
  expect(Math.abs(builtOf40 - (40_000 - 32_768))).toBeLessThan(70)
  expect(build.mock.calls.length).toBeLessThan(1_070)
  expect(segments.count).toBe(1)
  expect(segments.read(places[0] as Place)).toBe('{"lazy":41000}')
})
