import type { Request, Response } from 'express'
import type { FaultRule } from '../../src/accounts/fault.ts'
import { ApiDocument } from '../../src/document/api-document.ts'
import { loadDocument } from '../../src/document/load.ts'
import { applyFaultRules } from '../../src/http/fault-rules.ts'
import { RequestLog } from '../../src/http/request-log.ts'
import { createRecorder } from '../../src/http/request-record.ts'
import { controlRules } from '../../src/request-rules.ts'
import type { Services } from '../../src/services.ts'
import { createClock } from '../../src/time/clock.ts'
import { median } from '../statistics.ts'
import { type Row, row } from '../table.ts'

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

export async function overhead(): Promise<Row[]> {
  const { none, one, ten, log, reference } = await overheads()
  const micro = (value: number) => `${value.toFixed(2)} µs`
  const name = 'JSON.stringify of 20 campaigns'
  const there = micro(reference)
  return [
    row('a request without fault rules', micro(none), name, there, none / reference),
    row('with one that does not fit', micro(one), name, there, one / reference),
    row('with ten of them', micro(ten), name, there, ten / reference),
    row('the log of requests, each', micro(log), name, there, log / reference),
  ]
}

/** Microseconds that a request is delayed by fault rules that do not fit, and by the log of requests. */
async function overheads() {
  const document = new ApiDocument(await loadDocument({ overlays: [], apiVersion: undefined }))
  const services = { document, clock: createClock(), config: { basePath: '/api' } } as Services
  const [operation] = (await controlRules()).operations
  const stage = applyFaultRules(services)
  const none = faultTime(stage, {}, operation)
  const ten = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`flt_${index}`, { ...FAULT, id: `flt_${index}` }]),
  )
  return {
    none,
    one: faultTime(stage, { flt_bench: FAULT }, operation),
    ten: faultTime(stage, ten, operation),
    log: logTime(services),
    reference: perRequest(() => void JSON.stringify(ANSWER)),
  }
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

const HEADERS = {
  host: 'localhost:4010',
  authorization: 'Bearer svc_test_demo',
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate',
  'user-agent': 'bench',
  connection: 'keep-alive',
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
    answerText: JSON.stringify(ANSWER),
  }
}

function faultTime(stage: ReturnType<typeof applyFaultRules>, faults: object, operation: unknown) {
  const res = { locals: { exchange: exchangeOf(faults, operation) } } as unknown as Response
  const req = { method: 'GET', path: '/api/campaigns' } as Request
  return perRequest(() => void stage(req, res, () => {}))
}

function logTime(services: Services) {
  const record = createRecorder(services)
  const log = new RequestLog()
  const sent = {
    'x-request-id': 'trace',
    'x-ratelimit-limit': 1000,
    'x-ratelimit-remaining': 999,
    'x-ratelimit-reset': 1768473000,
    'content-type': 'application/json; charset=utf-8',
    'content-length': 2000,
    'cache-control': 'no-store',
  }
  const req = { method: 'GET', headers: HEADERS } as unknown as Request
  const res = {
    locals: { exchange: exchangeOf({}, { id: 'listCampaigns' }) },
    headersSent: true,
    statusCode: 200,
    getHeaders: () => ({ ...sent }),
  } as unknown as Response
  return perRequest(() => log.add(record(req, res, '/api/campaigns?limit=20')))
}

function perRequest(run: () => void): number {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const begin = performance.now()
    for (let i = 0; i < REQUESTS; i++) run()
    rounds.push(((performance.now() - begin) * 1000) / REQUESTS)
  }
  return median(rounds)
}
