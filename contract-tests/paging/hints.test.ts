import { expect, it } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { completeness, nextQuery, totalOf } from './hints.ts'

const ROWS = [{ id: 'a' }, { id: 'b' }]

function listOf(data: unknown, headers: Record<string, string> = {}, query = ''): Exchange {
  const json = { success: true, data }
  const response = { status: 200, headers, text: JSON.stringify(json), isUtf8: true, json }
  const url = `http://localhost/api/campaigns${query}`
  return {
    credential: 'main',
    operation: 'listCampaigns',
    method: 'GET',
    url,
    requestHeaders: {},
    response,
    startedAt: 0,
    endedAt: 0,
  }
}

it.each([
  ['a total', listOf({ items: ROWS, total: 5, page: 1 }), 'page=2'],
  ['an offset', listOf({ items: ROWS, total: 5, offset: 2 }), 'offset=4'],
  ['a cursor', listOf({ items: ROWS, next_cursor: 'xyz' }), 'cursor=xyz'],
  ['a token', listOf({ items: ROWS, nextToken: 'xyz' }), 'nextToken=xyz'],
  ['an address', listOf({ items: ROWS, next: 'https://other.invalid/x?page=2' }), 'page=2'],
  ['a Link', listOf({ items: ROWS }, { link: '</campaigns?page=2>; rel="next"' }), 'page=2'],
  ['the last page', listOf({ items: ROWS, total: 2, page: 1 }), undefined],
  ['its own address', listOf({ items: ROWS, next: '/x?page=2' }, {}, '?page=2'), undefined],
  ['nothing', listOf({ items: ROWS }), undefined],
])('finds the query of the next page: %s', (_name, list, query) => {
  expect(nextQuery(list)).toBe(query)
})

it.each([
  ['more rows than these', listOf({ items: ROWS, total: 5 }), 'more', 5],
  ['these rows', listOf({ items: ROWS, total: 2 }), 'whole', 2],
  ['a count of the page', listOf({ items: ROWS, count: 2 }), 'unknown', undefined],
  ['has_more', listOf({ items: ROWS, has_more: false }), 'whole', undefined],
  ['X-Total-Count', listOf({ items: ROWS }, { 'x-total-count': '7' }), 'unknown', 7],
] as const)('reads whether a list is whole: %s', (_name, list, said, total) => {
  expect([completeness(list), totalOf(list)]).toEqual([said, total])
})
