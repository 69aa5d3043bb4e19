import { expect, it } from 'vitest'
import { coresIn, whyNot } from './processes.ts'

it('says what it needs on a system without /proc, and nothing on Linux', () => {
  expect(whyNot('npm run test:soak -- soak', 'darwin')).toMatch(
    /^npm run test:soak -- soak needs Linux: .*\/proc.*darwin/,
  )
  expect(whyNot('npm run test:soak -- soak', 'linux')).toBeUndefined()
})

it.each([
  ['0-1', [0, 1]],
  ['3', [3]],
  ['2-3,6,8-9\n', [2, 3, 6, 8, 9]],
  ['', []],
])('reads the list of cores %j', (list, cores) => {
  expect(coresIn(list)).toEqual(cores)
})
