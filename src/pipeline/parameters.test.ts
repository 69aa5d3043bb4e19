import { describe, expect, it } from 'vitest'
import type { Parameter } from '../openapi/served/operation.ts'
import { readQuery, unknownParameters } from './parameters.ts'

const parameters: Parameter[] = [
  { name: 'keywords', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
  { name: 'limit', in: 'query', schema: { type: 'integer' } },
  { name: 'search', in: 'query', schema: { type: 'string' } },
]

describe('readQuery', () => {
  it.each([
    ['repeated', 'keywords=a&keywords=b'],
    ['repeated with brackets', 'keywords[]=a&keywords[]=b'],
    ['separated by commas', 'keywords=a,b'],
    ['separated by escaped commas', 'keywords=a%2Cb'],
  ])('reads a list that comes %s', (_form, search) => {
    expect(readQuery(search, parameters)).toEqual({ keywords: ['a', 'b'] })
  })

  it('keeps commas in values of the bracket form and of repeated parameters', () => {
    expect(readQuery('keywords[]=a,b', parameters)).toEqual({ keywords: ['a,b'] })
    expect(readQuery('keywords=a,b&keywords=c', parameters)).toEqual({ keywords: ['a,b', 'c'] })
  })

  it('parses numbers, and leaves other text to validation', () => {
    expect(readQuery('limit=20', parameters)).toEqual({ limit: 20 })
    expect(readQuery('limit=2e1', parameters)).toEqual({ limit: '2e1' })
    expect(readQuery('search=20', parameters)).toEqual({ search: '20' })
  })

  it('leaves out parameters that the document does not have', () => {
    expect(readQuery('_=17&__proto__=x&limit=1', parameters)).toEqual({ limit: 1 })
  })

  it('takes the last value of a repeated parameter that is not a list', () => {
    expect(readQuery('limit=1&limit=2', parameters)).toEqual({ limit: 2 })
  })
})

describe('unknownParameters', () => {
  it('accepts brackets for lists only', () => {
    const search = 'keywords[]=a&keywords[1]=b&search[]=c&limit[0]=1&limit=2&_=3'

    expect(unknownParameters(search, parameters)).toEqual(['search[]', 'limit[0]', '_'])
  })
})
