import { expect, it } from 'vitest'
import type { Overview } from './figures.ts'
import { marksOf } from './marks.ts'

const NOTHING = { edits: [], moves: [], updates: [] } as unknown as Overview
const textsOf = (data: Partial<Overview>) =>
  marksOf({ ...NOTHING, ...data }).map(({ day, texts }) => [day, ...texts])

it('gathers what happened on a day, the oldest day first', () => {
  const marks = textsOf({
    edits: [
      { time: '2026-01-15T10:00:00Z', kind: 'deleted', campaign_id: 'cmp_b', name: 'B' },
      { time: '2026-01-15T09:00:00Z', kind: 'created', campaign_id: 'cmp_a', name: 'A' },
    ],
    updates: [{ date: '2026-01-12', search_engine: 'google' }],
  })

  expect(marks).toEqual([
    ['2026-01-12', 'Algorithm update of google'],
    ['2026-01-15', '“\u2068A\u2069” created', '“\u2068B\u2069” deleted'],
  ])
})

it.each([
  ['2026-01-01T00:00:00Z', '2026-01-08T00:00:00Z', 'Clock advanced by 7 days'],
  ['2026-01-08T00:00:00Z', '2026-01-08T01:00:00Z', 'Clock advanced by 1 hour'],
  ['2026-01-08T00:00:00Z', '2026-01-08T00:00:20Z', 'Clock advanced by 1 minute'],
  ['2026-01-20T00:00:00Z', '2026-01-08T00:00:00Z', 'Clock set from 20 Jan 2026'],
])('words the move from %s to %s', (from, to, text) => {
  expect(textsOf({ moves: [{ kind: 'advance', from, to }] })).toEqual([['2026-01-08', text]])
})

it('keeps the latest six days, and three texts for each', () => {
  const days = Array.from({ length: 8 }, (_, n) => `2026-01-0${n + 1}`)
  const edits = days.flatMap((day) =>
    ['A', 'B', 'C', 'D'].map((name) => ({
      time: `${day}T09:00:00Z`,
      kind: 'changed' as const,
      campaign_id: 'cmp_a',
      name,
    })),
  )

  const marks = marksOf({ ...NOTHING, edits: edits.toReversed() })

  expect(marks.map(({ day }) => day)).toEqual(days.slice(2))
  expect(marks[0]?.texts).toEqual([
    '“\u2068A\u2069” changed',
    '“\u2068B\u2069” changed',
    '2 more changes',
  ])
})
