import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isNestedDeeper } from './nesting.ts'

describe('the nesting of a JSON text', () => {
  it('is that of its value, whatever its strings hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }), (value) => {
        const depth = depthOf(value)
        const text = Buffer.from(JSON.stringify(value))

        expect(isNestedDeeper(text, depth)).toBe(false)
        if (depth > 0) expect(isNestedDeeper(text, depth - 1)).toBe(true)
      }),
    )
  })

  it('is found without reading what comes after it', () => {
    expect(isNestedDeeper(Buffer.from('[[['), 2)).toBe(true)
    expect(isNestedDeeper(Buffer.from('"[[[\\"[[['), 2)).toBe(false)
  })
})

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}
