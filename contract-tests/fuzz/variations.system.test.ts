import { expect, it } from 'vitest'
import { VARIATIONS } from '../self-test/fair.ts'
import { fuzzServer } from '../self-test/suite.ts'
import { STYLE_NAMES } from '../self-test/world.ts'

const IN_TURNS = VARIATIONS.map((variation, at) => {
  const { styles = STYLE_NAMES } = variation
  return { ...variation, style: styles[at % styles.length] ?? ('plain' as const) }
})

it.concurrent.each(IN_TURNS)('accuses nobody of: $kind, $name ($style)', async (variation) => {
  const { result, left } = await fuzzServer(variation, { cases: 3, seed: 20 })

  expect(result.failure).toBeUndefined()
  // A server that grants few requests is left alone before the first of them is spent.
  const isPoor = variation.options?.mainLimit === 100
  expect(result.outcome).toBe(isPoor ? 'could_not_run' : 'passed')
  expect(left).toEqual([])
})
