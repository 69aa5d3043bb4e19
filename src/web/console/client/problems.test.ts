import { expect, it } from 'vitest'
import { RequestFailed } from './http.ts'
import { messageOf, problemsOf } from './problems.ts'

const refused = (...issues: { path: string; message: string }[]) =>
  new RequestFailed('Not taken.', { status: 400, code: 'invalid_request', details: { issues } })

it('assigns the issue of each value to its field', () => {
  const error = refused(
    { path: '/allowed_ips/1', message: 'must be an address' },
    { path: '/allowed_ips/2', message: 'must be an address, too' },
    { path: '/name', message: 'must not be empty' },
    { path: '/delay/p99', message: 'must be a number' },
  )

  const { fields, rest } = problemsOf(error, ['name', 'allowed_ips', 'delay', 'delay.p99'])

  expect(fields).toEqual({
    name: ['Must not be empty.'],
    allowed_ips: ['Must be an address.', 'Must be an address, too.'],
    'delay.p99': ['Must be a number.'],
  })
  expect(rest).toBeUndefined()
})

it('assigns issues of query parameters, whose place is a name', () => {
  const error = refused({ path: 'date_range', message: 'must be one of last_7_days' })

  expect(problemsOf(error, ['date_range']).fields).toEqual({
    date_range: ['Must be one of last_7_days.'],
  })
  expect(problemsOf(error, []).rest).toBe('date_range must be one of last_7_days.')
})

it('names the place of an issue without a field', () => {
  const error = refused(
    { path: '', message: 'must say what it does' },
    { path: '/colour', message: 'is unknown' },
  )

  expect(problemsOf(error, ['name'])).toEqual({
    fields: {},
    rest: 'The request must say what it does. colour is unknown.',
  })
})

it('uses the message of the server if there are no issues', () => {
  const error = new RequestFailed('The account has 100 keys.', { status: 403, code: 'denied' })

  expect(problemsOf(error, ['name'])).toEqual({ fields: {}, rest: 'The account has 100 keys.' })
  expect(messageOf(refused({ path: '/name', message: 'is long' }))).toBe('Not taken.')
})
