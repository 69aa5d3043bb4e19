import { expect, test } from 'vitest'
import { kindOf, prevailingKind } from './kinds.ts'

test.each([
  ['best crm for small teams', 'software'],
  ['hotel booking app', 'software'],
  ['kids bike 20 inch', 'goods'],
  ['kitchen knives', 'goods'],
  ['smart watches', 'goods'],
  ['aa batteries', 'goods'],
  ['gantt charts', 'software'],
  ['flower shops', 'goods'],
  ['pizza delivery', 'food'],
  ['best protein bars', 'food'],
  ['best pizza near me', 'dining'],
  ['pizzeria', 'dining'],
  ['hotel with spa dublin', 'lodging'],
  ['city breaks', 'travel'],
  ['airport parking', 'transport'],
  ['bike repair near me', 'trades'],
  ['seo agency london', 'professional'],
  ['travel insurance', 'finance'],
  ['dental check-up for nervous patients', 'health'],
  ['learn spanish online', 'education'],
  ['weekend market', undefined],
  ['東京', undefined],
] as const)('%s is of the kind %s', (keyword, kind) => expect(kindOf(keyword)).toBe(kind))

test('the kind of most keywords prevails, and generic where none is known', () => {
  expect(prevailingKind(['crm', 'hotel', 'seo tool'])).toEqual({ kind: 'software', count: 2 })
  expect(prevailingKind(['market'])).toEqual({ kind: 'generic', count: 0 })
})
