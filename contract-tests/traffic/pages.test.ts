import { describe, expect, it } from 'vitest'
import type { Json } from '../http/reading.ts'
import { DEFAULTS } from '../http/settings.ts'
import type { Observed } from './observed.ts'
import { learnFromTraffic } from './testing/both-ways.ts'
import { BASE_URL, seen } from './testing/seen.ts'

const SETTINGS = { ...DEFAULTS, baseUrl: BASE_URL, tokens: { main: '' }, version: '0.0.0' }
const META = { timestamp: '2026-11-23T10:00:00.000Z', version: '1.2.0' }
const QUOTA = {
  'x-ratelimit-limit': '100',
  'x-ratelimit-remaining': '99',
  'x-ratelimit-reset': '1795000000',
}
const ROWS = Array.from({ length: 45 }, (_, index) => ({
  id: `cmp_${index}`,
  name: `No. ${index}`,
}))

/** An app's reads: each query, with its rows and the members that the list has around them. */
type Reads = [query: string, rows: readonly Json[], around?: Json][]

const rows = (from: number, count: number) => ROWS.slice(from, from + count)

function listed(at: number, query: string, items: readonly Json[], around?: Json): Observed {
  const headers = { 'content-type': 'application/json', ...QUOTA }
  const exchange = seen('GET', `/campaigns${query}`, { at, headers })
  const json = { success: true, data: around ? { items, ...around } : items, meta: META }
  const response = { ...exchange.response, json, text: JSON.stringify(json) }
  return { ...exchange, response } as Observed
}

/** `x-paging` of the list of campaigns as traffic shows it. */
function pagingIn(reads: Reads): unknown {
  const observed = reads.map(([query, items, around], at) => listed(at, query, items, around))
  const { overlay } = learnFromTraffic(observed, { ...SETTINGS, runId: 'proxy' })
  const updates = overlay.actions.flatMap((action) => ('update' in action ? [action.update] : []))
  return updates.map((update) => (update as Json)['x-paging']).find((each) => each !== undefined)
}

describe('the pages of an app', () => {
  it.each<[string, Reads, Json]>([
    [
      'a size and an offset',
      [
        ['?per_page=20&start=0', rows(0, 20)],
        ['?per_page=20&start=20', rows(20, 20)],
        ['?per_page=20&start=40', rows(40, 20)],
      ],
      { style: 'offset', size: 'per_page', position: 'start' },
    ],
    [
      'an offset after a list of all rows',
      [
        ['', ROWS],
        ['?per_page=20&skip=20', rows(20, 20)],
        ['?per_page=20&skip=40', rows(40, 20)],
      ],
      { style: 'offset', size: 'per_page', position: 'skip', default: 100 },
    ],
    [
      'numbers of pages, from 0 on',
      [
        ['?page=0&size=20', rows(0, 20)],
        ['?page=1&size=20', rows(20, 20)],
        ['?page=2&size=20', rows(40, 20)],
      ],
      { style: 'page', size: 'size', position: 'page', first: 0 },
    ],
    [
      'numbers of pages of a size that the server ignores',
      [
        ['?page=1&size=50', rows(0, 20)],
        ['?page=2&size=50', rows(20, 20)],
        ['?page=3&size=50', rows(40, 20)],
      ],
      { style: 'page', position: 'page', default: 20 },
    ],
    [
      'cursors',
      [
        ['?size=20', rows(0, 20), { next_cursor: 'b' }],
        ['?size=20&cursor=b', rows(20, 20), { next_cursor: 'c' }],
        ['?size=20&cursor=c', rows(40, 20)],
      ],
      { style: 'cursor', size: 'size', position: 'cursor' },
    ],
  ])('show %s', (_, reads, paging) => {
    expect(pagingIn(reads)).toEqual(paging)
  })

  it.each<[string, Reads]>([
    [
      'a server that ignores the position',
      [
        ['?size=20&start=0', rows(0, 20)],
        ['?size=20&start=20', rows(0, 20)],
        ['?size=20&start=40', rows(0, 20)],
      ],
    ],
    [
      'pages that share rows',
      [
        ['?size=20&start=0', rows(0, 20)],
        ['?size=20&start=20', rows(10, 20)],
        ['?size=20&start=40', rows(25, 20)],
      ],
    ],
    [
      'one page after the first',
      [
        ['?size=20&start=0', rows(0, 20)],
        ['?size=20&start=20', rows(20, 20)],
      ],
    ],
  ])('show nothing with %s', (_, reads) => {
    expect(pagingIn(reads)).toBeUndefined()
  })
})
