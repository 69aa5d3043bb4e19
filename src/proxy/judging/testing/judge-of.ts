import { onTestFinished } from 'vitest'
import { DEFAULTS } from '../../../../contract-tests/http/settings.ts'
import { createClock } from '../../../time/clock.ts'
import type { Captured } from '../../captured.ts'
import { type JUDGING_LIMITS, JudgeWorker, type JudgeWorkerParts } from '../judge-worker.ts'

export const TOKEN = 'svc_test_traffic'
const bytes = (text: string) => new Uint8Array(Buffer.from(text))
const QUOTA = [
  ['X-RateLimit-Limit', '100'],
  ['X-RateLimit-Remaining', '99'],
  ['X-RateLimit-Reset', '1795000000'],
] as const
const JSON_TYPE = ['Content-Type', 'application/json'] as const

let requests = 0

/** A request of an app that the upstream answered with 200. */
export function captured(
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

export const META = { timestamp: '2026-11-23T10:00:00.000Z', version: '1.2.0' }
export const OK = { success: true, data: [], meta: META }

/** A judge that is closed with the test. */
export function judgeOf(
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
  onTestFinished(() => judge.close())
  return judge
}
