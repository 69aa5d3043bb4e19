import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import document from '../spec/generated/openapi.json' with { type: 'json' }
import { ERROR_CODES, FAILURES } from './errors.ts'

it('has exactly the failures of the document', () => {
  expect([...FAILURES].sort()).toEqual(Object.keys(document['x-failures']).sort())
})

it('has exactly the codes of the document', () => {
  expect([...ERROR_CODES].sort()).toEqual([...document.components.schemas.ErrorCode.enum].sort())
})

it('gives every failure a known code', () => {
  const codes = Object.values(document['x-failures']).map(({ code }) => code)

  expect(codes.filter((code) => !(ERROR_CODES as readonly string[]).includes(code))).toEqual([])
})

it('has every code explained in docs/api.md', () => {
  const page = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')

  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  const missing = ERROR_CODES.filter((code) => !rows.some((row) => row.includes(`\`${code}\``)))

  expect(missing).toEqual([])
})
