import { describe, expect, test } from 'vitest'
import { addNoise, hashText, hex, mix, noise, pick, signed, unit } from './hash.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('hash', () => {
  test('neighbouring inputs give unrelated numbers, spread evenly from 0 to 1', () => {
    const values = range(20_000).map((i) => unit(mix(12_345, i)))
    const buckets = range(20).map(
      (bucket) => values.filter((value) => Math.floor(value * 20) === bucket).length,
    )

    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThan(1)
    // 1,000 expected in each; five standard deviations are 154.
    for (const count of buckets) expect(Math.abs(count - 1000)).toBeLessThan(154)
  })

  test('every bit of either input changes about half of the bits of the result', () => {
    for (const bit of range(32)) {
      let first = 0
      let second = 0
      for (const i of range(400)) {
        first += ones(mix(i, 7) ^ mix(i ^ (1 << bit), 7))
        second += ones(mix(7, i) ^ mix(7, i ^ (1 << bit)))
      }
      expect(Math.abs(first / 400 - 16)).toBeLessThan(1.5)
      expect(Math.abs(second / 400 - 16)).toBeLessThan(1.5)
    }
  })

  test('texts that differ a little have different hashes', () => {
    const texts = range(50_000).map((i) => `keyword ${i}`)

    const hashes = new Set([...texts, ...texts.map((text) => `${text} `)].map((t) => hashText(t)))

    // Among 100,000 draws from 2^32, one or two collide.
    expect(hashes.size).toBeGreaterThan(99_990)
    expect(hashText('same', 1)).not.toBe(hashText('same', 2))
  })

  test('signed numbers lie on both sides of zero and hexadecimal ones have eight digits', () => {
    const values = range(1000).map((i) => signed(mix(i, 1)))

    expect(Math.min(...values)).toBeLessThan(-0.9)
    expect(Math.max(...values)).toBeGreaterThan(0.9)
    for (const i of range(100)) expect(hex(mix(i, 2))).toMatch(/^[0-9a-f]{8}$/)
  })

  test('a pick reaches every element', () => {
    const list = ['a', 'b', 'c']

    expect(new Set(range(100).map((i) => pick(list, mix(i, 3))))).toEqual(new Set(list))
  })

  test('noise is smooth and bounded', () => {
    const run = range(400).map((i) => addNoise(0, 99, i - 100, { length: 30, amplitude: 2 }))

    run.forEach((value, i) => {
      expect(Math.abs(value)).toBeLessThanOrEqual(2)
      expect(value).toBeCloseTo(2 * noise(99, i - 100, 30), 10)
      // The steepest possible step of an eased rise of 4 within 30 days is 4 × 1.5 / 30.
      if (i > 0) expect(Math.abs(value - (run[i - 1] as number))).toBeLessThan(0.2001)
    })
    expect(Math.max(...run) - Math.min(...run)).toBeGreaterThan(1)
  })
})

function ones(value: number): number {
  let count = 0
  for (let rest = value >>> 0; rest > 0; rest >>>= 1) count += rest & 1
  return count
}
