import { readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import { expect, it } from 'vitest'
import document from '../spec/generated/openapi.json' with { type: 'json' }
import { MAX_SESSIONS } from './accounts/session.ts'
import { MAX_ADVANCE_DAYS } from './control/clock.ts'
import { MAX_EVENT_DATA } from './control/events.ts'
import { MAX_KEYS } from './control/keys.ts'
import { MAX_WAIT_MS } from './control/requests.ts'
import { MAX_CHARACTERS, SENT_LIMITS } from './control/sent-fixture.ts'
import { LIMITS as SIGN_UPS } from './control/visitors.ts'
import { MAX_ANCHORS, MAX_UNFOLDED } from './document/yaml-nodes.ts'
import { MAX_FAULTS } from './faults/input.ts'
import { BODY_LIMIT, EXTENT_LIMITS } from './http/body.ts'
import { TIMEOUTS } from './http/express-server.ts'
import { MAX_DELAY_MS } from './http/faults.ts'
import { LOOK_EVERY_MS } from './http/guessing.ts'
import { LIMITS } from './http/in-turn.ts'
import { KEPT_OF_BODY, RequestLog } from './http/request-log.ts'
import { MAX_ISSUES } from './invalid-input.ts'
import { MAX_DAYS } from './operations/period.ts'
import { MAX_SNAPSHOTS } from './store/snapshots.ts'
import { readAnswers } from './testing/answers.ts'
import { DOCUMENT } from './testing/document.ts'
import { sendRaw } from './testing/raw.ts'
import { CAMPAIGN, startSandbox } from './testing/sandbox.ts'
import { FINISHED_KEPT, PENDING_CHARACTERS, PENDING_KEPT } from './webhooks/delivery-log.ts'

const { parameters, schemas } = document.components
const campaign = schemas.CampaignInput.properties
const count = (number: number) => number.toLocaleString('en')
const bytes = (number: number) => `${count(number)} bytes`
const seconds = (ms: number) => `${ms / 1000} s`
const quota = ({ hour, day }: { hour: number; day: number }) =>
  `${count(hour)} an hour, ${count(day)} a day`

/** What is enforced, by the words of the table. */
const ENFORCED: Record<string, string> = {
  'request line and headers together': bytes(maxHeaderSize),
  'time until the headers have come': seconds(TIMEOUTS.headers),
  'time until the whole request has come': seconds(TIMEOUTS.request),
  'idle connection after an answer': seconds(TIMEOUTS.idle),
  'body, after decompression': bytes(BODY_LIMIT),
  'nesting of a JSON body': `${count(EXTENT_LIMITS.depth)} levels`,
  'values of a JSON body': count(EXTENT_LIMITS.values),
  'rows of a page': count(parameters.limit.schema.maximum),
  'keywords of a campaign': count(campaign.keywords.maxItems),
  'competitors of a campaign': count(campaign.competitors.maxItems),
  'characters of a name or keyword': count(campaign.name.maxLength),
  'days of a period': count(MAX_DAYS),
  'issues that one answer lists': count(MAX_ISSUES),
  'webhooks of an account': count(DOCUMENT.subscriptions.webhooks),
  'alerts of an account': count(DOCUMENT.subscriptions.alerts),
  'keys of an account': count(MAX_KEYS),
  'fault rules of an account': count(MAX_FAULTS),
  'snapshots of an account': count(MAX_SNAPSHOTS),
  'sessions of a key': count(MAX_SESSIONS),
  'deliveries of an account that are kept': count(FINISHED_KEPT),
  'deliveries of an account that wait': count(PENDING_KEPT),
  'characters of deliveries of an account that wait': count(PENDING_CHARACTERS),
  'data of an event that is triggered': bytes(MAX_EVENT_DATA),
  'requests that wait on one connection for those before them': count(LIMITS.close),
  'logged requests of an account': count(keptRequests()),
  'bytes of a body that the log keeps': bytes(KEPT_OF_BODY),
  'delay that a request or a fault rule asks for': seconds(MAX_DELAY_MS),
  'advance of a clock at a time': `${count(MAX_ADVANCE_DAYS)} days`,
  'wait for a request': seconds(MAX_WAIT_MS),
  'characters of a fixture that is sent': count(MAX_CHARACTERS),
  'accounts of a fixture that is sent': count(SENT_LIMITS.accounts),
  'users of an account that is sent': count(SENT_LIMITS.users),
  'keys of an account that is sent': count(SENT_LIMITS.keys),
  'campaigns of an account that is sent': count(SENT_LIMITS.campaigns),
  'keywords of a fixture that is sent': count(SENT_LIMITS.allKeywords),
  'anchors and aliases of a YAML text': count(MAX_ANCHORS),
  'values that aliases of a YAML text stand for': count(MAX_UNFOLDED),
  'requests of a Starter key': quota(DOCUMENT.limits('Starter')),
  'requests of a Professional key': quota(DOCUMENT.limits('Professional')),
  'requests of an Enterprise key': quota(DOCUMENT.limits('Enterprise')),
  'requests of an address without a valid key': quota(DOCUMENT.limits('Anonymous')),
  'keys new to an address that used this up': `${1000 / LOOK_EVERY_MS} each second`,
  'sign-ups from one address': quota(SIGN_UPS),
}

it('are documented as they are enforced', () => {
  const text = readFileSync(new URL('../docs/limits.md', import.meta.url), 'utf8')
  const rows = text.matchAll(/^\| ([a-z].*?) \| (.*?) \| .*? \|$/gm)

  const documented = Object.fromEntries([...rows].map(([, name, value]) => [name, value]))

  expect(documented).toEqual(ENFORCED)
})

it('begin where the table says: headers', async () => {
  const { port } = await startSandbox()
  const statusWith = async (length: number) => {
    const fixed = 'GET /api/auth/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: \r\n\r\n'
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
  const log = new RequestLog()
  for (let n = 0; n < 2000; n++) log.add({ accountId: 'acc', url: '/' } as never)
  return log.after(0, 'acc').length
}
