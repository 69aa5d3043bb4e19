import { describe, expect, it } from 'vitest'
import { isPermitted } from './key.ts'

describe('isPermitted', () => {
  it.each([
    [['*'], 'campaigns:write', true],
    [['campaigns:read'], 'campaigns:read', true],
    [['campaigns:read'], 'campaigns:write', false],
    [['campaigns:*'], 'campaigns:write', true],
    [['campaigns:*'], 'rankings:read', false],
    [['campaign'], 'campaigns:read', false],
    [[], 'campaigns:read', false],
  ])('%j for %s: %s', (granted, required, expected) => {
    expect(isPermitted(granted, required)).toBe(expected)
  })
})
