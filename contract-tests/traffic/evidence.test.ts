import { describe, expect, it } from 'vitest'
import type { Evidence } from '../evidence/evidence.ts'
import type { Situation } from '../evidence/situations.ts'
import { DEFAULTS } from '../http/settings.ts'
import { updateSamples, updatesWithoutSettings } from '../observations/samples.ts'
import { evidenceOf } from './evidence.ts'
import type { Observed } from './observed.ts'
import { BASE_URL, seen } from './testing/seen.ts'

const evidenceFrom = (...observed: Observed[]): Evidence =>
  evidenceOf(observed, {
    ...DEFAULTS,
    baseUrl: BASE_URL,
    tokens: {},
    runId: 'proxy',
    version: '0.0.0',
  })

const CAMPAIGN = {
  name: 'Spring sale',
  type: 'serp',
  keywords: ['running shoes'],
  frequency: 'daily',
}
const SETTINGS = { location: 'Berlin', device: 'desktop' }
const ID = 'cmp_1a2b'
const PATH = `/campaigns/${ID}`
const NEW_NAME = { name: 'Summer sale' }

const created = (body: object = CAMPAIGN) =>
  seen('POST', '/campaigns', { at: 0, sent: body, data: { id: ID, ...body } })
const read = (at: number, shown: object) => seen('GET', PATH, { at, data: { id: ID, ...shown } })
const put = (at: number, sent: object, more: { until?: number; key?: string } = {}) =>
  seen('PUT', PATH, { at, sent, data: { id: ID }, ...more })

const tried = (evidence: Evidence, situation: Situation) =>
  evidence.tried(situation).map(({ startedAt }) => startedAt)

describe('an update of the name alone', () => {
  const effects = (...observed: Observed[]) =>
    updateSamples(evidenceFrom(...observed)).map(({ value }) => value)

  it('shows what it removes by the next read', () => {
    const kept = { ...CAMPAIGN, ...NEW_NAME }

    expect(effects(created(), put(2, NEW_NAME), read(3, kept))).toEqual(['patch'])
    expect(effects(created(), put(2, NEW_NAME), read(3, NEW_NAME))).toEqual(['replace'])
  })

  it.each([
    ['a read that does not show it yet', [created(), put(2, NEW_NAME), read(3, CAMPAIGN)]],
    [
      'a write by somebody else before the read',
      [
        created(),
        put(2, NEW_NAME),
        put(3, CAMPAIGN, { key: 'svc_test_bob' }),
        read(4, { ...CAMPAIGN, ...NEW_NAME }),
      ],
    ],
    [
      'a write by somebody else at the same time',
      [created(), put(2, NEW_NAME, { until: 5 }), put(4, CAMPAIGN), read(6, NEW_NAME)],
    ],
    ['a campaign whose keywords were never shown', [put(2, NEW_NAME), read(3, NEW_NAME)]],
    ['no read', [created(), put(2, NEW_NAME)]],
    [
      'an update since the keywords were shown',
      [created(), put(2, { frequency: 'weekly' }), put(3, NEW_NAME), read(4, NEW_NAME)],
    ],
  ])('shows nothing with %s', (_, observed) => {
    expect(effects(...observed)).toEqual([])
  })

  it('shows that a PUT takes whole campaigns only if another one was taken', () => {
    const refusal = seen('PUT', PATH, { at: 2, sent: NEW_NAME, code: 'invalid_request' })

    expect(effects(created(), refusal)).toEqual([])
    expect(effects(created(), refusal, put(3, CAMPAIGN))).toEqual(['whole_body'])
  })
})

it('recognises an update that leaves out the settings', () => {
  const whole = { ...CAMPAIGN, settings: SETTINGS }
  const [update] = updatesWithoutSettings(
    evidenceFrom(created(whole), put(2, CAMPAIGN), read(3, whole)),
  )

  expect(update).toMatchObject({ before: whole, read: { startedAt: 3 } })
})

