import { expect, it } from 'vitest'
import { controlOf } from '../../test/support/control.ts'
import { CAMPAIGN, startSandbox } from '../../test/support/sandbox.ts'
import type { paths } from '../index.ts'

type Refusal = paths['/campaigns']['post']['responses'][400]['content']['application/json']
type ListRefusal = paths['/campaigns']['get']['responses'][400]['content']['application/json']

/** What a typed client reads. */
const placesOf = ({ error }: Refusal | ListRefusal) =>
  (error.details?.issues ?? []).map(({ in: part, path, message }) => `${part} ${path} ${message}`)

it.each([
  ['post', '/campaigns', { ...CAMPAIGN, name: '' }, ['body /name must not be empty']],
  ['post', '/campaigns', { ...CAMPAIGN, name: ' ' }, ['body /name must not be blank']],
  ['post', '/campaigns', { ...CAMPAIGN, keywords: [''] }, ['body /keywords/0 must not be empty']],
  ['post', '/campaigns', { ...CAMPAIGN, domain: '' }, ['body /domain must not be empty']],
  [
    'post',
    '/campaigns',
    { ...CAMPAIGN, status: null },
    ['body /status must be one of active, paused; found null'],
  ],
  ['post', '/campaigns', [1], ['body  must be an object; found [1]']],
  [
    'post',
    '/campaigns',
    { ...CAMPAIGN, name: '', settings: { location: '' } },
    ['body /name must not be empty', 'body /settings/location must not be empty'],
  ],
  [
    'post',
    '/webhooks',
    { url: '', events: [1, 'mention.detected'] },
    [
      'body /url must begin with https:// or http://; found ""',
      'body /events/0 must be one of campaign.completed, ranking.changed, mention.detected; found 1',
    ],
  ],
  ['get', '/campaigns?limit=x', undefined, ['query limit must be an integer; found "x"']],
  [
    'get',
    '/reports/generate?campaign_id=c&bom=x',
    undefined,
    ['query bom must be one of 0, 1; found "x"'],
  ],
  [
    'post',
    '/alerts',
    { name: 'a', event: 'campaign.completed', campaign_id: 'none', platform: 'none' },
    [
      'body /platform is for mention.detected only, not for campaign.completed',
      'body /campaign_id must be a campaign of this account; found "none"',
    ],
  ],
] as const)('each wrong value is one issue: %s %s %j', async (method, path, body, expected) => {
  const { api } = await startSandbox()

  const response = await api[method](path, body === undefined ? {} : { body })

  expect(response.status).toBe(400)
  expect(placesOf(response.body)).toEqual(expected)
})

it.each([
  ['post', '/events', {}, ['body  must have exactly one of type, sequence']],
  ['post', '/events', { campaign_id: ' ' }, ['body  must have exactly one of type, sequence']],
  [
    'post',
    '/clock',
    { advance: '1d', now: 5 },
    ['body  must have exactly one of advance, now', 'body /now must be a string; found 5'],
  ],
  ['post', '/clock', [1], ['body  must be an object; found [1]']],
  ['put', '/faults/flt_1', { count: '' }, ['body /count must be an integer; found ""']],
  [
    'put',
    '/faults/flt_1',
    { name: 0, key: 5 },
    ['body /name must be a string; found 0', 'body /key must be a string'],
  ],
  [
    'put',
    '/webhooks/wh_1',
    { rate_limit: { deliveries: '', per: 'second' } },
    ['body /rate_limit/deliveries must be an integer; found ""'],
  ],
  [
    'put',
    '/webhooks/wh_1',
    { rate_limit: 'none' },
    ['body /rate_limit must be an object; found "none"'],
  ],
  [
    'put',
    '/receiver',
    { connection: null },
    ['body /connection must be one of reset, empty, hang, truncated; found null'],
  ],
  [
    'post',
    '/faults',
    { delay: { median: 0, p99: 5 } },
    ['body /delay/median must be at least 1; found 0'],
  ],
] as const)(
  'each wrong value is one issue: /_sandbox %s %s %j',
  async (method, path, body, expected) => {
    const control = controlOf(await startSandbox())

    const response = await control[method](path, { body })

    expect(response.status).toBe(400)
    expect(placesOf(response.body)).toEqual(expected)
  },
)
