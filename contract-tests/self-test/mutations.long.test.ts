import { expect, it } from 'vitest'
import { FAULTS } from './faults.ts'
import { withoutEffect } from './script.ts'
import { EDGE_VARIATIONS } from './variations/edges.ts'
import { VARIATIONS } from './variations.ts'

it('each mutation changes at least one response of the script', () => {
  // What an edge does depends on the time.
  const ofTheService = VARIATIONS.filter((each) => !EDGE_VARIATIONS.includes(each))

  expect(withoutEffect([...FAULTS, ...ofTheService])).toEqual([])
})
