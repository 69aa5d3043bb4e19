import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { ERROR_CODES } from './errors.ts'
import { type Answer, readAnswers } from './testing/answers.ts'
import { type Malformed, malformed } from './testing/malformed.ts'
import { randomFrom } from './testing/random.ts'
import { sendRaw } from './testing/raw.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from './testing/sandbox.ts'

// Another seed sends other requests: ABUSE_SEED=7 npx vitest run src/abuse.test.ts
const SEED = Number(process.env.ABUSE_SEED ?? 1)

/** Requests that are sent on one connection before it is closed. */
const TOGETHER = 20
const CONNECTIONS = 8

it('takes 10,000 malformed requests without harm', { timeout: 120_000 }, async () => {
  const sandbox = await startSandbox({ fixture: 'empty', rateLimits: false })

  const { sent, complaints } = await abuse(sandbox, 10_000, SEED)
  const created = await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  const list = await sandbox.api.get('/campaigns', { query: { limit: 1000 } })

  expect(complaints.slice(0, 5), `seed ${SEED}`).toEqual([])
  expect(sent).toBe(10_000)
  expect(created.status).toBe(201)
  expect(list.text).not.toContain('polluted')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
})

it('refuses what is malformed and over the quota alike, and answers when that is renewed', async () => {
  const sandbox = await startSandbox({ fixture: 'empty', trustProxy: 1 })

  const { complaints, statuses } = await abuse(sandbox, 2000, SEED + 1)
  const refused = await sandbox.api.get('/auth/me')
  sandbox.advance({ hours: 1 })
  const answered = await sandbox.api.get('/auth/me')

  expect(complaints.slice(0, 5), `seed ${SEED + 1}`).toEqual([])
  expect(statuses.has(429)).toBe(true)
  expect([refused.status, answered.status]).toEqual([429, 200])
})

it('answers what came whole before what is no HTTP, in order', async () => {
  const { port } = await startSandbox()

  const answer = await sendRaw(
    port,
    `${head('GET /api/export/csv', 'Accept: text/csv')}${head('GET /api/auth/me')}NONSENSE\r\n\r\n`,
  )

  const answers = readAnswers(Buffer.from(answer), ['GET', 'GET', 'GET'])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
  expect(answers[0]?.body).toMatch(/^campaign_id,.+\r\n$/s)
})

it('answers a request with a broken body after those before it', async () => {
  const { port } = await startSandbox()

  const answer = await sendRaw(
    port,
    `${head('GET /api/auth/me', 'X-Sandbox-Delay: 20')}${head('POST /api/campaigns', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}zz\r\n`,
  )

  const answers = readAnswers(Buffer.from(answer), ['GET', 'POST'])
  expect(answers.map(({ status }) => status)).toEqual([200, 400])
})

it.each([
  ['a whole address', head('GET http://proxy.example:99999/api/auth/me'), 200],
  ['the address of a file', head('GET http://proxy.example:99999/files/a.csv'), 403],
  ['an address of nothing that is there', head('GET foo://x/nothing'), 404],
  ['an expectation that nobody knows', head('GET /api/auth/me', 'Expect: miracles'), 200],
  ['no Host', head('GET /api/auth/me').replace('Host: x\r\n', ''), 400],
])('answers %s in the envelope', async (_name, bytes, status) => {
  const { port } = await startSandbox()

  const answer = await sendRaw(port, bytes.replace(/\r\n$/, 'Connection: close\r\n\r\n'))
  const [found] = readAnswers(Buffer.from(answer), ['GET'])

  expect(found?.status).toBe(status)
  expect(JSON.parse(found?.body ?? '')).toMatchObject({ success: status === 200 })
})

