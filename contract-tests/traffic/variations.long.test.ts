import { expect, it } from 'vitest'
import { sampled } from '../self-test/suite.ts'
import { VARIATIONS } from '../self-test/variations.ts'
import { expectSameLessons } from './testing/both-ways.ts'

it.concurrent.each(sampled(5, VARIATIONS))(
  'learns the same from traffic as a run: $name',
  async (variation) => {
    await expectSameLessons(variation.mutation)

    expect.hasAssertions()
  },
)
