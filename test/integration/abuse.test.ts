import { expect, it } from 'vitest'
import { readAnswers } from '../support/answers.ts'
import { abuse } from '../support/malformed/abuse.ts'
import { sendRaw } from '../support/raw.ts'
import { CAMPAIGN, startSandbox } from '../support/sandbox.ts'

// Another seed sends other requests: ABUSE_SEED=7 npm test -- test/integration/abuse; `npm run test:soak -- abuse` sends 100,000.
const SEED = Number(process.env.ABUSE_SEED ?? 1)

it('takes 400 malformed requests without harm', async () => {
  const sandbox = await startSandbox({ fixture: 'empty', rateLimits: false })

  const { sent, complaints } = await abuse(sandbox.port, 400, SEED)
  const created = await sandbox.api.post('/campaigns', { body: CAMPAIGN })
  const list = await sandbox.api.get('/campaigns', { query: { limit: 1000 } })

  expect(complaints.slice(0, 5), `seed ${SEED}`).toEqual([])
  expect(sent).toBe(400)
  expect(created.status).toBe(201)
  expect(list.text).not.toContain('polluted')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  expect(Object.keys(Object.prototype)).toEqual([])
})

it('answers what came whole before what is no HTTP, in order', async () => {
  const { port } = await startSandbox()

  const answer = await sendRaw(
    port,
    `${head('GET /api/export/csv', 'Accept: text/csv')}${head('GET /api/auth/me')}NONSENSE\r\n\r\n`,
  )

  const answers = readAnswers(Buffer.from(answer), ['GET', 'GET', 'GET'])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
  expect(answers[0]?.body).toMatch(/^\ufeffcampaign_id,.+\r\n$/s)
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
  ['a list', '/api/campaigns', 'Accept: application/json'],
  ['a file', '/api/export/csv', 'Accept: text/csv'],
  ['a page', '/', 'Accept: text/html'],
])(
  'answers 100 Continue to %s before it is sent, behind any number of requests',
  async (_, path, accept) => {
    const { port } = await startSandbox()
    const first = head('GET /api/auth/me', 'X-Sandbox-Delay: 20')
    const expecting = head(`GET ${path}`, accept, 'Expect: 100-continue')

    const answer = await sendRaw(
      port,
      first + expecting + head('GET /api/auth/me', 'Connection: close'),
    )

    const answers = readAnswers(Buffer.from(answer), ['GET', 'GET', 'GET'])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answer.split('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK')).toHaveLength(2)
  },
)

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

// A pattern that takes the square of the length would not come back before the test times out.
it('refuses a domain of any length', async () => {
  const { api } = await startSandbox()

  const domain = `${'a.'.repeat(400_000)}/`
  const { status } = await api.post('/campaigns', { body: { ...CAMPAIGN, domain } })

  expect(status).toBe(400)
})

function head(line: string, ...headers: string[]): string {
  const all = ['Host: localhost', 'Authorization: Bearer svc_test_demo', ...headers]
  return `${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`
}
