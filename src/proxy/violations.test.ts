import { expect, it } from 'vitest'
import type { Finding } from '../schema/traffic.ts'
import { Violations } from './violations.ts'

const finding = (more: Partial<Finding> = {}): Finding => ({
  kind: 'contradicts_stated',
  direction: 'response',
  operation: 'getCampaign',
  fact: '4.6',
  section: '§4',
  statement: 'A success has success, the boolean true.',
  method: 'GET',
  path: '/campaigns/{id}',
  expected: 'success as the boolean true',
  actual: 'nothing',
  ...more,
})

it('counts the same violation, and keeps its last ten requests', () => {
  const violations = new Violations()

  for (let n = 1; n <= 12; n++) violations.add(finding(), `req_${n}`, n * 1000)

  const [found, ...others] = violations.list()
  expect(others).toEqual([])
  expect(found).toMatchObject({
    count: 12,
    first_seen: '1970-01-01T00:00:01.000Z',
    last_seen: '1970-01-01T00:00:12.000Z',
  })
  expect(found?.requests).toHaveLength(10)
  expect(found?.requests.at(-1)).toBe('req_12')
})

it('filters, the last seen first', () => {
  const violations = new Violations()
  violations.add(finding(), 'req_1', 1)
  violations.add(finding({ fact: '4.7' }), 'req_2', 2)
  violations.add(finding({ direction: 'request', operation: 'createCampaign' }), 'req_3', 3)
  violations.add(finding(), 'req_4', 4)

  expect(violations.list().map(({ requests }) => requests.at(-1))).toEqual([
    'req_4',
    'req_3',
    'req_2',
  ])
  expect(violations.list({ fact: '4.7' })).toHaveLength(1)
  expect(violations.list({ direction: 'request', operation: 'getCampaign' })).toEqual([])
  expect(violations.list({ request: 'req_1' })).toHaveLength(1)
  expect(violations.list({ request: 'req_1' })).toEqual(violations.list({ request: 'req_4' }))
})

it('keeps a thousand, and forgets all when it is cleared', () => {
  const violations = new Violations()

  for (let n = 1; n <= 1002; n++) violations.add(finding({ actual: `the number ${n}` }), 'req', n)

  expect(violations.list().length).toBe(1000)
  expect(violations.clear()).toBe(1000)
  expect(violations.list()).toEqual([])
})
