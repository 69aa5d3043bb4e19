import { expect, it, vi } from 'vitest'
import { loggedRequest } from '../../../../test/support/logged-request.ts'
import { draftOf, findLogged, headersOf, problemOfReplay } from './replay.ts'

it('repeats a request without its key and the headers of its connection', () => {
  const headers = { authorization: 'Bearer …', host: 'x', 'content-type': 'application/json' }
  const logged = loggedRequest({ method: 'PUT', request: { headers, body: '{}' } })

  expect(draftOf(logged)).toEqual({
    method: 'PUT',
    url: '/api/campaigns?limit=1',
    headers: 'Content-Type: application/json',
    body: '{}',
  })
})

it('says why a request cannot be repeated', () => {
  const authorized = { headers: { authorization: 'Bearer …' } }
  expect(problemOfReplay(loggedRequest({ request: authorized }))).toBeUndefined()
  expect(problemOfReplay(loggedRequest({ request: { truncated: true } }))).toContain('beginning')
  expect(problemOfReplay(loggedRequest({ url: '/api/x?token=…' }))).toContain('secret')
})

it('reads header lines, and refuses any other line', () => {
  expect(headersOf('Accept: text/csv\n\nX-A:b: c \nX-Empty:')).toEqual({
    Accept: 'text/csv',
    'X-A': 'b: c',
    'X-Empty': '',
  })
  expect(() => headersOf('Accept text/csv')).toThrow('"Accept text/csv" is not a header')
})

it('finds a request that is logged after its answer arrived', async () => {
  const list = vi.fn().mockResolvedValueOnce([]).mockResolvedValue([loggedRequest()])

  expect(await findLogged('request-1', list)).toMatchObject({ id: 'req_1' })
  expect(await findLogged('request-2', list)).toBeUndefined()
})
