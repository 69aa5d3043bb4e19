import { describe, expect, it } from 'vitest'
import generated from '../../spec/generated/openapi.json' with { type: 'json' }
import type { JsonObject } from './json.ts'
import { ResponseCheck } from './response-check.ts'

const check = new ResponseCheck(generated as unknown as JsonObject)
const verify = { path: '/auth/verify', method: 'GET' }
const headers = {
  'x-ratelimit-limit': 10,
  'x-ratelimit-remaining': 9,
  'x-ratelimit-reset': 1_768_471_200,
  'x-request-id': 'r',
}
const verification = () => ({
  success: true,
  data: {
    key_id: 'key_1',
    account_id: 'acc_1',
    permissions: ['*'],
    rate_limit: { limit: 10, remaining: 9 },
  },
  meta: { timestamp: '2026-01-15T09:30:00.000Z', version: '1.2.0' },
})
const failure = { success: false, error: { code: 'not_found', message: 'Nothing here.' } }

describe('ResponseCheck', () => {
  it('finds nothing wrong with what the document allows', () => {
    expect(check.problems(verify, 200, headers, verification())).toEqual([])
    expect(check.problems(undefined, 404, headers, failure)).toEqual([])
  })

  it('finds a field of another type, also deep inside', () => {
    const body = verification()
    Object.assign(body.data.rate_limit, { limit: '10' })

    expect(check.problems(verify, 200, headers, body)).toEqual([
      '/data/rate_limit/limit must be integer',
    ])
  })

  it('finds a field that is missing', () => {
    const { meta, success } = verification()

    expect(check.problems(verify, 200, headers, { meta, success }).join()).toContain("'data'")
  })

  it('finds a header that is missing', () => {
    const { 'x-ratelimit-reset': _, ...others } = headers

    expect(check.problems(verify, 200, others, verification())).toEqual([
      'the header X-RateLimit-Reset is missing',
    ])
  })

  it('finds a code that is none of the nine, in any failure', () => {
    const wrong = { ...failure, error: { ...failure.error, code: 'teapot' } }

    expect(check.problems(verify, 401, headers, wrong)).toHaveLength(1)
    expect(check.problems(undefined, 404, headers, wrong)).toHaveLength(1)
  })

  it('takes a status that the operation does not list for a failure of any kind', () => {
    expect(check.problems(verify, 418, headers, failure)).toEqual([])
    expect(check.problems(verify, 204, headers, verification())).not.toEqual([])
  })
})
