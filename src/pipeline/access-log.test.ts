import express from 'express'
import supertest from 'supertest'
import { expect, it } from 'vitest'
import generated from '../../spec/generated/openapi.json' with { type: 'json' }
import { type AccessRecord, silentLog } from '../log.ts'
import { ApiDocument } from '../openapi/api-document.ts'
import type { JsonObject } from '../schema/json.ts'
import { LocalRequestLog } from '../state/request-log.ts'
import { RequestTally } from '../state/request-tally.ts'
import { createClock } from '../time/clock.ts'
import { logAccess } from './access-log.ts'
import { identifyRequest } from './exchange.ts'

/** The log line of GET `url`. */
async function recordOf(url: string, requestId = 'trace-1'): Promise<AccessRecord> {
  return new Promise((resolve, reject) => {
    const services = {
      document: new ApiDocument(generated as unknown as JsonObject),
      clock: createClock(),
      log: { ...silentLog, access: resolve },
      requests: new LocalRequestLog(),
      usage: undefined as never,
      tally: new RequestTally(),
      changes: undefined as never,
    }
    const app = express()
      .use(identifyRequest(services))
      .use(logAccess(services))
      .use((_req, res) => void res.status(204).end())
    supertest(app).get(url).set('X-Request-Id', requestId).catch(reject)
  })
}

it('logs the request and its outcome', async () => {
  expect(await recordOf('/api/campaigns?limit=5')).toMatchObject({
    requestId: 'trace-1',
    method: 'GET',
    url: '/api/campaigns?limit=5',
    status: 204,
  })
})

it('gives a new id to a request whose X-Request-Id holds a token', async () => {
  const { requestId } = await recordOf('/api/campaigns', 'trace:svc_test_let-me-in')

  expect(requestId).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
})

it.each(['token=let-me-in', 'signature=let-me-in', 'search=svc_session_let-me-in'])(
  'does not log %s',
  async (parameter) => {
    const record = await recordOf(`/api/campaigns?${parameter}&limit=5`)

    expect(JSON.stringify(record)).not.toContain('let-me-in')
    expect(record.url).toContain('limit=5')
  },
)
