/**
 * A fixed sequence of requests that meets every behaviour of the server at least once, so that a mutation
 * that changes no response is noticed.
 */
import { OPERATIONS, ROUTES } from './routes.ts'
import { bytesOf } from './server.ts'
import { ConformingService, TOKENS } from './service.ts'
import type { Answer, Mutation } from './types.ts'

/** One request and its response. */
export interface Step {
  request: string
  answer: Answer
}

/** No key has these; each is the main one, misspelled in another way. */
const MISSPELLED = [
  'svc_test_selftesu',
  'svc_test_qelftest',
  'svc_test_selftestt',
  'SVC_TEST_SELFTEST',
  'svc_test_other',
]
/** Dates of the script are those around it. */
const FROZEN = Date.UTC(2026, 10, 21, 5)

const CAMPAIGN = {
  name: 'Script campaign A/é',
  type: 'serp',
  keywords: ['zebra shoes', 'apple shoes', 'mango'],
  frequency: 'daily',
  settings: { location: 'Berlin', device: 'desktop', search_engine: 'google' },
}

/** Its texts are easily changed on the way. */
const HARD = {
  ...CAMPAIGN,
  name: `A+B <b>bold</b> 🚲 ${'long '.repeat(60)}`,
  keywords: ['Alpha, beta', 'long '.repeat(20), ...Array.from({ length: 12 }, (_, at) => `k${at}`)],
}

