import { expect, it } from 'vitest'
import { accountIn, filterIn, hashOf, routeOf, withAccount } from './address.ts'

it('reads what it wrote', () => {
  const hash = hashOf('acc_1', 'campaigns', 'a/b ü', { status: '4xx', text: '', page: undefined })

  const route = routeOf(hash)

  expect(hash).toBe('#/campaigns/a%2Fb%20%C3%BC?account=acc_1&status=4xx')
  expect(route).toMatchObject({ screen: 'campaigns', id: 'a/b ü' })
  expect(accountIn(route)).toBe('acc_1')
  expect(filterIn(route.query, ['status', 'text'])).toEqual({ status: '4xx', text: '' })
})

it.each([
  ['', '', undefined],
  ['#/', '', undefined],
  ['#/keys/', 'keys', undefined],
  ['#/keys/%E0%A4%A', 'keys', '%E0%A4%A'],
])('reads %s', (hash, screen, id) => {
  expect(routeOf(hash)).toMatchObject({ screen, id })
  expect(accountIn(routeOf(hash))).toBeUndefined()
})

it.each([
  ['#/requests?status=4xx', '#/requests?account=acc_2&status=4xx'],
  ['#/requests?account=acc_1&status=4xx', '#/requests?account=acc_2&status=4xx'],
  ['#/', '#/?account=acc_2'],
  ['#/keys/key_1', '#/keys/key_1?account=acc_2'],
])('%s is %s of another account', (hash, expected) => {
  expect(withAccount(hash, 'acc_2')).toBe(expected)
})
