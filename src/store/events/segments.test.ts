import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { FileSegments } from './file-segments.ts'
import { OpenFiles } from './open-files.ts'
import { MemorySegments } from './segments.ts'

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
