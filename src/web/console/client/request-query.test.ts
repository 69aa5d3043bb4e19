import { expect, it } from 'vitest'
import { parseQuery, queryOf } from './request-query.ts'

const OPERATIONS = ['listCampaigns', 'getCampaign']

it.each([
  ['', {}],
  ['status:4xx op:listCampaigns', { status: '4xx', operation: 'listCampaigns' }],
  ['METHOD:post path:/campaigns', { method: 'POST', path: '/campaigns' }],
  ['fault:yes valid:no key:none', { fault: 'yes', valid: 'no', key: 'none' }],
  ['operation:getCampaign', { operation: 'getCampaign' }],
  ['since:2026-01-15T09:30:00Z', { since: '2026-01-15T09:30:00Z' }],
  ['since:2026-01-15', { since: '2026-01-15' }],
  ['brand alerts', { text: 'brand alerts' }],
  ['brand status:429 alerts', { text: 'brand alerts', status: '429' }],
  ['"status:4xx"', { text: 'status:4xx' }],
  ['"it\'s \\"quoted\\""', { text: 'it\'s "quoted"' }],
  ['"not closed', { text: 'not closed' }],
  ['path:"/a b"', { path: '/a b' }],
  ['at 12:30', { text: 'at 12:30' }],
])('reads %s', (search, filter) => {
  expect(parseQuery(search, OPERATIONS)).toEqual({ filter, problems: [] })
})

it.each([
  ['sttus:4xx', 'There is no field "sttus". Did you mean status?'],
  ['colour:red', 'The fields are status, op, method, path'],
  ['http://x', 'write "http://x" in quotes'],
  ['status:9xx', 'status: must be a status such as 404'],
  ['status:', 'status: must be a status'],
  ['op:listCampaing', 'There is no operation "listCampaing". Did you mean listCampaigns?'],
  ['method:GETT', 'method: must be a method: GET, PUT, POST'],
  ['fault:maybe', 'fault: must be yes, no or the id of a rule.'],
  ['status:4xx status:5xx', 'status: can be given only once.'],
  ['-status:4xx', 'a search cannot exclude'],
  ['x'.repeat(201), 'at most 200 characters'],
])('refuses %s', (search, problem) => {
  const { filter, problems } = parseQuery(search, OPERATIONS)

  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(problem)
  expect(filter).toEqual(search === 'status:4xx status:5xx' ? { status: '4xx' } : {})
})

it('accepts any operation until the known ones are loaded', () => {
  expect(parseQuery('op:anything').problems).toEqual([])
})

it.each([
  {},
  { status: '4xx', operation: 'listCampaigns', text: 'brand' },
  { text: 'status:4xx' },
  { text: 'a "quoted"  \\ text' },
  { path: '/a b', key: 'key_1' },
  { text: ' around ' },
])('writes a search that reads as %j', (filter) => {
  const expected = filter.text === ' around ' ? { text: 'around' } : filter
  expect(parseQuery(queryOf(filter)).filter).toEqual(expected)
})
