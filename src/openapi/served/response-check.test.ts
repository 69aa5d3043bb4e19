import { describe, expect, it } from 'vitest'
import generated from '../../../spec/documents/openapi.ts'
import type { JsonObject } from '../../schema/json.ts'
import { applyOverlay } from '../overlay.ts'
import { type CheckedResponse, ResponseCheck } from './response-check.ts'

const document = generated
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
const failed = { body: failure }

/** Problems of a response of GET /auth/verify that is valid except for `changes`. */
function problems(changes: Partial<CheckedResponse> = {}, ...updates: [string, JsonObject][]) {
  const actions = updates.map(([target, update]) => ({ target, update }))
  const info = { title: 'Changes', version: '1' }
  const changed =
    actions.length > 0 ? applyOverlay(document, { overlay: '1.0.0', info, actions }) : document
  return new ResponseCheck(changed).problems({
    operation: verify,
    status: 200,
    headers,
    mediaType: 'application/json',
    body: verification(),
    ...changes,
  })
}

describe('ResponseCheck', () => {
  it('accepts a response that the document allows', () => {
    expect(problems()).toEqual([])
    expect(problems({ operation: undefined, status: 404, ...failed })).toEqual([])
  })

  it('finds a field of another type, at any depth', () => {
    const body = verification()
    Object.assign(body.data.rate_limit, { limit: '10' })

    expect(problems({ body })).toEqual(['/data/rate_limit/limit must be integer'])
  })

  it('finds a missing field', () => {
    const { meta, success } = verification()

    expect(problems({ body: { meta, success } }).join()).toContain("'data'")
  })

  it('finds an unknown code in any failure', () => {
    const body = { ...failure, error: { ...failure.error, code: 'teapot' } }

    expect(problems({ status: 401, body })).toHaveLength(1)
    expect(problems({ operation: undefined, status: 404, body })).toHaveLength(1)
  })
})

describe('headers', () => {
  it('must be sent', () => {
    const { 'x-ratelimit-reset': _, ...others } = headers

    expect(problems({ headers: others })).toEqual(['the header X-RateLimit-Reset is missing'])
  })

  it.each([
    ['x-ratelimit-limit', 'soon', 'the header X-RateLimit-Limit must be integer'],
    ['x-ratelimit-limit', 1.5, 'the header X-RateLimit-Limit must be integer'],
    ['x-ratelimit-reset', -1, 'the header X-RateLimit-Reset must be >= 0'],
    ['x-request-id', '', 'the header X-Request-Id must NOT have fewer than 1 characters'],
  ])('must match their schema: %s: %s', (name, value, problem) => {
    expect(problems({ headers: { ...headers, [name]: value } })).toEqual([problem])
  })

  it('are numbers, given to Node as numbers or as text', () => {
    const texts = Object.entries(headers).map(([name, value]) => [name, String(value)])

    expect(problems({ headers: Object.fromEntries(texts) })).toEqual([])
  })
})

describe('fields that the document does not declare', () => {
  it.each([
    ['in the envelope', [], '/ must NOT have unevaluated properties: hint'],
    ['in data', ['data'], '/data must NOT have unevaluated properties: hint'],
    [
      'deeper',
      ['data', 'rate_limit'],
      '/data/rate_limit must NOT have unevaluated properties: hint',
    ],
    ['in meta', ['meta'], '/meta must NOT have unevaluated properties: hint'],
  ])('are found %s', (_name, steps, problem) => {
    const body = verification()
    const place = steps.reduce(
      (value, step) => value[step] as JsonObject,
      body as never as JsonObject,
    )
    place.hint = 'x'

    expect(problems({ body })).toEqual([problem])
  })

  it('are found in the entries of a list whose type has several parts', () => {
    const campaign = {
      ...Object.fromEntries(
        ['id', 'name', 'type', 'frequency', 'brand'].map((name) => [name, 'x']),
      ),
      keywords: ['x'],
      settings: {},
      domain: 'shop.example',
      competitors: [],
      status: 'active',
      created_at: '2026-01-15T09:30:00.000Z',
      updated_at: '2026-01-15T09:30:00.000Z',
      tracked_since: '2026-01-15',
      last_run_at: null,
      next_run_at: null,
      last_run_status: null,
    }
    const pagination = { total: 2, limit: 20, offset: 0, has_more: false }
    const list = (...data: object[]) => ({
      operation: { path: '/campaigns', method: 'GET' },
      body: { success: true, data, meta: { ...verification().meta, pagination } },
    })

    expect(problems(list(campaign))).toEqual([])
    expect(problems(list(campaign, { ...campaign, owner: 'x' }))).toEqual([
      '/data/1 must NOT have unevaluated properties: owner',
    ])
    expect(problems(list({ ...campaign, settings: { colour: 'x' } }))).toEqual([
      '/data/0/settings must NOT have unevaluated properties: colour',
    ])
  })

  it('are allowed if the document declares none at all', () => {
    const body = { ...failure, error: { ...failure.error, details: { anything: { at: 'all' } } } }

    expect(problems({ status: 401, body })).toEqual([])
  })

  it.each(['additionalProperties', 'unevaluatedProperties'])(
    'are allowed if the document says %s: true',
    (keyword) => {
      const body = verification()
      Object.assign(body.data, { hint: 'x' })

      expect(
        problems({ body }, ['$.components.schemas.TokenVerification', { [keyword]: true }]),
      ).toEqual([])
    },
  )
})

describe('statuses', () => {
  it.each([204, 302, 418, 504])('are refused if nothing names them: %d', (status) => {
    expect(problems({ status, ...failed })).toEqual([
      `${status} is not among the responses of the operation`,
    ])
  })

  it('are refused if the document names them for other operations only', () => {
    expect(problems({ status: 404, ...failed })).toHaveLength(1)
    expect(
      problems({ operation: { path: '/campaigns/{id}', method: 'GET' }, status: 404, ...failed }),
    ).toEqual([])
  })

  it('may come from x-failures, of the document or of the operation', () => {
    const teapot = { missing_credential: { status: 418, code: 'INVALID_TOKEN' } }

    expect(problems({ status: 418, ...failed }, ['$.x-failures', teapot])).toEqual([])
    expect(
      problems({ status: 418, ...failed }, [
        "$.paths['/auth/verify'].get",
        { 'x-failures': teapot },
      ]),
    ).toEqual([])
  })

  it('may be in a range that the document names', () => {
    const range = { '5XX': { $ref: '#/components/responses/ServerError' } }

    expect(
      problems({ status: 504, ...failed }, ["$.paths['/auth/verify'].get.responses", range]),
    ).toEqual([])
  })

  it('may be any failure that the caller asked for', () => {
    expect(problems({ status: 418, ...failed, forced: true })).toEqual([])
    expect(problems({ status: 418, forced: true })).not.toEqual([])
  })
})

describe('files', () => {
  const file = { mediaType: 'text/csv', body: undefined }

  it('have a media type that the document names for the status', () => {
    const exported = { operation: { path: '/export/csv', method: 'GET' } }

    expect(problems({ ...exported, ...file })).toEqual([])
    expect(problems({ ...exported, ...file, mediaType: 'application/pdf' })).toEqual([
      'application/pdf is not among the media types of 200',
    ])
    expect(problems(file)).toEqual(['text/csv is not among the media types of 200'])
  })

  it('have the headers as well', () => {
    const exported = { operation: { path: '/export/csv', method: 'GET' } }

    expect(problems({ ...exported, ...file, headers: {} })).toHaveLength(4)
  })
})
