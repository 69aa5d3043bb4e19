import fc from 'fast-check'
import { expect, test } from 'vitest'
import { campaignOf } from '../../../test/support/worlds.ts'
import { Timeline } from './timeline.ts'
import { TimelineList } from './timeline-list.ts'

const START = Date.parse('2025-01-01T12:00:00.000Z')

/** Several begin at the same time. */
const all = Array.from({ length: 900 }, (_, n) => {
  const created_at = new Date(START + Math.floor(n / 3) * 1_000).toISOString()
  return Timeline.of(campaignOf({ id: `cmp_${(n * 7919) % 1009}`, created_at }))
})

const sets = fc.uniqueArray(fc.nat(all.length - 1), { maxLength: all.length, size: 'max' })

test('a version has the timelines of a list that is made of them, in the same order', () => {
  fc.assert(
    fc.property(fc.array(sets, { minLength: 2, maxLength: 6 }), (versions) => {
      let list = TimelineList.of([])
      let before = new Set<Timeline>()
      for (const version of versions) {
        const after = new Set(version.map((n) => all[n] as Timeline))
        const earlier = list
        list = list.with(
          [...before].filter((each) => !after.has(each)),
          [...after].filter((each) => !before.has(each)),
        )
        expect([...list]).toEqual([...TimelineList.of(after)])
        expect(list.first).toBe([...list][0])
        expect([...earlier]).toEqual([...TimelineList.of(before)])
        const apart = all.filter((each) => before.has(each) !== after.has(each))
        const begins = apart.map(({ begin }) => begin)
        expect(list.differsFrom(earlier)).toBe(Math.min(...begins, Number.POSITIVE_INFINITY))
        before = after
      }
    }),
    { numRuns: 30 },
  )
})

test('a newcomer makes one chunk of a long list again', () => {
  const list = TimelineList.of(all.slice(0, -1))

  const { chunks } = list.with([], all.slice(-1))

  expect(chunks.filter((chunk) => !list.chunks.includes(chunk))).toHaveLength(1)
})
