import express from 'express'
import supertest from 'supertest'
import { describe, expect, it } from 'vitest'
import generated from '../../spec/documents/openapi.ts'
import { OWN_FORMS } from '../answer-forms/answer-forms.ts'
import { silentLog } from '../log.ts'
import { ApiDocument } from '../openapi/api-document.ts'
import { DatabaseError } from '../postgres/database-error.ts'
import type { Quota } from '../runtime/quota.ts'
import { LocalQuotas, type Quotas, quotaHeaders } from '../runtime/quotas.ts'
import { UnknownAccountError } from '../store/store-error.ts'
import { createClock } from '../time/clock.ts'
import { answerErrors, type ErrorParts } from './error-handler.ts'
import { type Exchange, exchangeOf, identifyRequest } from './exchange.ts'

const document = new ApiDocument(generated)

/** A server at which a stage throws `thrown`, and that logs into `logged`. */
function serverThat(
  thrown: Error,
  changes: Partial<ErrorParts> = {},
  exchange: Partial<Exchange> = {},
) {
  const logged: unknown[] = []
  const services = {
    document,
    forms: OWN_FORMS,
    quotas: new LocalQuotas(document, true),
    clock: createClock(),
    log: { ...silentLog, failure: (_message: string, error: unknown) => logged.push(error) },
    responseChecks: undefined,
    ...changes,
  }
  const app = express()
    .use(identifyRequest(services))
    .use((_req, res) => {
      Object.assign(exchangeOf(res), exchange)
      throw thrown
    })
    .use(answerErrors(services))
  return { app, logged }
}

it('answers in the envelope when the quota cannot be charged', async () => {
  const broken = new Error('no quota')
  const quotas = {
    chargeAddress() {
      throw broken
    },
  } as never as Quotas
  const thrown = new Error('first')
  const { app, logged } = serverThat(thrown, { quotas })

  const response = await supertest(app).get('/')

  expect(response.status).toBe(500)
  expect(response.type).toBe('application/json')
  expect(response.body).toMatchObject({ success: false, error: { code: 'server_error' } })
  expect(response.text).not.toMatch(/no quota|first|node_modules/)
  expect(logged).toEqual([thrown, broken])
})

it('charges the address of a request that failed before it was charged', async () => {
  const { app } = serverThat(new Error('first'))

  const { headers } = await supertest(app).get('/')

  expect(headers['x-ratelimit-remaining']).toBe('599')
})

it('logs no token in a path', async () => {
  const messages: string[] = []
  const log = { ...silentLog, failure: (message: string) => messages.push(message) }
  const { app } = serverThat(new Error('first'), { log: log as never })

  await supertest(app).get('/api/campaigns/svc%5Ftest_let-me-in')

  expect(messages).toEqual([expect.stringContaining('GET /api/campaigns/svc%5Ftest_… failed')])
})

it.each([
  ['a key', {}, [401, 'invalid_api_key', /^No key of this sandbox has this token/]],
  [
    'a session',
    { caller: { account: { seed: 1 }, session: {} } },
    [401, 'INVALID_TOKEN', /^No session has this token/],
  ],
  ['the operator', { part: 'control' }, [404, 'not_found', /^There is no account acc_a/]],
])(
  'answers %s whose account was removed meanwhile, and logs nothing',
  async (_name, exchange, expected) => {
    const removed = new UnknownAccountError('acc_a')
    const { app, logged } = serverThat(removed, {}, exchange as never)

    const { status, body } = await supertest(app).post('/')

    const [code, error, message] = expected
    expect(status).toBe(code)
    expect(body.error).toEqual({ code: error, message: expect.stringMatching(message as RegExp) })
    expect(logged).toEqual([])
  },
)

describe('a database that fails', () => {
  const quotas = {
    chargeAddress: () => Promise.reject(new Error('charged')),
    headersOf: (quota: Quota, now: number) => quotaHeaders(quota, 'remaining_seconds', now),
  } as never as Quotas

  it.each([
    ['away', 'post', 'not available; the change is undone. Try again;'],
    ['unknown outcome', 'delete', 'did not answer: the change may or may not have been made.'],
    ['full', 'put', 'not available; the change is undone. Try again;'],
    ['away', 'get', 'not available. Try again;'],
    ['unknown outcome', 'get', 'did not answer. Try again;'],
    ['cancelled', 'get', 'not available. Try again;'],
  ] as const)(
    'is answered with 503 and the headers of §8 when it is %s for %s',
    async (problem, method, text) => {
      const { app } = serverThat(new DatabaseError(problem, 'at db.example'), { quotas })

      const { status, headers, body } = await supertest(app)[method]('/')

      expect(status).toBe(503)
      expect(headers).toMatchObject({
        'retry-after': '1',
        'x-ratelimit-limit': '600',
        'x-ratelimit-remaining': '600',
        'x-ratelimit-reset': '3600',
      })
      expect(body.error).toMatchObject({
        code: 'server_error',
        message: expect.stringContaining(text),
      })
      expect(body.error.message).not.toMatch(/folder|db\.example/)
    },
  )

  it('is logged for each request, except while it is away, which is logged once', async () => {
    const full = new DatabaseError('full', 'full')
    const server = serverThat(full, { quotas })
    await supertest(server.app).get('/')
    expect(server.logged).toEqual([full])

    const away = serverThat(new DatabaseError('away', 'away'), { quotas })
    await supertest(away.app).get('/')
    expect(away.logged).toEqual([])
  })
})
