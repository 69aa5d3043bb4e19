import { describe, expect, it } from 'vitest'
import { codeOf, startSandbox } from '../../test/support/sandbox.ts'
import { overlayFile } from '../../test/support/temporary.ts'

/** A sandbox whose document differs from its behaviour. */
function startWith(actions: string, validateResponses = true) {
  return startSandbox({ overlay: overlayFile(actions), validateResponses, log: 'silent' })
}

const withHint = (schema: string) =>
  `- { target: $.components.schemas.${schema}, update: { required: [hint] } }`

describe('--validate-responses', () => {
  it('answers 500 in place of a success that breaks the document', async () => {
    const { api } = await startWith(withHint('CurrentUser'))

    const response = await api.get('/auth/me')

    expect([response.status, codeOf(response)]).toEqual([500, 'server_error'])
    expect((await api.get('/auth/verify')).status).toBe(200)
  })

  it('answers 500 in place of a failure that breaks the document', async () => {
    const { api } = await startWith(withHint('Error'))

    const ofOperation = await api.get('/auth/me', { key: null })
    const ofNone = await api.get('/nowhere')

    expect([ofOperation.status, codeOf(ofOperation)]).toEqual([500, 'server_error'])
    expect([ofNone.status, codeOf(ofNone)]).toEqual([500, 'server_error'])
  })

  it('checks a failure with a success status against the schema of failures', async () => {
    const { url } = await startWith(
      '- { target: $.x-failures.permission_denied, update: { status: 200 } }\n' +
        '- { target: $.x-failures.quota_exceeded, update: { status: 201 } }',
    )
    const get = async (path: string, headers: Record<string, string> = {}) => {
      const authorization = 'Bearer svc_restricted_readonly'
      const response = await fetch(url + path, { headers: { authorization, ...headers } })
      const { error } = (await response.json()) as { error?: { code: string } }
      return [response.status, error?.code]
    }

    expect(await get('/core/dashboards')).toEqual([200, 'insufficient_permissions'])
    expect(await get('/campaigns', { 'X-Sandbox-Error': 'rate_limit_exceeded' })).toEqual([
      201,
      'rate_limit_exceeded',
    ])
  })
})
