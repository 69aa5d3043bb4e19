import { expect, it } from 'vitest'
import { FAULTS } from './faults.ts'
import { withoutEffect } from './script.ts'
import { VARIATIONS } from './variations.ts'

it('each mutation changes at least one response of the script', () => {
  expect(withoutEffect([...FAULTS, ...VARIATIONS])).toEqual([])
})
