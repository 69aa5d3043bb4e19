import { expect, it, vi } from 'vitest'
import { loggedRequest } from '../../../../../test/support/logged-request.ts'
import { problemOfReplay } from '../../client/snippets/request.ts'
import { findLogged } from './replay.ts'

it('says why a request cannot be repeated', () => {
  const authorized = { headers: { authorization: 'Bearer …' } }
  expect(problemOfReplay(loggedRequest({ request: authorized }))).toBeUndefined()
  expect(problemOfReplay(loggedRequest({ request: { truncated: true } }))).toContain('beginning')
  expect(problemOfReplay(loggedRequest({ url: '/api/x?token=…' }))).toContain('secret')
})

it('finds a request that is logged after its answer arrived', async () => {
  const list = vi.fn().mockResolvedValueOnce([]).mockResolvedValue([loggedRequest()])

  expect(await findLogged('request-1', list)).toMatchObject({ id: 'req_1' })
  expect(await findLogged('request-2', list)).toBeUndefined()
})
