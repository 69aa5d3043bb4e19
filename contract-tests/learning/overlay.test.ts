import { expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Exchange } from '../http/exchange.ts'
import type { Json } from '../http/reading.ts'
import type { Lesson } from './lesson.ts'
import { mergedInto, overlayOf, overlayText } from './overlay.ts'

const sample = { method: 'GET' } as Exchange
const lesson = (unit: string): Lesson => ({
  open: '§8 does not show the unit.',
  seen: `the reset counts in ${unit}`,
  changes: [{ target: '$.components', update: { 'x-unit': unit } }],
  samples: [sample, sample],
  of: 2,
})
const overlay = (day: string, unit = 'remaining_seconds') =>
  overlayOf([lesson(unit)], [], { baseUrl: 'https://x.example/api', day, exchanges: [sample] })
const inFile = (of: ReturnType<typeof overlay>): Json => parse(overlayText(of, 'x.har'))

it('stays as it is where the same was learned before, whenever that was', () => {
  expect(mergedInto(overlay('2026-11-22'), inFile(overlay('2026-11-21')))).toBeUndefined()
})

it('is replaced if something else was learned, and keeps actions that were written by hand', () => {
  const byHand = { target: '$.info', description: 'Ours.', update: { title: 'Staging' } }
  const former = inFile(overlay('2026-11-21'))
  const actions = [byHand, ...(former.actions as Json[])]

  const merged = mergedInto(overlay('2026-11-22', 'epoch_seconds'), { ...former, actions })

  expect(merged?.actions).toHaveLength(2)
  expect(merged?.actions[0]).toMatchObject({ update: { 'x-unit': 'epoch_seconds' } })
  expect(merged?.actions[1]).toEqual(byHand)
})

it('loses what a server no longer does otherwise, and is written for one that never did', () => {
  const none = { ...overlay('2026-11-22'), actions: [] }

  expect(mergedInto(none, inFile(overlay('2026-11-21')))?.actions).toEqual([])
  expect(mergedInto(none, undefined)?.actions).toEqual([])
  expect(mergedInto(none, { actions: [] })).toBeUndefined()
})

it('reads back from its text as what it is, and says who wrote it', () => {
  const text = overlayText(overlay('2026-11-21'), 'staging.har')

  expect(parse(text)).toEqual(overlay('2026-11-21'))
  expect(text).toMatch(/^# Written by `svc-sandbox learn`.*/)
  expect(text).toContain('staging.har')
  expect(text).toContain('entries: [0, 0]')
})
