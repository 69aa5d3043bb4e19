import { expect, it } from 'vitest'
import { coresIn } from './cores.ts'

it.each([
  ['0-1', [0, 1]],
  ['3', [3]],
  ['2-3,6,8-9\n', [2, 3, 6, 8, 9]],
  ['', []],
])('reads the list of cores %j', (list, cores) => {
  expect(coresIn(list)).toEqual(cores)
})