/** Runs the script against a service with the mutation, at a fixed time. */
export function runScript(mutation?: Mutation): Step[] {
  const service = new ConformingService(mutation, () => FROZEN)
  const steps: Step[] = []
  const send = (
    token: string | undefined,
    request: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Answer => {
    const [method = '', target = ''] = request.split(' ')
    const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
    const answer = service.answer({
      method,
      target,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(text && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: text,
    })
    steps.push({ request: `${request} ${token ?? ''}`, answer })
    return answer
  }
  const { main, restricted, limited, revoked, other } = TOKENS

  send(main, 'GET /auth/verify')
  send(main, 'GET /campaigns')
  const a = created(send(main, 'POST /campaigns', CAMPAIGN), 'a')
  const { settings, ...plain } = CAMPAIGN
  const b = created(send(main, 'POST /campaigns', { ...plain, name: 'Script campaign B' }), 'b')
  const aPath = `/campaigns/${encodeURIComponent(a)}`
  const bPath = `/campaigns/${encodeURIComponent(b)}`
  const look = () => {
    for (const path of [aPath, bPath, '/campaigns']) send(main, `GET ${path}`)
  }
  look()
  send(main, `PUT ${aPath}`, { name: 'Renamed' })
  look()
  send(main, `PUT ${bPath}`, { ...CAMPAIGN, name: 'Renamed B', keywords: ['other'] })
  look()

  send(main, `PUT ${bPath}`, { name: 'Renamed B', keywords: ['mango'], frequency: 'weekly' })
  send(main, `PUT ${bPath}`, { name: 'Refused', keywords: 7 })
  send(main, `PUT ${bPath}`, { name: ['Refused'] })
  send(main, `PUT ${bPath}`, { settings: ['mobile'] })
  look()
  const hard = created(send(main, 'POST /campaigns', HARD), 'hard')
  send(main, `DELETE /campaigns/${encodeURIComponent(hard)}`)
  send(main, 'POST /campaigns', { ...CAMPAIGN, keywords: ['mango'] })

  for (const name of ['name', 'type', 'keywords', 'frequency'] as const) {
    const { [name]: _, ...rest } = CAMPAIGN
    send(main, 'POST /campaigns', rest)
    send(main, 'POST /campaigns', { ...CAMPAIGN, [name]: 42 })
  }
  send(main, 'POST /campaigns', { ...CAMPAIGN, keywords: 'one string' })
  send(main, 'POST /campaigns', { ...CAMPAIGN, name: '', settings })
  send(main, 'POST /campaigns', { ...CAMPAIGN, settings: { device: 'mobile' }, note: 'unknown' })
  send(main, 'POST /campaigns', { ...CAMPAIGN, settings: ['mobile'] })
  send(main, 'POST /campaigns', { ...CAMPAIGN, type: 'chat' })
  send(main, 'POST /campaigns', {})
  send(main, 'POST /campaigns', '{"name": "Broken", "type":')
  send(main, 'POST /campaigns', CAMPAIGN, { 'content-type': 'text/plain' })
  send(main, 'GET /campaigns')

  for (const [method, path] of [
    ['GET', '/campaigns'],
    ['PUT', '/campaigns'],
    ['DELETE', '/campaigns'],
    ['GET', '/analytics/campaign'],
  ] as const) {
    send(main, `${method} ${path}/no-such-campaign`, method === 'PUT' ? { name: 'x' } : undefined)
  }
  for (const target of [
    `/serp/rankings?campaign_id=${encodeURIComponent(a)}`,
    `/serp/rankings?campaign_id=${encodeURIComponent(a)}&start_date=2026-11-19&keywords=mango`,
    '/serp/rankings',
    '/serp/rankings?end_date=2026-11-20',
    '/serp/rankings?keywords=mango,apple%20shoes',
    '/serp/rankings?keywords=shoes',
    '/serp/rankings?start_date=yesterday',
    '/chat/mentions?brand=Acme&platforms=chatgpt&start_date=2026-11-20',
    '/chat/mentions',
    `/analytics/campaign/${encodeURIComponent(a)}`,
    `/reports/generate?campaign_id=${encodeURIComponent(a)}`,
    '/reports/generate',
    '/export/csv',
    '/core/dashboards',
    '/core/dashboards/intelligence-overview',
    '/auth/me',
    '/auth/verify?unknown=1',
    '/no-such-endpoint',
  ]) {
    send(main, `GET ${target}`)
  }
  send(main, 'GET /auth/me', undefined, { 'content-type': 'application/json' })
  send(main, 'GET /auth/me', {})
  send(main, 'POST /auth/login', {})
  send(main, 'POST /auth/logout')

  OPERATIONS.forEach((operation, at) => {
    const { method, path } = ROUTES[operation]
    const request = `${method} ${path.replace('{id}', encodeURIComponent(a))}`
    const body =
      operation === 'createCampaign'
        ? CAMPAIGN
        : operation === 'updateCampaign'
          ? { name: 'Intruder' }
          : undefined
    for (const token of [undefined, MISSPELLED[at % 4], revoked, '']) send(token, request, body)
  })
  for (const token of MISSPELLED) send(token, 'GET /auth/verify')
  const misplaced: Record<string, string>[] = [
    { 'x-api-key': main },
    { authorization: main },
    { authorization: `Token ${main}` },
    { authorization: `Basic ${Buffer.from(`${main}:`).toString('base64')}` },
  ]
  for (const headers of misplaced) send(undefined, 'GET /auth/me', undefined, headers)
  send(undefined, `GET /auth/me?api_key=${main}`)
  for (const method of ['HEAD', 'OPTIONS', 'PATCH']) send(main, `${method} /campaigns`)
  send(main, 'POST /no-such-endpoint', { name: 'a'.repeat(1_000_001) })
  look()

  for (const request of [
    'GET /auth/verify',
    'GET /campaigns',
    `GET ${aPath}`,
    `GET /serp/rankings?campaign_id=${encodeURIComponent(a)}`,
    'GET /chat/mentions',
    `GET /reports/generate?campaign_id=${encodeURIComponent(a)}`,
    'GET /core/dashboards',
    'GET /export/csv',
    `GET /analytics/campaign/${encodeURIComponent(a)}`,
    'GET /auth/me',
    `PUT ${aPath}`,
    `DELETE ${aPath}`,
    'DELETE /campaigns/no-such-campaign',
    'POST /campaigns',
  ]) {
    const body = { PUT: { name: 'Intruder' }, POST: CAMPAIGN }[request.split(' ')[0] as string]
    send(restricted, request, body)
  }
  send(restricted, 'POST /campaigns', {})
  look()

  send(other, `GET ${bPath}`)
  send(other, `PUT ${bPath}`, { name: 'Intruder' })
  look()
  send(other, `DELETE ${bPath}`)

  for (let n = 0; n < 7; n++) send(limited, 'GET /auth/verify')
  send(limited, `PUT ${bPath}`, { name: 'Intruder' })
  send(limited, 'GET /auth/me')
  send(limited, 'POST /campaigns', CAMPAIGN)
  look()

  for (const path of [bPath, aPath]) {
    send(main, `DELETE ${path}`)
    send(main, `GET ${path}`)
    send(main, `PUT ${path}`, { name: 'Too late' })
    send(main, `DELETE ${path}`)
  }
  send(main, `GET /analytics/campaign/${encodeURIComponent(a)}`)
  look()
  send(other, 'GET /campaigns')
  send(main, 'GET /auth/verify')
  return steps
}

/** The id of a created campaign, at any place where a mutation may put it. */
function created({ body }: Answer, otherwise: string): string {
  const { data } = body
  const campaign = Array.isArray(data) ? data[0] : (data?.campaign ?? data)
  return String(campaign?.id ?? otherwise)
}

/** All of an answer that a client can see, for comparison. */
export function visible({ answer, request }: Step): string {
  const { status, headers, cut, chunked, delay } = answer
  const body = bytesOf(answer).toString('latin1')
  return JSON.stringify([request, status, headers, body, cut, chunked, delay])
}

/** The names of those that change no response of the script. */
export function withoutEffect(all: { name: string; mutation: Mutation }[]): string[] {
  const seen = (mutation?: Mutation) => runScript(mutation).map(visible).join('\n')
  const plain = seen()
  const silent = all.filter(({ mutation: { settings, ...bends } }) => {
    // The effect of the settings alone does not count for a mutation that has more.
    const reference = settings && Object.keys(bends).length > 0 ? seen({ settings }) : plain
    return seen({ settings, ...bends }) === reference
  })
  return silent.map(({ name }) => name)
}
