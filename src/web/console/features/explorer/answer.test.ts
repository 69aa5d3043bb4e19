import { expect, it } from 'vitest'
import { fileNameOf, filesIn, kindOf } from './answer.ts'

it.each([
  ['application/json; charset=utf-8', 10, 'json'],
  ['application/problem+json', 10, 'json'],
  ['text/csv; charset=utf-8', 10, 'csv'],
  ['application/pdf', 10, 'pdf'],
  ['text/plain', 10, 'text'],
  ['application/zip', 10, 'other'],
  [undefined, 10, 'other'],
  ['application/json', 0, 'empty'],
])('shows %s of %d bytes as %s', (type, size, kind) => {
  expect(kindOf(type, size)).toBe(kind)
})

it('reads the name of a file', () => {
  expect(fileNameOf('attachment; filename="rankings-2026.csv"')).toBe('rankings-2026.csv')
  expect(fileNameOf("attachment; filename=x; filename*=UTF-8''%C3%BCber.pdf")).toBe('über.pdf')
  expect(fileNameOf("attachment; filename*=UTF-8''%ZZ")).toBeUndefined()
  expect(fileNameOf(undefined)).toBeUndefined()
})

it('offers links to downloads of the same server, and no other address', () => {
  const body = {
    data: {
      download_url: 'http://localhost:4010/files/a.pdf?signature=x',
      elsewhere: { download_url: 'https://evil.example/files/a.pdf' },
      url: 'http://localhost:4010/hooks',
    },
  }

  expect(filesIn(body, 'http://localhost:4010')).toEqual([
    { name: 'download_url', url: 'http://localhost:4010/files/a.pdf?signature=x' },
  ])
  // Another host whose name begins alike.
  expect(filesIn({ download_url: 'http://localhost:40100/a' }, 'http://localhost:4010')).toEqual([])
})
