import type { Request, Response } from 'express'
import type { FaultRule } from '../../../src/accounts/fault.ts'
import { rules } from '../../../src/control/control-rules.ts'
import { ApiDocument } from '../../../src/openapi/api-document.ts'
import { loadDocument } from '../../../src/openapi/load.ts'
import { createRecorder } from '../../../src/pipeline/access-log.ts'
import { applyFaultRules } from '../../../src/pipeline/fault-rules.ts'
import { LocalRequestLog } from '../../../src/runtime/request-log.ts'
import { createClock } from '../../../src/time/clock.ts'
import { median } from '../statistics.ts'
import { compared, type Row } from '../table.ts'

const ROUNDS = 15
const REQUESTS = 20_000

const FAULT: FaultRule = {
  id: 'flt_bench',
  name: null,
  enabled: true,
  method: ['GET'],
  path: '/campaigns/*/nothing',
  key: 'key_bench',
  error: 'server_error',
  count: null,
  acted: 0,
  expires_at: null,
  created_at: '',
  updated_at: '',
}

/** What fault rules that do not match, and the request log, add to a request. */
export async function overhead(): Promise<Row[]> {
  const document = new ApiDocument(await loadDocument({ overlays: [], apiVersion: undefined }))
  const services = { document, clock: createClock(), config: { apiPath: '/api' } } as Parts
  const [operation] = rules.operations
  const stage = applyFaultRules(services)
  const ten = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`flt_${index}`, { ...FAULT, id: `flt_${index}` }]),
  )
  const measured = {
    'a request without fault rules': faultTime(stage, {}, operation),
    'with one that does not match': faultTime(stage, { flt_bench: FAULT }, operation),
    'with ten of them': faultTime(stage, ten, operation),
    'the log of requests, each': logTime(services),
  }
  const reference = perRequest(() => void JSON.stringify(ANSWER))
  const microseconds = (value: number) => `${value.toFixed(2)} µs`
  return compared('JSON.stringify of 20 campaigns', reference, measured, microseconds)
}

const ANSWER = {
  success: true,
  data: Array.from({ length: 20 }, (_, index) => ({
    id: `cmp_${index}`,
    name: 'Spring launch',
    keywords: ['trail running shoes', 'waterproof hiking boots'],
    created_at: '2026-01-15T09:30:00.000Z',
  })),
}

function exchangeOf(faults: object, operation: unknown) {
  const account = { id: 'acc_bench', seed: 1, faults }
  const key = { id: 'key_bench', prefix: 'svc_test' }
  return {
    id: 'trace',
    startedAt: 0,
    now: 0,
    part: 'service',
    operation,
    caller: { account, key },
    isValid: true,
    answer: { before: '{"success":true,"data":', records: ANSWER.data, after: '}' },
  }
}

function faultTime(stage: ReturnType<typeof applyFaultRules>, faults: object, operation: unknown) {
  const res = { locals: { exchange: exchangeOf(faults, operation) } } as unknown as Response
  const req = { method: 'GET', path: '/api/campaigns' } as Request
  return perRequest(() => void stage(req, res, () => {}))
}

type Parts = Parameters<typeof applyFaultRules>[0] & Parameters<typeof createRecorder>[0]

function logTime(parts: Parts) {
  const record = createRecorder(parts)
  const log = new LocalRequestLog()
  const sent = {
    'x-request-id': 'trace',
    'x-ratelimit-limit': 1000,
    'x-ratelimit-remaining': 999,
    'x-ratelimit-reset': 1768473000,
    'content-type': 'application/json; charset=utf-8',
    'content-length': 2000,
    'cache-control': 'no-store',
  }
  const headers = {
    host: 'localhost:4010',
    authorization: 'Bearer svc_test_demo',
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate',
    'user-agent': 'bench',
    connection: 'keep-alive',
  }
  const rawHeaders = Object.entries(headers).flat()
  const req = { method: 'GET', headers, rawHeaders } as unknown as Request
  const res = {
    locals: { exchange: exchangeOf({}, { id: 'listCampaigns' }) },
    headersSent: true,
    statusCode: 200,
    getHeaderNames: () => Object.keys(sent),
    getHeader: (name: keyof typeof sent) => sent[name],
  } as unknown as Response
  return perRequest(() => log.add(record(req, res, '/api/campaigns?limit=20')))
}

function perRequest(run: () => void): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now()
    for (let i = 0; i < REQUESTS; i++) run()
    return ((performance.now() - begin) * 1000) / REQUESTS
  })
  return median(rounds)
}
