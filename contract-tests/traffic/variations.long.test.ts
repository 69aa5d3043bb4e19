import { expect, it } from 'vitest'
import { VARIATIONS } from '../self-test/variations.ts'
import { expectSameLessons } from './testing/both-ways.ts'

it.concurrent.each(VARIATIONS)(
  'learns the same from traffic as a run: $name',
  async (variation) => {
    await expectSameLessons(variation.mutation)

    expect.hasAssertions()
  },
)
