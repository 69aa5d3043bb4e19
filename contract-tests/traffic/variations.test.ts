import { expect, it } from 'vitest'
import { VARIATIONS } from '../self-test/variations.ts'
import { expectSameLessons } from './testing/both-ways.ts'

const SAMPLE = 'The list is paged by cursor, with the next one next to data'

it.each([
  { name: 'The conforming server', mutation: undefined },
  ...VARIATIONS.filter(({ name }) => name === SAMPLE),
])('learns the same from traffic as a run: $name', async ({ mutation }) => {
  await expectSameLessons(mutation)

  expect.hasAssertions()
})
