import { describe, expect, it } from 'vitest'
import { type Row, withNewer, withOlder } from './request-rows.ts'

describe('rows of the request log', () => {
  it('adds new rows on top, the newest first', () => {
    const { rows } = withNewer(rowsOf(2, 1), rowsOf(3, 4))

    expect(sequencesOf(rows)).toEqual([4, 3, 2, 1])
  })

  it('skips rows that both a page and the stream contain', () => {
    const { rows } = withNewer(rowsOf(3, 2), rowsOf(2, 3, 4, 4))

    expect(sequencesOf(rows)).toEqual([4, 3, 2])
    expect(sequencesOf(withOlder(rows, rowsOf(3, 2, 1)).rows)).toEqual([4, 3, 2, 1])
  })

  it('drops the oldest rows above the limit, and counts them', () => {
    const { rows, left } = withNewer(rowsOf(3, 2, 1), rowsOf(4, 5), 4)

    expect(sequencesOf(rows)).toEqual([5, 4, 3, 2])
    expect(left).toBe(1)
  })

  it('keeps the same list without new rows', () => {
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
