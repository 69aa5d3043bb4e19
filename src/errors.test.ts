import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import document from '../spec/documents/openapi.ts'
import { ERROR_CODES, FAILURES } from './errors.ts'
import { valueAt } from './schema/pointer.ts'

const FAILURES_STATED = document['x-failures'] as Record<string, { code: string }>

it('has exactly the failures of the document', () => {
  expect([...FAILURES].sort()).toEqual(Object.keys(FAILURES_STATED).sort())
})

it('has exactly the codes of the document', () => {
  expect([...ERROR_CODES].sort()).toEqual(
    [...(valueAt(document, '/components/schemas/ErrorCode/enum') as string[])].sort(),
  )
})

it('gives every failure a known code', () => {
  const codes = Object.values(FAILURES_STATED).map(({ code }) => code)

  expect(codes.filter((code) => !(ERROR_CODES as readonly string[]).includes(code))).toEqual([])
})

it('has every code explained in docs/api.md', () => {
  const page = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8')

  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  const missing = ERROR_CODES.filter((code) => !rows.some((row) => row.includes(`\`${code}\``)))

  expect(missing).toEqual([])
})
