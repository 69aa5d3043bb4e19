import { expect, test } from 'vitest'
import { prefersTo } from './run.ts'

test.each([
  'text/csv',
  'Text/CSV',
  'text/*',
  'text/csv, */*',
  'application/json;q=0.5, text/csv',
  'application/json; q=0.5, text/csv; charset=utf-8; q=0.6',
  'application/json;q=0, */*',
  'application/json;q=0.1,text/csv;q=0.2',
])('%j ranks CSV above JSON', (accept) => {
  expect(prefersTo(accept, 'text/csv', 'application/json')).toBe(true)
})

test.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'application/json, text/csv',
  'text/csv, application/json',
  'text/csv;q=0.9, application/json',
  'text/csv;q=0.9, */*',
  'text/*, application/json',
  'text/csv;q=0',
  'text/csv;q=0, */*;q=0.1',
  'image/png',
  'text/html, */*;q=0.8',
  'text/csvx',
])('%j does not', (accept) => {
  expect(prefersTo(accept, 'text/csv', 'application/json')).toBe(false)
})
