import { describe, expect, it } from 'vitest'
import generated from '../../spec/documents/openapi.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { ApiDocument } from './api-document.ts'
import { DocumentError } from './document-error.ts'

/** The document with a property of `target` replaced; undefined removes it. */
function documentWith(target: string, key: string, value: Json | undefined): ApiDocument {
  const raw = structuredClone(generated)
  const parent = target
    .split('.')
    .reduce((node, step) => node[step] as JsonObject, { $: raw } as JsonObject)
  if (value === undefined) delete parent[key]
  else parent[key] = value
  return new ApiDocument(raw)
}

describe('a document', () => {
  it.each<[string, string, Json | undefined, RegExp]>([
    ['$.x-rate-limit-plans.Starter', 'hour', '100', /^x-rate-limit-plans\.Starter\.hour .*"100"/],
    ['$.x-rate-limit-plans.Starter', 'hour', 0, /^x-rate-limit-plans\.Starter\.hour .*found 0\./],
    ['$.x-rate-limit-plans.Starter', 'day', 1.5, /^x-rate-limit-plans\.Starter\.day .*1\.5/],
    ['$.x-rate-limit-plans.Starter', 'day', undefined, /Starter\.day .*found nothing/],
    ['$.x-rate-limit-plans', 'Starter', 100, /^x-rate-limit-plans\.Starter must be an object/],
    ['$.x-rate-limit-plans', 'Anonymous', undefined, /Anonymous/],
    ['$.x-failures', 'internal', undefined, /^x-failures\.internal must be a code.*nothing/],
    ['$.x-failures', 'interal', { status: 500, code: 'server_error' }, /^x-failures\.interal /],
    ['$.x-failures.internal', 'code', 'oops', /^x-failures\.internal\.code .*"oops"/],
    ['$.x-failures.internal', 'status', 304, /^x-failures\.internal\.status .*304/],
    ['$.x-failures.internal', 'status', 204, /^x-failures\.internal\.status .*204/],
    ['$.x-failures.internal', 'status', 100, /^x-failures\.internal\.status .*100/],
    ['$.x-failures.internal', 'status', 600, /^x-failures\.internal\.status .*600/],
    ['$.x-failures.internal', 'status', 500.5, /^x-failures\.internal\.status .*500\.5/],
    ['$.x-failures.internal', 'status', '500', /^x-failures\.internal\.status .*"500"/],
    ['$.x-session', 'prefix', '', /^x-session\.prefix .*""/],
    ['$.x-session', 'prefix', 'svc_', /^x-session\.prefix "svc_" .*svc_token_/],
    ['$.x-session', 'hours', 0, /^x-session\.hours .*found 0/],
    ['$.x-session', 'hours', '24', /^x-session\.hours .*"24"/],
    ['$.x-subscriptions', 'webhooks', 0, /^x-subscriptions\.webhooks .*webhooks above 0.*found 0/],
    ['$.x-subscriptions', 'alerts', '200', /^x-subscriptions\.alerts .*"200"/],
    ['$.x-subscriptions', 'secret_overlap_hours', 0, /^x-subscriptions\.secret_overlap_hours .*0/],
    ['$', 'x-subscriptions', undefined, /x-subscriptions/],
    ['$.x-token-types.test', 'prefixes', 'svc_test_', /^x-token-types\.test\.prefixes /],
    ['$.x-token-types.test', 'prefixes', [''], /^x-token-types\.test\.prefixes\[0\] /],
    ['$', 'x-session', undefined, /x-session/],
    ['$', 'x-failures', [], /^x-failures must be an object/],
  ])('is refused with the place of an invalid value: %s %s', (...change) => {
    const [target, key, value, message] = change
    const read = () => documentWith(target, key, value)

    expect(read).toThrow(DocumentError)
    expect(read).toThrow(message)
  })

  it('may give a failure the status of a success, for servers that report failures in the envelope only', () => {
    const document = documentWith('$.x-failures.unknown_resource', 'status', 200)

    expect(document.wording('unknown_resource')).toEqual({ code: 'not_found', status: 200 })
  })

  it('lists the known plans for an unknown one', () => {
    const document = new ApiDocument(generated)

    expect(() => document.limits('constructor')).toThrow(
      /"constructor".*Starter, Professional, Enterprise/,
    )
  })
})
