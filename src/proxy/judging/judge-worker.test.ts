import { afterEach, expect, it } from 'vitest'
import { DEFAULTS } from '../../../contract-tests/http/settings.ts'
import type { Violation } from '../../../contract-tests/traffic/violation.ts'
import { createClock } from '../../time/clock.ts'
import type { Captured } from '../captured.ts'
import { type JUDGING_LIMITS, JudgeWorker, type JudgeWorkerParts } from './judge-worker.ts'

const TOKEN = 'svc_test_traffic'
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const QUOTA = [
  ['X-RateLimit-Limit', '100'],
  ['X-RateLimit-Remaining', '99'],
  ['X-RateLimit-Reset', '1795000000'],
] as const
const JSON_TYPE = ['Content-Type', 'application/json'] as const

let requests = 0

function captured(
  method: string,
  apiPath: string,
  {
    body,
    sent,
    headers = [] as (readonly [string, string])[],
    authorization = `Bearer ${TOKEN}`,
  }: {
    body?: unknown
    sent?: unknown
    headers?: (readonly [string, string])[]
    authorization?: string
  } = {},
): Captured {
  const raw = body instanceof Uint8Array ? body : bytes(JSON.stringify(body ?? OK))
  const request = bytes(sent === undefined ? '' : JSON.stringify(sent))
  requests += 1
  return {
    id: `req_${requests}`,
    source: 'upstream',
    at: requests,
    startedAt: requests,
    endedAt: requests + 1,
    method,
    target: `/api${apiPath}`,
    apiPath,
    upstreamUrl: `http://upstream.test/api${apiPath}`,
    request: {
      headers: [['Authorization', authorization], ...(sent === undefined ? [] : [JSON_TYPE])],
      body: request,
      length: request.length,
    },
    response: {
      status: 200,
      statusMessage: 'OK',
      headers: [JSON_TYPE, ...QUOTA, ...headers],
      body: raw,
      length: raw.length,
    },
  }
}

const META = { timestamp: '2026-11-23T10:00:00.000Z', version: '1.2.0' }
const OK = { success: true, data: [], meta: META }

const open: JudgeWorker[] = []
afterEach(() => Promise.all(open.splice(0).map((judge) => judge.close())))

function judgeOf(
  more: Partial<JudgeWorkerParts> = {},
  limits: Partial<typeof JUDGING_LIMITS> = {},
) {
  const judge = new JudgeWorker(
    {
      clock: createClock(),
      log: { notice: () => {} },
      document: () => undefined,
      settings: {
        ...DEFAULTS,
        baseUrl: 'http://upstream.test/api',
        tokens: {},
        runId: 'traffic',
        version: '0.0.0',
      },
      ...more,
    },
    limits,
  )
  open.push(judge)
  return judge
}

const shownBy = ({ direction, kind, fact, actual }: Violation) => [direction, kind, fact, actual]

it('names what a request and a response contradict, and groups it', async () => {
  const seen: string[] = []
  const judge = judgeOf({ onViolation: ({ id }) => seen.push(id) })
  const wrong = { ...OK, success: 'yes' }
  const sent = { name: 'A', type: 'serp', keywords: ['a'] }

  const first = await judge.judge(captured('GET', '/auth/me', { body: { ...wrong, data: {} } }))
  await judge.judge(captured('POST', '/campaigns', { sent, body: { ...OK, data: { id: 'c1' } } }))

  const [found] = judge.violations({ fact: '4.6' })
  expect(first?.violations).toContain(found?.id)
  expect(shownBy(found as Violation)).toEqual([
    'response',
    'contradicts_stated',
    '4.6',
    'the string "yes"',
  ])
  expect(judge.violations({ direction: 'request' }).map(shownBy)).toEqual([
    ['request', 'contradicts_stated', '2.9', 'a campaign without it'],
  ])
  expect(judge.violations({ fact: '2.9', direction: 'response' })).toHaveLength(1)
  expect(seen).toContain(found?.id)
})