describe('a refusal', () => {
  const device = (name: string) => ({ ...CAMPAIGN, settings: { location: 'Berlin', device: name } })
  const refused = (at: number, sent: object, method = 'POST', path = '/campaigns') =>
    seen(method, path, { at, sent, code: 'invalid_request' })

  it('shows its reason if the corrected form is accepted', () => {
    const evidence = evidenceFrom(
      refused(1, device('toaster')),
      seen('POST', '/campaigns', { at: 2, sent: device('mobile'), data: { id: ID } }),
    )

    expect(tried(evidence, 'value of device')).toEqual([1])
  })

  it('shows none if it may be a duplicate, if two members differ, or if nothing was accepted', () => {
    const accepted = created(device('mobile'))

    expect(tried(evidenceFrom(accepted, refused(1, device('tv'))), 'value of device')).toEqual([])
    const renamed = { ...device('tv'), name: 'Other' }
    const other = evidenceFrom(accepted, refused(1, renamed, 'PUT', PATH))
    expect(tried(other, 'value of device')).toEqual([])
    expect(tried(evidenceFrom(refused(1, device('tv'))), 'value of device')).toEqual([])
  })

  it('is of the input if a required member is missing or has a wrong type', () => {
    const { keywords: _, ...incomplete } = CAMPAIGN
    const evidence = evidenceFrom(
      created(),
      refused(1, incomplete),
      refused(2, { ...CAMPAIGN, name: { en: 'Spring' } }),
      refused(3, { ...CAMPAIGN, keywords: 'one' }),
      refused(4, {}),
      seen('POST', '/campaigns', { at: 5, sent: '{"name": "Spr', code: 'invalid_request' }),
      seen('POST', '/campaigns', { at: 6, sent: incomplete, code: 'rate_limit_exceeded' }),
    )

    expect(tried(evidence, 'invalid input')).toEqual([1, 2])
    expect(tried(evidence, 'no campaign as body')).toEqual([4])
    expect(tried(evidence, 'malformed body')).toEqual([5])
  })

  it('of an id is of a deleted campaign, or of a malformed id', () => {
    const gone = (at: number, id: string) =>
      seen('GET', `/campaigns/${id}`, { at, code: 'not_found', status: 404 })
    const evidence = evidenceFrom(
      created(),
      seen('DELETE', PATH, { at: 1, data: {} }),
      gone(2, ID),
      gone(3, 'undefined'),
      gone(4, 'cmp_3c4d'),
    )

    expect(tried(evidence, 'deleted campaign')).toEqual([2])
    expect(tried(evidence, 'malformed id')).toEqual([3])
  })

  it('of a path is of an unknown one only where nothing below it exists', () => {
    const evidence = evidenceFrom(
      seen('GET', '/campaigns', { at: 0, data: [] }),
      seen('GET', '/webhooks', { at: 1, data: [] }),
      seen('GET', '/webhooks/wh_1', { at: 2, code: 'not_found', status: 404 }),
      seen('GET', '/nothing', { at: 3, code: 'not_found', status: 404 }),
      seen('PATCH', PATH, { at: 4, sent: {}, code: 'invalid_request' }),
      seen('PATCH', PATH, { at: 5, sent: {}, code: 'not_found', status: 405 }),
    )

    expect(tried(evidence, 'unknown path')).toEqual([3])
    expect(tried(evidence, 'wrong method')).toEqual([5])
  })
})

it('takes only parameters that mean nothing for unknown ones', () => {
  const list = (at: number, query: string, more = {}) =>
    seen('GET', `/campaigns?${query}`, { at, data: [], ...more })
  const refusal = { code: 'invalid_request' }
  const evidence = evidenceFrom(
    list(1, 'sort=name'),
    list(2, '_=1764000000'),
    list(3, 'utm_source=mail&sort=name', refusal),
    list(4, 'utm_source=mail&limit=20', refusal),
  )

  expect(tried(evidence, 'unknown parameter')).toEqual([2, 3])
})

it('leaves out what may have happened by chance, and answers of the sandbox', () => {
  const list = { method: 'GET', path: '/campaigns' }
  const failure = (at: number, code: string, more = {}) =>
    seen(list.method, list.path, { at, code, status: 500, ...more })
  const evidence = evidenceFrom(
    seen('GET', '/campaigns', { at: 1, data: [] }),
    failure(2, 'server_error'),
    failure(3, 'rate_limit_exceeded', { headers: { 'x-ratelimit-remaining': '40' } }),
    failure(4, 'rate_limit_exceeded', { headers: { 'x-ratelimit-remaining': '0' } }),
    { ...seen('GET', '/campaigns', { at: 5 }), source: 'sandbox' },
    seen('GET', '/campaigns/undefined', { at: 6, code: 'server_error', status: 500 }),
    seen('GET', '/campaigns/undefined', { at: 7, code: 'server_error', status: 500 }),
  )

  expect(evidence.exchanges.map(({ startedAt }) => startedAt)).toEqual([1, 4, 6, 7])
})

it('compares pages with the list only while nobody writes', () => {
  const rows = [{ id: 'cmp_1' }, { id: 'cmp_2' }, { id: 'cmp_3' }]
  const list = (at: number, query = '') => seen('GET', `/campaigns${query}`, { at, data: rows })
  const evidence = evidenceFrom(list(1), list(2, '?page=2'), created(), list(4, '?page=3'))
  const later = evidenceFrom(
    list(1),
    { ...created(), startedAt: 2, endedAt: 2 },
    list(4, '?page=3'),
  )

  expect(evidence.find('page:listCampaigns:page=2')?.startedAt).toBe(2)
  expect(later.find('page:listCampaigns:page=3')).toBeUndefined()
})

it('hides keys, where a server repeats another one, too', () => {
  const { exchanges } = evidenceFrom(
    created(),
    seen('GET', PATH, { at: 1, key: 'svc_test_bob', data: { note: 'of svc_test_bob' } }),
  )

  expect(JSON.stringify(exchanges)).not.toContain('svc_test')
})
