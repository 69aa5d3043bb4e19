/**
 * A deterministic source of numbers: equal inputs give equal numbers on every machine and in any order. The mixing
 * is the finaliser of MurmurHash3 (Austin Appleby, public domain), which costs a few nanoseconds; a seeded
 * generator object would cost a hundred times that per value.
 */

/** Mixes two 32-bit integers into one; every bit of either changes about half of the result. */
export function mix(a: number, b: number): number {
  let hash = a ^ Math.imul(b ^ 0x7f4a7c15, 0x9e3779b1)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** Hashes text once; derive further numbers from the result with `mix`, which is far cheaper. */
export function hashText(text: string, seed = 0): number {
  let hash = seed ^ text.length
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x5bd1e995)
    hash ^= hash >>> 15
  }
  return mix(hash, seed)
}

/** A hash as a number from 0 to below 1. */
export function unit(hash: number): number {
  return (hash >>> 0) / 0x100000000
}

/** A hash as a number from −1 to below 1. */
export function signed(hash: number): number {
  return (hash | 0) / 0x80000000
}

/** The element of a non-empty list that a hash selects. */
export function pick<T>(list: readonly T[], hash: number): T {
  return list[Math.floor(unit(hash) * list.length)] as T
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Eight hexadecimal digits. `toString(16)` takes fifteen times as long. */
export function hex(hash: number): string {
  const [a, b] = [BYTES[hash >>> 24] as string, BYTES[(hash >>> 16) & 255] as string]
  return a + b + BYTES[(hash >>> 8) & 255] + BYTES[hash & 255]
}

/**
 * Adds smooth noise from −amplitude to amplitude to a sum: random values at knots that are `length` days apart, with smooth
 * transitions.
 */
export function addNoise(
  sum: number,
  stream: number,
  day: number,
  { length, amplitude }: { length: number; amplitude: number },
): number {
  const knot = Math.floor(day / length)
  const from = amplitude * signed(mix(stream, knot))
  const rise = amplitude * signed(mix(stream, knot + 1)) - from
  const t = (day - knot * length) / length
  return sum + from + rise * (t * t * (3 - 2 * t))
}

/** Smooth noise from −1 to 1; `at` may lie between two days. */
export function noise(stream: number, at: number, length: number): number {
  const knot = Math.floor(at / length)
  const t = at / length - knot
  const from = signed(mix(stream, knot))
  return from + (signed(mix(stream, knot + 1)) - from) * t * t * (3 - 2 * t)
}
