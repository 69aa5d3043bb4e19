import { ApiDocument } from '../../src/openapi/api-document.ts'
import { packagedDocument } from '../../src/openapi/load.ts'
import { compiledRules } from '../../src/openapi/served/compiled-rules.ts'
import { Router } from '../../src/openapi/served/router.ts'
import type { UpstreamParts } from '../../src/pipeline/upstream.ts'
import type { Captured } from '../../src/proxy/captured.ts'
import { DocumentJudge, type JudgeOptions } from '../../src/proxy/judge.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { createClock } from '../../src/time/clock.ts'

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
export function exchangeOf(
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

/** A judge by the packaged document, or the one that `served` returns. */
export async function judgeOf(options: JudgeOptions = {}, served?: () => Served) {
  const packaged = await servedOf(packagedDocument)
  const upstream = { upstream: 'http://upstream.test/api', timeoutMs: 30_000 }
  const sandbox = { clock: createClock(), current: served ?? (() => packaged) }
  return new DocumentJudge(sandbox, upstream, options)
}

type Served = ReturnType<UpstreamParts['current']>

export async function servedOf(document: JsonObject): Promise<Served> {
  const router = new Router(await compiledRules(document))
  return { document: ApiDocument.of(document), router }
}
