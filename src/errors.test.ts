import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import document from '../spec/generated/openapi.json' with { type: 'json' }
import { ERROR_CODES, FAILURES } from './errors.ts'

it('knows exactly the failures that the document words', () => {
  expect([...FAILURES].sort()).toEqual(Object.keys(document['x-failures']).sort())
})

it('knows exactly the codes that the document lists', () => {
  expect([...ERROR_CODES].sort()).toEqual([...document.components.schemas.ErrorCode.enum].sort())
})

it('words every failure with a code that it knows', () => {
  const codes = Object.values(document['x-failures']).map(({ code }) => code)

  expect(codes.filter((code) => !(ERROR_CODES as readonly string[]).includes(code))).toEqual([])
})

it('has every code explained in the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

  const rows = readme.split('\n').filter((line) => line.startsWith('|'))
  const missing = ERROR_CODES.filter((code) => !rows.some((row) => row.includes(`\`${code}\``)))

  expect(missing).toEqual([])
})
