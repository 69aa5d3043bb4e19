import { expect, test } from 'vitest'
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
