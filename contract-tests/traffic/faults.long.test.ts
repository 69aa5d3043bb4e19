import { expect, it } from 'vitest'
import { FAULTS } from '../self-test/faults.ts'
import { sampled } from '../self-test/suite.ts'
import { reportEach } from './testing/both-directions.ts'
import { BY_ANOTHER_FACT, UNSEEN_FAULTS } from './testing/unseen-faults.ts'

reportEach(sampled(6, FAULTS))

it('names faults that exist', () => {
  const known = new Set(FAULTS.map(({ name }) => name))

  expect([...UNSEEN_FAULTS, ...BY_ANOTHER_FACT].filter((name) => !known.has(name))).toEqual([])
})
