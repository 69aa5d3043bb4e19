import { expect, it } from 'vitest'
import { proxiedOf } from './proxied.ts'

const headersOf = (violations: string) => ({
  'x-sandbox-source': 'upstream',
  'x-sandbox-violations': violations,
})

it('reads who answered, and what is wrong with it', () => {
  expect(proxiedOf(headersOf('2; abc-1'))).toEqual({
    source: 'upstream',
    violations: 2,
    id: 'abc-1',
  })
})

it('has no number while an answer is judged', () => {
  expect(proxiedOf(headersOf('pending; abc-1'))).toEqual({
    source: 'upstream',
    violations: undefined,
    id: 'abc-1',
  })
})

it('is undefined for an answer of a sandbox that is no proxy', () => {
  expect(proxiedOf({ 'x-sandbox-fault': 'flt_1' })).toBeUndefined()
})
