import express from 'express'
import supertest from 'supertest'
import { expect, it } from 'vitest'
import generated from '../../spec/generated/openapi.json' with { type: 'json' }
import { OWN_FORMS } from '../document/answer-forms.ts'
import { ApiDocument } from '../document/api-document.ts'
import type { JsonObject } from '../document/json.ts'
import { silentLog } from '../log.ts'
import type { Services } from '../services.ts'
import { createClock } from '../time/clock.ts'
import { answerErrors } from './error-handler.ts'
import { Quotas } from './rate-limit.ts'
import { identifyRequest } from './request-id.ts'

const document = new ApiDocument(generated as unknown as JsonObject)

/** A server at which a stage throws `thrown`, and that logs into `logged`. */
function serverThat(thrown: Error, changes: Partial<Services>) {
  const logged: unknown[] = []
  const services = {
    document,
    forms: OWN_FORMS,
    quotas: new Quotas(document, true),
    clock: createClock(),
    log: { ...silentLog, failure: (_message: string, error: unknown) => logged.push(error) },
    ...changes,
  } as Services
  const app = express()
    .use(identifyRequest(services))
    .use(() => {
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
  const { app } = serverThat(new Error('first'), {})

  const { headers } = await supertest(app).get('/')

  expect(headers['x-ratelimit-remaining']).toBe('599')
})

it('shows the quota of the address in the unit of the document', async () => {
  const document = new ApiDocument({
    ...generated,
    components: resetIn('remaining_seconds'),
  } as never)
  const { app } = serverThat(new Error('first'), {
    document,
    quotas: new Quotas(document, true),
  })

  const { headers } = await supertest(app).get('/api/campaigns')

  expect(headers['x-ratelimit-reset']).toBe('3600')
})

function resetIn(unit: string) {
  const components = structuredClone(generated.components)
  components.headers['X-RateLimit-Reset']['x-unit'] = unit
  return components
}

it('logs no token that stands in a path', async () => {
  const messages: string[] = []
  const log = { ...silentLog, failure: (message: string) => messages.push(message) }
  const { app } = serverThat(new Error('first'), { log: log as never })

  await supertest(app).get('/api/campaigns/svc%5Ftest_let-me-in')

  expect(messages).toEqual([expect.stringContaining('GET /api/campaigns/svc%5Ftest_… failed')])
})
