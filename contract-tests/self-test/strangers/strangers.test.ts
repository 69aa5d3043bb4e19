import { expect, it } from 'vitest'
import { checkStranger } from './check.ts'
import { STYLE_NAMES } from './world.ts'

it.each(STYLE_NAMES)('acquits a server in the style %s, and proves most facts', async (style) => {
  const { result, left } = await checkStranger(style)

  expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
  expect(result.outcome).toMatch(/^(passed|incomplete)$/)
  expect(result.facts.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(110)
  expect(left).toEqual([])
})