it.each([
  ['itself', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['one of its fields', `{"name":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
])('refuses a body that is nested without end in %s', async (_name, body) => {
  const { api } = await startSandbox()

  const headers = { 'Content-Type': 'application/json' }
  const response = await api.post('/campaigns', { body, headers })

  expect(response.status).toBe(400)
  expect(response.text.length).toBeLessThan(2000)
})

it('says of a body that it is nested too deeply, and takes brackets in a text for text', async () => {
  const { api } = await startSandbox()

  const headers = { 'Content-Type': 'application/json' }
  const settings = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`
  const deep = JSON.stringify(CAMPAIGN).replace('"settings":', `"more":${settings},"settings":`)
  const refused = await api.post('/campaigns', { body: deep, headers })
  const taken = await api.post('/campaigns', { body: { ...CAMPAIGN, name: '[{'.repeat(100) } })

  expect(refused.body.error.message).toMatch(/more than 100 levels deep/)
  expect([refused.status, taken.status]).toEqual([400, 201])
})

it('takes JSON as UTF-8 alone', async () => {
  const { api } = await startSandbox()

  const headers = { 'Content-Type': 'application/json; charset=utf-16le' }
  const body = Buffer.from(JSON.stringify(CAMPAIGN), 'utf16le')
  const response = await api.post('/campaigns', { body, headers })

  expect(response.status).toBe(415)
  expect(response.body.error.message).toMatch(/utf-16le.*Send JSON as UTF-8/)
})

it.each([
  ['/core/dashboards', '2025-01-15'],
  ['/core/dashboards/intelligence-overview', '2025-01-15'],
  ['/export/csv?type=mentions', '2016-02-01'],
])('answers others while it computes %s of many campaigns', async (path, since) => {
  const { api } = await startSandbox()
  const figures = (start_date: string) =>
    api.get(path, { key: 'svc_test_enterprise', query: { start_date } })
  // What is loaded with the first request is not what is meant here.
  await figures('2026-01-14')
  let isDone = false
  let answered = 0

  const long = figures(since).finally(() => {
    isDone = true
  })
  while (!isDone) {
    await api.get('/campaigns', { key: 'svc_test_starter', query: { limit: 1 } })
    answered++
  }

  expect((await long).status).toBe(200)
  expect(answered).toBeGreaterThan(2)
})

it('tells the first of very many issues', async () => {
  const { api } = await startSandbox()

  const body = { ...CAMPAIGN, keywords: Array(1000).fill(1) }
  const { error } = (await api.post('/campaigns', { body })).body

  expect(error.details.issues).toHaveLength(20)
  expect(error.message).toContain('19 more in details.issues.')
})

it('tells that an array is too long, and nothing of its 400,000 entries', async () => {
  const { api } = await startSandbox()

  const body = { ...CAMPAIGN, keywords: Array(400_000).fill(1) }
  const { status, body: answer } = await api.post('/campaigns', { body })

  expect(status).toBe(400)
  expect(answer.error.details.issues).toEqual([
    {
      in: 'body',
      path: '/keywords',
      message: 'must have at most 1000 entries; found 400000',
    },
  ])
})

// A pattern that takes the square of the length would not come back before the test times out.
it('refuses a domain of any length', async () => {
  const { api } = await startSandbox()

  const domain = `${'a.'.repeat(400_000)}/`
  const { status } = await api.post('/campaigns', { body: { ...CAMPAIGN, domain } })

  expect(status).toBe(400)
})

it('refuses a domain that no address can hold', async () => {
  const { api } = await startSandbox()

  for (const domain of ['a"b.{c}', 'shop..example', 'shop', 'https://shop.example', '.example']) {
    const { status, body } = await api.post('/campaigns', { body: { ...CAMPAIGN, domain } })

    expect(status).toBe(400)
    expect(body.error.details.issues).toEqual([expect.objectContaining({ path: '/domain' })])
  }
  const international = { ...CAMPAIGN, domain: 'πλοίο.example' }
  expect((await api.post('/campaigns', { body: international })).status).toBe(201)
})

function head(line: string, ...headers: string[]): string {
  const all = ['Host: x', 'Authorization: Bearer svc_test_demo', ...headers]
  return `${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`
}

async function abuse(sandbox: TestSandbox, number: number, seed: number) {
  const random = randomFrom(seed)
  const requests = Array.from({ length: number }, () => malformed(random))
  const batches = inBatches(requests)
  const complaints: string[] = []
  const statuses = new Set<number>()
  let sent = 0

  const send = async () => {
    for (let batch = batches.pop(); batch; batch = batches.pop()) {
      const answers = await exchange(sandbox.port, batch)
      for (const { status } of answers) statuses.add(status)
      complaints.push(...complaintsAbout(batch, answers))
      sent += batch.length
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, send))
  return { sent, complaints, statuses }
}

/** Requests that can stand on one connection: whole ones, then at most one that ends it. */
function inBatches(requests: Malformed[]): Malformed[][] {
  const batches: Malformed[][] = []
  let batch: Malformed[] = []
  for (const request of requests) {
    // Who breaks off does not read what was answered before.
    if (!request.answered) batches.push([request])
    else batch.push(request)
    if (batch.length === TOGETHER || (request.answered && !request.framed)) {
      batches.push(batch)
      batch = []
    }
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

function exchange(port: number, batch: readonly Malformed[]): Promise<Answer[]> {
  return new Promise((resolve) => {
    const last = batch.at(-1) as Malformed
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.concat(batch.map(({ bytes }) => bytes)), () => {
        if (!last.answered) socket.destroy()
      })
      if (last.framed) socket.write('GET /bye HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    })
    socket.on('data', (chunk) => chunks.push(chunk))
    // The server closes before it has read all of a flood.
    socket.on('error', () => {})
    socket.on('close', () =>
      resolve(
        readAnswers(
          Buffer.concat(chunks),
          batch.map(({ method }) => method),
        ),
      ),
    )
  })
}

function complaintsAbout(batch: readonly Malformed[], answers: readonly Answer[]): string[] {
  return batch.flatMap((request, i) => {
    const answer = answers[i]
    const found = answer ? faultsOf(request, answer) : request.answered ? ['no answer'] : []
    const sent = request.bytes.toString('latin1').slice(0, 400)
    return found.map((fault) => `${fault} to:\n${sent}\n${JSON.stringify(answer)?.slice(0, 600)}`)
  })
}

const LEAKS = /node_modules|file:\/\/|\n\s*at |\.[cm]?[jt]s:\d|node:internal/

function faultsOf({ method, metered }: Malformed, { status, headers, body }: Answer): string[] {
  const faults: string[] = []
  const unless = (holds: unknown, fault: string) => holds || faults.push(fault)

  unless(status >= 200 && status < 500, `status ${status}`)
  unless(!LEAKS.test(body) && !body.includes(process.cwd()), 'inner workings told')
  unless(headers['x-injected'] === undefined, 'a header injected')

  // An address without a path is that of the console.
  if (status === 200 && headers['content-type']?.startsWith('text/html')) return faults
  for (const name of metered ? ['limit', 'remaining', 'reset'] : []) {
    unless(/^\d+$/.test(headers[`x-ratelimit-${name}`] ?? ''), `no X-RateLimit-${name}`)
  }
  // A preflight is empty.
  if (status === 204) return faults
  const isFile = status === 200 && headers['content-type']?.startsWith('text/csv')
  unless(isFile || headers['content-type'] === 'application/json; charset=utf-8', 'no JSON')
  if (method === 'HEAD' || isFile) return faults

  const { success, data, error, meta } = parse(body)
  unless(success === status < 400, 'wrong success')
  unless(success ? typeof data === 'object' : ERROR_CODES.includes(error?.code), 'no envelope')
  unless(success || /\S/.test(error?.message), 'no message')
  unless(/^\d{4}-\d\d-\d\dT/.test(meta?.timestamp) && meta?.version === '1.2.0', 'no meta')
  return faults
}

function parse(body: string) {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}
