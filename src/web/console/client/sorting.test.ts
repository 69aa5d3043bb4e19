import { expect, it } from 'vitest'
import { found, nextSorting, sorted, sortingIn, sortingText } from './sorting.ts'

const ROWS = [
  { keyword: 'tandem', position: 12 },
  { keyword: 'Élan bike', position: null },
  { keyword: 'cargo bike', position: 3 },
  { keyword: 'bike 10', position: 3 },
  { keyword: 'bike 9', position: undefined },
]
const keywords = (rows: readonly { keyword: string }[]) => rows.map(({ keyword }) => keyword)

it('sorts numbers, with rows without one last in both directions', () => {
  const by = ({ position }: (typeof ROWS)[number]) => position

  expect(keywords(sorted(ROWS, by))).toEqual([
    'cargo bike',
    'bike 10',
    'tandem',
    'Élan bike',
    'bike 9',
  ])
  expect(keywords(sorted(ROWS, by, true))).toEqual([
    'tandem',
    'cargo bike',
    'bike 10',
    'Élan bike',
    'bike 9',
  ])
})

it('sorts texts as people do, with numbers by value', () => {
  expect(keywords(sorted(ROWS, ({ keyword }) => keyword))).toEqual([
    'bike 9',
    'bike 10',
    'cargo bike',
    'Élan bike',
    'tandem',
  ])
})

it('finds rows with every word, in any text, ignoring case and accents', () => {
  const search = (text: string) => keywords(found(ROWS, text, ({ keyword }) => [keyword, 'serp']))

  expect(search('BIKE elan')).toEqual(['Élan bike'])
  expect(search('serp tandem')).toEqual(['tandem'])
  expect(search('  ')).toEqual(keywords(ROWS))
  expect(search('bike tandem')).toEqual([])
})

it('reads the order from the address, and turns it with a second press', () => {
  const fallback = { by: 'keyword', descending: false } as const
  const read = (text: string) => sortingIn(text, ['keyword', 'position'], fallback)

  expect(read('-position')).toEqual({ by: 'position', descending: true })
  expect(read('nope')).toEqual(fallback)
  const once = nextSorting(read(''), 'position')
  expect([sortingText(once), sortingText(nextSorting(once, 'position'))]).toEqual([
    'position',
    '-position',
  ])
})
