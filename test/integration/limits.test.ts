import { readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import { expect, it } from 'vitest'
import { DECODABLE } from '../../contract-tests/http/response.ts'
import { MOST_ITEMS } from '../../contract-tests/traffic/judge.ts'
import control from '../../spec/documents/control.ts'
import document from '../../spec/documents/openapi.ts'
import {
  MOST_DELETED,
  MOST_DELETED_KEYWORDS,
  MOST_PAST_KEYWORDS,
  MOST_PAST_STATES,
} from '../../src/accounts/campaign-history.ts'
import { MOST_MARKS } from '../../src/accounts/mark.ts'
import { MAX_SESSIONS } from '../../src/accounts/session.ts'
import { MAX_SECRETS } from '../../src/accounts/webhook-secret.ts'
import { readConfig } from '../../src/config.ts'
import { LIMITS } from '../../src/connection/pipelining.ts'
import { TIMEOUTS } from '../../src/connection/server.ts'
import { UNSENT_LIMITS } from '../../src/connection/unsent.ts'
import { MAX_ADVANCE_DAYS } from '../../src/control/handlers/clock.ts'
import { MAX_EVENT_DATA } from '../../src/control/handlers/events.ts'
import { MAX_CHARACTERS, SENT_LIMITS } from '../../src/control/handlers/fixtures.ts'
import { MAX_KEYS } from '../../src/control/handlers/keys.ts'
import { MAX_WAIT_MS } from '../../src/control/handlers/requests.ts'
import { LARGEST_BODY } from '../../src/control/handlers/signature-verdict.ts'
import { MAX_ISSUES } from '../../src/errors.ts'
import { MAX_FAULTS } from '../../src/faults/input.ts'
import { MAX_ANCHORS, MAX_PROBLEMS, MAX_UNFOLDED } from '../../src/openapi/yaml.ts'
import { YAML_LIMITS } from '../../src/openapi/yaml-extent.ts'
import { MOST_COVERED } from '../../src/operations/covered-campaigns.ts'
import { MAX_DAYS } from '../../src/operations/period.ts'
import { BODY_LIMIT, EXTENT_LIMITS } from '../../src/pipeline/body.ts'
import { MAX_DELAY_MS } from '../../src/pipeline/forced-errors.ts'
import { MOST_PAGE_BYTES } from '../../src/pipeline/paging.ts'
import { JUDGED_BYTES, KEPT_BYTES } from '../../src/proxy/captured.ts'
import { MAX_BYTES, MAX_ENTRIES } from '../../src/proxy/cassette/har-file.ts'
import { MOST_SEARCHED } from '../../src/proxy/cassette/vault.ts'
import { MOST_HEADER_BYTES, MOST_INTERIM } from '../../src/proxy/forward.ts'
import { MOST_IDS } from '../../src/proxy/ids.ts'
import { HELD_MS } from '../../src/proxy/relay.ts'
import { MOST_REQUESTS, MOST_VIOLATIONS } from '../../src/proxy/violations.ts'
import { CHECK_EVERY_MS } from '../../src/runtime/credential-throttle.ts'
import { FIGURE_LIMITS } from '../../src/runtime/figure-turns.ts'
import { MOST_MOMENTS } from '../../src/runtime/moments.ts'
import { OPEN_LIMITS } from '../../src/runtime/open-requests.ts'
import { LIMITS as RECEIVED } from '../../src/runtime/receivers.ts'
import { KEPT_OF_BODY, LocalRequestLog } from '../../src/runtime/request-log.ts'
import { MAX_SNAPSHOTS } from '../../src/runtime/snapshots.ts'
import { TRAFFIC_LIMITS } from '../../src/runtime/traffic.ts'
import { valueAt } from '../../src/schema/pointer.ts'
import { MOST_REPLAYED } from '../../src/simulation/replay.ts'
import {
  BYTES_KEPT,
  EVENTS_KEPT,
  FINISHED_KEPT,
  PENDING_KEPT,
} from '../../src/store/events/event-log.ts'
import { MAX_BODY_BYTES } from '../../src/webhooks/answer-reader.ts'
import { LIMITS as ATTEMPTS } from '../../src/webhooks/dispatcher.ts'
import { MAX_LINES } from '../../src/webhooks/guarded-reading.ts'
import { LONGEST_VALUE } from '../../src/webhooks/settings.ts'
import { LONGEST_BODY } from '../../src/webhooks/signature-diagnosis.ts'
import { readAnswers } from '../support/answers.ts'
import { DOCUMENT } from '../support/document.ts'
import { sendRaw } from '../support/raw.ts'
import { CAMPAIGN, startSandbox } from '../support/sandbox.ts'

type Limits<Name extends string> = Record<Name, { maxItems: number; maxLength: number }>
const campaign = valueAt(document, '/components/schemas/CampaignInput/properties') as Limits<
  'name' | 'keywords' | 'competitors'
>
const answer = valueAt(control, '/components/schemas/ReceiverAnswerInput/properties') as Limits<
  'sequence' | 'body'
>
const settings = valueAt(
  control,
  '/paths/~1webhooks~1{id}/put/requestBody/content/application~1json/schema/properties',
) as { headers: { maxProperties: number } }
const mostRows = valueAt(document, '/components/parameters/limit/schema/maximum') as number
const count = (number: number) => number.toLocaleString('en')
const bytes = (number: number) => `${count(number)} bytes`
const seconds = (ms: number) => `${ms / 1000} s`
const quota = ({ hour, day }: { hour: number; day: number }) =>
  `${count(hour)} an hour, ${count(day)} a day`

/** What is enforced, by the words of the table. */
const ENFORCED: Record<string, string> = {
  'request line and headers': bytes(maxHeaderSize),
  'time to receive the headers': seconds(TIMEOUTS.headers),
  'time to receive the whole request': seconds(TIMEOUTS.request),
  'idle connection after a response': seconds(TIMEOUTS.idle),
  'body, after decompression': bytes(BODY_LIMIT),
  'nesting of a JSON body': `${count(EXTENT_LIMITS.depth)} levels`,
  'values in a JSON body': count(EXTENT_LIMITS.values),
  'bytes of a page': bytes(MOST_PAGE_BYTES),
  'pipelined bytes per connection': bytes(LIMITS.bytes),
  'unread bytes of all responses': bytes(UNSENT_LIMITS.bytes),
  'time in which a client must read something': seconds(UNSENT_LIMITS.ms),
  'rows per page': count(mostRows),
  'campaigns per account': count(DOCUMENT.campaigns.perAccount),
  'keywords per campaign': count(campaign.keywords.maxItems),
  'keywords of an account, with past versions, on a shared sandbox': count(
    DOCUMENT.campaigns.keywordsPerAccount,
  ),
  'downloads under way of an account': count(OPEN_LIMITS.downloads),
  'figures computed at a time for an account': count(FIGURE_LIMITS.atOnce),
  'requests for figures of an account that wait, on a shared sandbox': count(FIGURE_LIMITS.waiting),
  'keywords in past versions of a campaign': count(MOST_PAST_KEYWORDS),
  'keywords of remembered deleted campaigns': count(MOST_DELETED_KEYWORDS),
  'competitors per campaign': count(campaign.competitors.maxItems),
  'characters in a name or keyword': count(campaign.name.maxLength),
  'past versions of a campaign': count(MOST_PAST_STATES),
  'campaigns covered by dashboards': count(MOST_COVERED),
  'remembered deleted campaigns': `${count(MOST_DELETED)} an account`,
  'days in a period': count(MAX_DAYS),
  'issues in one response': count(MAX_ISSUES),
  'webhooks per account': count(DOCUMENT.subscriptions.webhooks),
  'alerts per account': count(DOCUMENT.subscriptions.alerts),
  'keys per account': count(MAX_KEYS),
  'fault rules per account': count(MAX_FAULTS),
  'snapshots per account': count(MAX_SNAPSHOTS),
  'changes in the timeline of an account': count(MOST_MARKS),
  'moments from before deletions per account': count(MOST_MOMENTS),
  'other moments per account': count(MOST_MOMENTS),
  'sessions per key': count(MAX_SESSIONS),
  'finished deliveries per account': count(FINISHED_KEPT),
  'waiting deliveries per account': count(PENDING_KEPT),
  'events per account': count(EVENTS_KEPT),
  'bytes of events and deliveries per account': bytes(BYTES_KEPT),
  'simultaneous attempts of a webhook': count(ATTEMPTS.perReceiver),
  'simultaneous attempts of an account': count(ATTEMPTS.perAccount),
  'simultaneous attempts': count(ATTEMPTS.overall),
  'size of a cassette': bytes(MAX_BYTES),
  'exchanges in a cassette': count(MAX_ENTRIES),
  'secrets that a cassette searches for in other places': `${count(MOST_SEARCHED)} characters in all, as written in all ways`,
  'recorded or judged body': bytes(KEPT_BYTES),
  'content codings that are judged and recorded': [...DECODABLE]
    .filter((coding) => !coding.startsWith('x-'))
    .join(', '),
  'judged body, after decompression': bytes(JUDGED_BYTES),
  'items of a list compared with assumptions in the proxy': count(MOST_ITEMS),
  'time that a response is held to be judged': `${HELD_MS} ms`,
  'violations kept': count(MOST_VIOLATIONS),
  'requests named by a violation': count(MOST_REQUESTS),
  'ids with a remembered server': count(MOST_IDS),
  'headers of an upstream response': bytes(MOST_HEADER_BYTES),
  'interim responses to a request': count(MOST_INTERIM),
  "body of a receiver's response": bytes(MAX_BODY_BYTES),
  "lines of a receiver's response": count(MAX_LINES),
  "headers of a receiver's response": bytes(maxHeaderSize),
  'active secrets of a webhook': count(MAX_SECRETS),
  'additional headers of a webhook': `${count(settings.headers.maxProperties)}, of ${count(LONGEST_VALUE)} characters each`,
  'events in one replay': count(MOST_REPLAYED),
  'requests kept by the built-in receiver': `${count(RECEIVED.perAccount)} an account`,
  'scripted responses of the built-in receiver': `${count(answer.sequence.maxItems)}, of ${bytes(answer.body.maxLength)} each`,
  'body whose signature the built-in receiver verifies': bytes(LARGEST_BODY),
  'body whose wrong signature the built-in receiver explains': `${count(LONGEST_BODY)} characters`,
  'data of a triggered event': bytes(MAX_EVENT_DATA),
  'pipelined requests per connection': count(LIMITS.close),
  'logged requests per account': count(keptRequests()),
  'bytes of a body in the request log': bytes(KEPT_OF_BODY),
  'delay of a request or a fault rule': seconds(MAX_DELAY_MS),
  'one advance of a clock': `${count(MAX_ADVANCE_DAYS)} days`,
  'wait for a logged request': seconds(MAX_WAIT_MS),
  'characters in a sent fixture': count(MAX_CHARACTERS),
  'accounts in a sent fixture': count(SENT_LIMITS.accounts),
  'users per account of a sent fixture': count(SENT_LIMITS.users),
  'keys per account of a sent fixture': count(SENT_LIMITS.keys),
  'keywords in a sent fixture': count(SENT_LIMITS.allKeywords),
  'anchors and aliases in a YAML file': count(MAX_ANCHORS),
  'values that YAML aliases expand to': count(MAX_UNFOLDED),
  'nesting of a YAML file': `${count(YAML_LIMITS.depth)} levels`,
  'values in a YAML file': count(YAML_LIMITS.values),
  'reported problems of a YAML file': count(MAX_PROBLEMS),
  'requests of a Starter key': quota(DOCUMENT.limits('Starter')),
  'requests of a Professional key': quota(DOCUMENT.limits('Professional')),
  'requests of an Enterprise key': quota(DOCUMENT.limits('Enterprise')),
  'requests of an address without a valid key': quota(DOCUMENT.limits('Anonymous')),
  'new keys from an address over that limit': `${1000 / CHECK_EVERY_MS} each second`,
  'sign-ups from one address': quota(readConfig().signupLimits),
  'open streams of an account': count(OPEN_LIMITS.streams),
  'waiting and delayed requests of an account': count(OPEN_LIMITS.waits),
  'requests of an account in a hosted demo': `${count(TRAFFIC_LIMITS.requests)} a minute`,
  'bytes of an account in a hosted demo': `${count(TRAFFIC_LIMITS.bytes)} a minute`,
}

it('are documented as they are enforced', () => {
  const text = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8')
  const rows = text.matchAll(/^\| ([a-z].*?) \| (.*?) \| .*? \|$/gm)

  const documented = Object.fromEntries([...rows].map(([, name, value]) => [name, value]))

  expect(documented).toEqual(ENFORCED)
})

it('begin where the table says: headers', async () => {
  const { port } = await startSandbox()
  const statusWith = async (length: number) => {
    const fixed = 'GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: \r\n\r\n'
    const answer = await sendRaw(port, fixed.replace('X: ', `X: ${'x'.repeat(length)}`))
    return readAnswers(Buffer.from(answer), ['GET'])[0]?.status
  }

  expect([await statusWith(16_000), await statusWith(maxHeaderSize)]).toEqual([401, 431])
})

it('begin where the table says: bodies', async () => {
  const { api } = await startSandbox()
  const headers = { 'Content-Type': 'application/json' }
  const padded = (length: number) => {
    const body = JSON.stringify(CAMPAIGN)
    return body + ' '.repeat(length - body.length)
  }
  const nested = (levels: number) =>
    JSON.stringify({ ...CAMPAIGN, more: 0 }).replace(
      '"more":0',
      `"more":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`,
    )
  const many = (values: number) => JSON.stringify({ ...CAMPAIGN, more: Array(values).fill(0) })
  const statusOf = async (body: string) => (await api.post('/campaigns', { body, headers })).status

  expect(await statusOf(padded(BODY_LIMIT))).toBe(201)
  expect(await statusOf(padded(BODY_LIMIT + 1))).toBe(413)
  expect(await statusOf(nested(EXTENT_LIMITS.depth))).toBe(201)
  expect(await statusOf(nested(EXTENT_LIMITS.depth + 1))).toBe(400)
  const fitting = EXTENT_LIMITS.values - valuesOf({ ...CAMPAIGN, more: 0 })
  expect(await statusOf(many(fitting))).toBe(201)
  expect(await statusOf(many(fitting + 1))).toBe(400)
})

it('begin where the table says: periods', async () => {
  const { api } = await startSandbox()
  const statusFrom = async (start_date: string) => {
    const query = { brand: 'x', limit: 1, start_date, end_date: '2026-01-15' }
    return (await api.get('/chat/mentions', { query })).status
  }

  expect(await statusFrom('2016-01-09')).toBe(200)
  expect(await statusFrom('2016-01-08')).toBe(400)
})

function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, part) => sum + valuesOf(part), 1)
}

function keptRequests(): number {
  const log = new LocalRequestLog()
  for (let n = 0; n < 2000; n++) log.add({ accountId: 'acc', url: '/' } as never)
  return log.page('acc', { limit: 0, offset: 0 }).total
}
