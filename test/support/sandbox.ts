import supertest from 'supertest'
import { expect, onTestFinished } from 'vitest'
import type { SandboxOptions } from '../../src/config.ts'
import { ERROR_CODES } from '../../src/errors.ts'
import { createSandbox, type Sandbox, type SandboxParts } from '../../src/sandbox.ts'
import { createClock } from '../../src/time/clock.ts'
import { startTwoReplicas } from './two-replicas.ts'

/** The time at which tests begin unless they say otherwise. */
export const START = Date.UTC(2026, 0, 15, 9, 30)

export interface TestSandbox extends Sandbox {
  /** Moves the sandbox's clock forward. */
  advance(time: { hours?: number; days?: number; minutes?: number }): void
  api: Api
}

export interface CallOptions {
  /** Null sends no Authorization header. */
  key?: string | null
  query?: Record<string, string | number | readonly string[]>
  body?: unknown
  headers?: Record<string, string>
}

type Method = 'get' | 'post' | 'put' | 'delete'
type Call = (path: string, options?: CallOptions) => Promise<supertest.Response>
export type Api = Record<Method, Call>

/** Whether this is the project `replicas`, which runs tests of embedded sandboxes again, against two replicas on a database. */
export const IS_ON_REPLICAS = process.env.SVC_TEST_REPLICAS !== undefined

/** A sandbox of the test's own, with a clock that only the test moves; closed when the test ends. */
export async function startSandbox(
  options: SandboxOptions = {},
  parts: SandboxParts = {},
): Promise<TestSandbox> {
  const sandbox = await startSharedSandbox(options, parts)
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** The same for several tests, to be closed by its caller. */
export async function startSharedSandbox(
  options: SandboxOptions = {},
  parts: SandboxParts = {},
): Promise<TestSandbox> {
  let time = START
  // Signatures are dated by the machine's clock, by which receivers judge them.
  const clock = { ...createClock({ wallTime: () => time }), wallTime: Date.now }
  const isShared = IS_ON_REPLICAS && options.data === undefined && parts.openUpstream === undefined
  const sandbox = isShared
    ? await startTwoReplicas(options, { clock })
    : await createSandbox(
        { ephemeral: options.data === undefined, ...options },
        { clock, ...parts },
      )
  return Object.assign(sandbox, {
    advance({ days = 0, hours = 0, minutes = 0 }) {
      time += ((days * 24 + hours) * 60 + minutes) * 60_000
    },
    api: apiOf(sandbox.url),
  })
}

/** Calls paths below `url` with the demo key; every answer is held against what must hold of any. */
export function apiOf(url: string): Api {
  const call =
    (method: Method): Call =>
    async (path, { key = 'svc_test_demo', query = {}, body, headers = {} } = {}) => {
      const request = supertest(url)[method](path).query(query).set(headers)
      if (key !== null) request.set('Authorization', `Bearer ${key}`)
      const response = await (body === undefined ? request : request.send(body as object))
      if (response.status !== 204) expectConformance(response)
      return response
    }
  return { get: call('get'), post: call('post'), put: call('put'), delete: call('delete') }
}

/** What the seed states of every response: the envelope (§4, §7) and the rate-limit headers (§8). */
export function expectConformance(response: supertest.Response): void {
  for (const name of ['limit', 'remaining', 'reset']) {
    expect(response.headers[`x-ratelimit-${name}`], `X-RateLimit-${name}`).toMatch(/^\d+$/)
  }
  if (response.type !== 'application/json') return

  const { success, data, error, meta } = response.body
  expect(success).toBe(response.status < 400)
  if (success) {
    expect(typeof data === 'object' && data !== null, 'data is an object or an array').toBe(true)
  } else {
    expect(ERROR_CODES).toContain(error.code)
    expect(error.message).toMatch(/\S/)
    expect(JSON.stringify(error)).not.toMatch(/node_modules|\.ts:\d/)
  }
  expect(meta.timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
  expect(meta.version).toMatch(/^1\.\d\.0$/)
}

/** The error code of a failure; fails the test when it was none. */
export function codeOf(response: supertest.Response): string {
  expect(response.body.success).toBe(false)
  return response.body.error.code
}

export const CAMPAIGN = {
  name: 'Spring launch',
  type: 'serp',
  keywords: ['trail running shoes', 'waterproof hiking boots'],
  frequency: 'daily',
  settings: { location: 'United States', device: 'desktop', search_engine: 'google' },
}
