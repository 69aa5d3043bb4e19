import { expect, it } from 'vitest'
import { SEQUENCES } from '../self-test/bugs/sequences.ts'
import { fuzzServer, HURRIED } from '../self-test/suite.ts'

/** One under which each is found early, so that the tests are quick. */
const SEED = 4

it.concurrent.each(SEQUENCES)('finds and shrinks: $name', async ({ plant, requests }) => {
  const { result } = await fuzzServer(plant, { cases: 1000, seed: SEED, ...HURRIED })

  expect(result.outcome).toBe('failed')
  expect(result.failure?.requests.length).toBeLessThanOrEqual(requests)
})
