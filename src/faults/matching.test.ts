import { expect, it } from 'vitest'
import type { FaultRule } from '../accounts/fault.ts'
import type { RoutedOperation } from '../openapi/served/operation.ts'
import { matchingRules } from './matching.ts'

const OPERATION = { id: 'getCampaign' } as RoutedOperation

function isHit(target: Partial<FaultRule>, path: string): boolean {
  const rule: FaultRule = {
    id: 'flt_a',
    name: null,
    enabled: true,
    count: null,
    acted: 0,
    expires_at: null,
    created_at: '',
    updated_at: '',
    ...target,
  }
  const request = { method: 'GET', path, key: { id: 'key_a', prefix: 'svc_test' }, now: 0 }
  return matchingRules({ flt_a: rule }, OPERATION, request).length > 0
}

it.each([
  ['/campaigns', '/campaigns', true],
  ['/campaigns', '/campaigns/a', false],
  ['/campaigns/*', '/campaigns/a', true],
  ['/campaigns/*', '/campaigns', false],
  ['/*/a', '/campaigns/a', true],
  ['/*/a', '/campaigns/b', false],
  ['/c*g*s', '/campaigns', true],
  ['/c*g*g*s', '/campaigns', false],
  ['/camp*paigns', '/campaigns', false],
  ['*', '/campaigns', true],
  ['/camp.igns', '/campaigns', false],
])('%s fits %s: %j', (path, asked, expected) => {
  expect(isHit({ path }, asked)).toBe(expected)
})

it('matches a path with many wildcards quickly', () => {
  expect(isHit({ path: `/${'*a'.repeat(99)}b` }, `/${'a'.repeat(15_000)}`)).toBe(false)
})
