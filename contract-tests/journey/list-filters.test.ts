import { expect, it } from 'vitest'
import type { Exchange } from '../http/exchange.ts'
import { effectOf, formsFrom, listQuery } from './list-filters.ts'

it.each([
  ['', 'keywords=a%20b&keywords=c'],
  ['[]', 'keywords%5B%5D=a%20b&keywords%5B%5D=c'],
  [',', 'keywords=a%20b%2Cc'],
  ['|', 'keywords=a%20b%7Cc'],
  ['JSON', 'keywords=%5B%22a%20b%22%2C%22c%22%5D'],
] as const)('writes a list in the form "%s"', (form, query) => {
  expect(listQuery(form, 'keywords', ['a b', 'c'])).toBe(query)
})

it('tries the form that is known to work first, and each once', () => {
  expect(formsFrom('|')).toEqual(['|', '', '[]', ',', 'JSON'])
})

const ASKED = { wanted: ['a', 'b', 'none'], expected: ['a', 'b'], others: ['c', 'd'] }

it.each([
  [['a', 'b'], 'works'],
  [['A', 'b'], 'works'],
  [['a'], 'partly'],
  [['a', 'b', 'c'], 'loose'],
  [['a', 'b', 'c', 'd'], 'ignored'],
  [[], 'empty'],
])('reports what a server made of a filter: %j', (shown, effect) => {
  expect(effectOf(answer(shown), shown, ASKED)).toBe(effect)
})

function answer(shown: string[]): Exchange {
  const json = { success: true, data: shown.map((keyword) => ({ keyword, position: 1 })) }
  const response = { status: 200, headers: {}, text: JSON.stringify(json), isUtf8: true, json }
  return {
    credential: 'main',
    method: 'GET',
    url: 'http://localhost/api/serp/rankings',
    requestHeaders: {},
    response,
    startedAt: 0,
    endedAt: 0,
  }
}
