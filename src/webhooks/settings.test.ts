import { expect, it } from 'vitest'
import { customHeaderProblem, shownCustomHeaders } from './settings.ts'

it.each([
  ['X-Tenant', 'blue'],
  ['Authorization', 'Bearer abc'],
  ['x_y.z', 'with "quotes", tabs\tand blanks'],
])('allows %s', (name, value) => {
  expect(customHeaderProblem(name, value)).toBeUndefined()
})

it.each([
  ['webhook-signature', 'v1,x', 'sender sets'],
  ['Webhook-Anything', 'x', 'sender sets'],
  ['HOST', 'example.com', 'sender sets'],
  ['Transfer-Encoding', 'chunked', 'sender sets'],
  ['Connection', 'close', 'sender sets'],
  ['', 'x', 'names such as'],
  ['X Tenant', 'x', 'names such as'],
  ['X-Tenant\r\nX-Other', 'x', 'names such as'],
  ['X-Tenant', '', '1 to 1000 characters'],
  ['X-Tenant', 'x'.repeat(1001), '1 to 1000 characters'],
  ['X-Tenant', 'secret\r\nX-Other: 1', 'printable ASCII'],
  ['X-Tenant', 'secret\0', 'printable ASCII'],
  ['X-Tenant', 'sécret', 'printable ASCII'],
])('refuses %j: %j, without its value', (name, value, problem) => {
  const found = customHeaderProblem(name, value)

  expect(found).toContain(problem)
  expect(found).not.toContain('cret')
})

it('hides values that look like credentials', () => {
  const shown = shownCustomHeaders({
    Authorization: 'Bearer abc',
    'X-Api-Key': 'abc',
    Cookie: 'a=b',
    'X-Note': 'Basic YTpi',
    'X-Sandbox': 'key svc_test_demo',
    'X-Other': 'whsec_AAAA',
    'X-Tenant': 'blue',
  })

  expect(shown).toEqual({
    Authorization: 'Bearer …',
    'X-Api-Key': '…',
    Cookie: '…',
    'X-Note': 'Basic …',
    'X-Sandbox': 'key svc_…',
    'X-Other': 'whsec_…',
    'X-Tenant': 'blue',
  })
})
