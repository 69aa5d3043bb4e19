import { expect, it } from 'vitest'
import { fuzzSandbox } from '../support/fuzzing.ts'

/** The same cases each time; `svc-sandbox fuzz` plays others. */
const SEED = 20_261_121

it('keeps the rules of the fuzzer in every case, and is left as it was', async () => {
  const { failure, outcome, untried, leftovers } = await fuzzSandbox({ cases: 60, seed: SEED })

  expect(failure).toBeUndefined()
  expect(outcome).toBe('passed')
  expect(untried).toEqual([])
  expect(leftovers).toEqual([])
})
