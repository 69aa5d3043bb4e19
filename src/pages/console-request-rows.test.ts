import { describe, expect, it } from 'vitest'
import { type Row, withNewer, withOlder } from '../console/client/request-rows.js'

describe('rows of the request log', () => {
  it('puts those that came on top, the newest first', () => {
    const { rows } = withNewer(rowsOf(2, 1), rowsOf(3, 4))

    expect(sequencesOf(rows)).toEqual([4, 3, 2, 1])
  })

  it('takes none twice that a page and the stream both tell', () => {
    const { rows } = withNewer(rowsOf(3, 2), rowsOf(2, 3, 4, 4))

    expect(sequencesOf(rows)).toEqual([4, 3, 2])
    expect(sequencesOf(withOlder(rows, rowsOf(3, 2, 1)).rows)).toEqual([4, 3, 2, 1])
  })

  it('lets go of the oldest where there are too many, and tells how many', () => {
    const { rows, left } = withNewer(rowsOf(3, 2, 1), rowsOf(4, 5), 4)

    expect(sequencesOf(rows)).toEqual([5, 4, 3, 2])
    expect(left).toBe(1)
  })

  it('is the same list where nothing came', () => {
    const before = rowsOf(2, 1)

    expect(withNewer(before, rowsOf(1)).rows).toBe(before)
  })
})

function rowsOf(...sequences: number[]): Row[] {
  return sequences.map((sequence) => ({ id: `req_${sequence}`, sequence }) as Row)
}

function sequencesOf(rows: readonly Row[]): number[] {
  return rows.map(({ sequence }) => sequence)
}
