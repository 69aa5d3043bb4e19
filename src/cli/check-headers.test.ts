import { expect, it } from 'vitest'
import { readHeaders } from './check-headers.ts'

it('reads names in any case, and values with colons', () => {
  expect(readHeaders(['X-Gateway: a:b ', 'x-other:c'])).toEqual({
    'x-gateway': 'a:b',
    'x-other': 'c',
  })
})

it.each([
  ['Authorization: Basic secret', /cannot set Authorization/],
  ['Content-Type: text/secret', /cannot set content-type, which depends/],
  ['X-Gateway:', /x-gateway has no value/],
  ['no secret name', /must be a name and a value/],
  ['X-Gateway: secret\nX-Other: b', /not allowed/],
])('refuses %j, without its value', (header, message) => {
  expect(() => readHeaders([header])).toThrow(message)
  expect(() => readHeaders([header])).not.toThrow(/secret/)
})

it('refuses a header that is given twice', () => {
  expect(() => readHeaders(['X-A: 1', 'x-a: 2'])).toThrow('--header x-a is given twice')
})
