import { expect, it } from 'vitest'
import { whyNot } from './linux.ts'

it('says what it needs on a system without /proc, and nothing on Linux', () => {
  expect(whyNot('npm run soak', 'darwin')).toMatch(/^npm run soak needs Linux: .*\/proc.*darwin/)
  expect(whyNot('npm run soak', 'linux')).toBeUndefined()
})
