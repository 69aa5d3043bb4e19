import { expect, it } from 'vitest'
import { campaignOf, worldWith } from '../../../test/support/worlds.ts'
import { dayNumber } from '../dates.ts'
import type { Check } from '../world/spans.ts'
import type { Timeline } from '../world/timeline.ts'
import { CheckReader } from './check-reader.ts'
import type { Row } from './rows.ts'

const shown = ({ keyword, position, before }: Row) => [keyword.spelled, position, before]

it('reads the same rows in steps, even if they are also read during a pause', () => {
  const world = worldWith([campaignOf({ keywords: ['electric bike', 'city bike', 'cargo bike'] })])
  const timeline = world.timeline('cmp_a') as Timeline
  const first = dayNumber('2025-02-03')
  const [before, check] = timeline.checks({ first, last: first + 1 }) as [Check, Check]
  const expected = new CheckReader(world, timeline).read(check).map(shown)
  const reader = new CheckReader(world, timeline)
  reader.read(before)

  const steps = reader.steps(check)
  steps.next()
  const during = reader.read(check).map(shown)
  let step = steps.next()
  while (!step.done) step = steps.next()

  expect(during).toEqual(expected)
  expect(step.value.map(shown)).toEqual(expected)
})
