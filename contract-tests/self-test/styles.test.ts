import { expect, it } from 'vitest'
import { checkServer } from './suite.ts'
import { STYLE_NAMES, TOKENS } from './world.ts'

it.each(STYLE_NAMES)('acquits a server in the style %s, and proves most facts', async (style) => {
  const { result, left } = await checkServer({ style }, { tokens: TOKENS })

  expect(result.checks.flatMap(({ failures }) => failures)).toEqual([])
  expect(result.outcome).toMatch(/^(passed|incomplete)$/)
  expect(result.facts.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(110)
  expect(left).toEqual([])
})
