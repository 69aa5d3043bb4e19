import { describe, expect, it } from 'vitest'
import { table } from './table.ts'

const TITLES = ['ID', 'NAME', 'PERMISSIONS', 'COUNT']
const ROWS = [
  ['key_1', 'Dashboard of the office', 'campaigns:read rankings:read', 12],
  ['key_2', 'Any', '*', null],
]

describe('table', () => {
  it('is as wide as its texts if there is room', () => {
    expect(table(TITLES, ROWS, 80)).toEqual([
      'ID     NAME                     PERMISSIONS                   COUNT',
      'key_1  Dashboard of the office  campaigns:read rankings:read     12',
      'key_2  Any                      *                                 –',
    ])
  })

  it('wraps cells in a narrow terminal without cutting words', () => {
    expect(table(TITLES, ROWS, 48)).toEqual([
      'ID     NAME              PERMISSIONS       COUNT',
      'key_1  Dashboard of the  campaigns:read       12',
      '       office            rankings:read',
      'key_2  Any               *                     –',
    ])
    expect(table(TITLES, ROWS, 10)[1]).toBe('key_1  Dashboard  campaigns:read     12')
  })
})
