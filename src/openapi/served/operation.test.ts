import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../schema/json.ts'
import { routedOperation } from './operation.ts'

const read = (parts: Record<string, Json>) =>
  routedOperation({
    operationId: 'getThing',
    method: 'get',
    path: '/things',
    security: [{ bearerAuth: [] }],
    responses: { '200': { description: 'A thing.' } },
    ...parts,
  } as JsonObject)

describe('an operation', () => {
  it('requires the permission that its role names, or none', () => {
    expect(read({ security: [{ bearerAuth: ['things:read'] }] }).permission).toBe('things:read')
    expect(read({}).permission).toBeUndefined()
  })

  it.each<[string, Json]>([
    ['two permissions', [{ bearerAuth: ['things:read', 'things:write'] }]],
    ['alternatives', [{ bearerAuth: ['things:read'] }, { bearerAuth: ['things:write'] }]],
    ['the way in without a key', [{ bearerAuth: ['things:read'] }, {}]],
    ['a second scheme', [{ bearerAuth: ['things:read'], other: [] }]],
    ['another scheme', [{ other: ['things:read'] }]],
    ['no security', []],
    ['a permission that is no text', [{ bearerAuth: [7] }]],
    ['roles that are no list', [{ bearerAuth: 'things:read' }]],
  ])('is refused with %s', (_, security) => {
    expect(() => read({ security })).toThrow(/^GET \/things: security /)
  })

  it('may override some failures', () => {
    const failures = { unknown_resource: { status: 410, code: 'not_found' } }

    expect(read({ 'x-failures': failures }).failures).toEqual(failures)
  })

  it.each<[string, Json, RegExp]>([
    ['a failure', { internal: { status: 500, code: 'no_code' } }, /internal\.code .*"no_code"/],
    ['half a failure', { internal: { status: 500 } }, /internal\.code .*found nothing/],
    [
      'a name of a failure',
      { oops: { status: 500, code: 'server_error' } },
      /\.oops .*wrong_login/,
    ],
  ])('is refused with an invalid %s', (_, failures, message) => {
    const readIt = () => read({ 'x-failures': failures })

    expect(readIt).toThrow(/^GET \/things: x-failures\./)
    expect(readIt).toThrow(message)
  })

  it('is refused with a success without a body', () => {
    const responses = { '204': { description: 'Nothing.' } }

    expect(() => read({ responses })).toThrow(/^GET \/things: responses .*204/)
  })
})
