import { describe, expect, it } from 'vitest'
import { type CheckFlags, flagsOf, readSettings } from './check-settings.ts'

const FLAGS = { baseUrl: 'http://127.0.0.1:1/api', token: 'svc_test_main' }
const settings = (flags: CheckFlags, env = {}) =>
  readSettings(flagsOf({ ...FLAGS, ...flags }, env), { runId: 'svc-check-x', version: '0.0.0' })

describe('the settings of a run', () => {
  it('has limits by default', () => {
    expect(settings({})).toMatchObject({ maxRequests: 80, maxTotal: 140, maxWaitMs: 15_000 })
    expect(settings({})).not.toHaveProperty('requestsPerSecond')
    expect(settings({})).not.toHaveProperty('thorough')
  })

  it('may send more requests with --thorough, unless --max-requests is given', () => {
    expect(settings({ thorough: true })).toMatchObject({
      thorough: true,
      maxRequests: 220,
      maxTotal: 300,
    })
    expect(settings({}, { SVC_THOROUGH: '1', SVC_MAX_REQUESTS: '90' })).toMatchObject({
      thorough: true,
      maxRequests: 90,
      maxTotal: 300,
    })
  })

  it('reads --rate and --logout-token, also from the environment', () => {
    const env = { SVC_RATE: '5', SVC_LOGOUT_TOKEN: 'svc_test_logout\n' }

    expect(settings({ rate: '2' }).requestsPerSecond).toBe(2)
    expect(settings({}, env)).toMatchObject({
      requestsPerSecond: 5,
      tokens: { main: 'svc_test_main', logout: 'svc_test_logout' },
    })
  })
})
