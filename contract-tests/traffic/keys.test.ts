import { expect, it } from 'vitest'
import type { Credential } from '../http/exchange.ts'
import type { Tokens } from '../http/settings.ts'
import { keysOf } from './keys.ts'
import type { Observed } from './observed.ts'
import { type SeenParts, seen } from './testing/seen.ts'

type Made = [key: string | undefined, method: string, path: string, parts?: Partial<SeenParts>]

const OPERATIONS: Record<string, string> = {
  'GET /campaigns': 'listCampaigns',
  'GET /auth/verify': 'verifyToken',
  'POST /auth/login': 'login',
}

function exchangesOf(...made: Made[]): Observed[] {
  return made.map(([key, method, path, parts], at) => ({
    ...seen(method, path, { at, key, ...parts }),
    operation: OPERATIONS[`${method} ${path}`] as string,
  }))
}

function rolesOf(made: Made[], given: Partial<Tokens> = {}): Credential[] {
  const exchanges = exchangesOf(...made)
  const { credentialOf } = keysOf(exchanges, given)
  return exchanges.map(credentialOf)
}

const LIST = ['GET', '/campaigns'] as const
const VERIFY = ['GET', '/auth/verify'] as const
const verified = (account_id: string, ...permissions: string[]) => ({
  data: { account_id, permissions },
})

it('takes the key of most requests as the main one, and infers the others from what they may do', () => {
  const roles = rolesOf([
    ['svc_test_main', ...VERIFY, verified('acc_1', '*')],
    ['svc_test_main', ...LIST],
    ['svc_test_reader', ...VERIFY, verified('acc_1', 'campaigns:read')],
    ['svc_test_blocked', ...LIST],
    ['svc_test_blocked', ...LIST, { code: 'insufficient_permissions' }],
    ['svc_test_small', ...LIST],
    ['svc_test_small', ...LIST, { code: 'rate_limit_exceeded' }],
    ['svc_test_gone', ...LIST, { code: 'invalid_api_key' }],
    ['svc_test_maim', ...LIST, { code: 'invalid_api_key' }],
    ['svc_test_other', ...VERIFY, verified('acc_2', '*')],
    [undefined, ...LIST, { code: 'missing_api_key' }],
  ])

  expect(roles).toEqual([
    ...['main', 'main', 'restricted', 'restricted', 'restricted', 'limited', 'limited'],
    ...['revoked', 'misspelled', 'other', 'anonymous'],
  ])
})

it('takes the keys of several people of an account as main ones', () => {
  const roles = rolesOf([
    ['svc_test_ada', ...LIST],
    ['svc_test_ada', ...LIST],
    ['svc_test_bob', ...LIST],
  ])

  expect(roles).toEqual(['main', 'main', 'main'])
})

it('notices that a key was deleted, and not that it once failed', () => {
  const roles = rolesOf([
    ['svc_test_main', ...LIST],
    ['svc_test_main', ...LIST, { code: 'invalid_api_key' }],
    ['svc_test_main', ...LIST],
    ['svc_test_main', ...LIST, { code: 'invalid_api_key' }],
  ])

  expect(roles).toEqual(['main', 'main', 'main', 'revoked'])
})

it('does not take a refused password for a missing key', () => {
  const sent = { email: 'ada@example.com', password: 'wrong' }

  const roles = rolesOf([
    [undefined, 'POST', '/auth/login', { sent, code: 'authentication_failed' }],
    [undefined, 'POST', '/auth/login', { sent, code: 'missing_api_key' }],
    [undefined, 'POST', '/auth/login', { sent: {}, code: 'authentication_failed' }],
  ])

  expect(roles).toEqual(['main', 'anonymous', 'anonymous'])
})

it('believes the keys that are given', () => {
  const made: Made[] = [
    ['svc_test_one', ...LIST],
    ['svc_test_one', ...LIST],
    ['svc_test_two', ...LIST],
  ]

  expect(rolesOf(made, { main: 'svc_test_two', other: 'svc_test_one' })).toEqual([
    ...['other', 'other', 'main'],
  ])
})
