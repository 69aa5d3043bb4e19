import { expect, it } from 'vitest'
import { worstStep } from './table.ts'

it('judges growth by its worst step', () => {
  expect(worstStep([10, 10, 80, 88])).toBe(8)
})
