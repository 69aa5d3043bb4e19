import express, { type RequestHandler } from 'express'
import supertest from 'supertest'
import { expect, it } from 'vitest'
import generated from '../../spec/documents/openapi.ts'
import { type AccessRecord, silentLog } from '../log.ts'
import { ApiDocument } from '../openapi/api-document.ts'
import { LocalRequestLog } from '../runtime/request-log.ts'
import { RequestTally } from '../runtime/request-tally.ts'
import { createClock } from '../time/clock.ts'
import { logAccess } from './access-log.ts'
import { exchangeOf, identifyRequest } from './exchange.ts'
import { noteAnswer } from './send.ts'

function loggingApp(
  access: (record: AccessRecord) => void = () => {},
  requests = new LocalRequestLog(),
  answer: RequestHandler = (_req, res) => void res.status(204).end(),
) {
  const services = {
    document: new ApiDocument(generated),
    clock: createClock(),
    log: { ...silentLog, access },
    requests,
    usage: undefined as never,
    tally: new RequestTally(),
    changes: undefined as never,
  }
  return express().use(identifyRequest(services)).use(logAccess(services)).use(answer)
}

/** The log line of GET `url`. */
async function recordOf(url: string, requestId = 'trace-1'): Promise<AccessRecord> {
  return new Promise((resolve, reject) => {
    supertest(loggingApp(resolve)).get(url).set('X-Request-Id', requestId).catch(reject)
  })
}

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

it('keeps the headers of each request, without credentials', async () => {
  const requests = new LocalRequestLog()
  const app = loggingApp(() => {}, requests)

  for (const note of ['one', 'one', 'two']) {
    const sent = { Authorization: 'Bearer let-me-in', 'X-Note': note, 'X-Request-Id': `id-${note}` }
    await supertest(app).get('/').set(sent).set('Host', 'sandbox.test')
  }

  const entries = await requests.after(0, undefined)
  expect(entries.map(({ requestHeaders }) => requestHeaders['x-note'])).toEqual([
    'one',
    'one',
    'two',
  ])
  expect(entries.map(({ responseHeaders }) => responseHeaders['x-request-id'])).toEqual([
    'id-one',
    'id-one',
    'id-two',
  ])
  expect(JSON.stringify(entries)).not.toContain('let-me-in')
})

it('keeps no secret of a request that writes, and none of its response', async () => {
  const requests = new LocalRequestLog()
  const app = loggingApp(
    () => {},
    requests,
    (_req, res) => {
      exchangeOf(res).sentBody = Buffer.from('{"password":"let-me-in","name":"one"}')
      noteAnswer(res, Buffer.from('{"token":"let-me-in","name":"two"}'))
      res.end()
    },
  )

  await supertest(app).post('/')

  const [entry, ...others] = requests.after(0, undefined)
  expect(others).toEqual([])
  expect(entry?.requestBody?.content.toString()).toBe('{"password":"…","name":"one"}')
  expect(entry?.responseBody?.content.toString()).toBe('{"token":"…","name":"two"}')
})
