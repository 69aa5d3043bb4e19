import type { CampaignBody } from '../evidence/evidence.ts'
import { type JourneyStep, type Malformed, REQUIRED } from '../evidence/steps.ts'
import type { Call } from '../http/client.ts'
import { cookiesSet, SET } from '../http/credentials.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Json } from '../http/reading.ts'
import { SETTINGS } from './bodies.ts'
import type { Runner } from './runner.ts'

/** Values of another type than §2 states, which no server could convert. */
export const WRONG_TYPES: [member: (typeof REQUIRED)[number], value: unknown][] = [
  ['name', { text: 'a name' }],
  ['type', { value: 'serp' }],
  ['keywords', 7],
  ['frequency', { every: 'day' }],
]

/** Values that a server may convert: checks compare what it then shows with §2. */
export const DOUBTFUL_TYPES: [
  member: keyof CampaignBody & string,
  value: (mark: string) => unknown,
][] = [
  ['name', () => 7],
  ['keywords', (mark) => `${mark} text`],
  ['settings', () => [{ device: 'mobile' }]],
]

/** Bodies that cannot be a campaign, with the mark of the run if possible. */
export const MALFORMED: [label: Malformed, body: (mark: string) => string][] = [
  [
    'cut off',
    (mark) => `{"name": "${mark} cut off", "type": "serp", "keywords": ["a"], "frequency": "daily"`,
  ],
  ['no JSON', (mark) => `name=${mark}&type=serp&keywords=a&frequency=daily`],
  ['a list', () => '[]'],
  ['an empty object', () => '{}'],
]

/** Sends requests that must be refused. */
export async function provokeRefusals(runner: Runner): Promise<void> {
  const create = (
    step: JourneyStep,
    more: { body?: unknown; rawBody?: string; contentType?: string },
  ) => runner.askMain(step, 'createCampaign', more)

  const { first } = runner.mine
  const settings = first?.body.settings ?? SETTINGS
  for (const member of REQUIRED) {
    // With all other members, so that only this one can be the cause.
    const body: Json = { ...runner.body(`without ${member}`, { settings }) }
    delete body[member]
    await create(`without:${member}`, { body })
  }
  for (const [index, [member, value]] of WRONG_TYPES.entries()) {
    await create(`wrong type:${index}`, {
      body: { ...runner.body(`wrong ${member}`), [member]: value },
    })
  }
  for (const [label, body] of MALFORMED) {
    await create(`malformed:${label}`, { rawBody: body(runner.settings.runId) })
  }
  for (const [member, value] of DOUBTFUL_TYPES) {
    await create(`doubtful type:${member}`, {
      body: { ...runner.body(`wrong type of ${member}`), [member]: value(runner.settings.runId) },
    })
  }
  if (comparesAssumptions(runner)) {
    await create('other content type', {
      rawBody: JSON.stringify(runner.body('as text')),
      contentType: 'text/plain',
    })
  }

  const unknown = unknownCampaign(runner)
  if (unknown && !runner.evidence.find('unknown:getCampaign')) {
    await runner.ask('unknown:getCampaign', 'main', unknown)
  }
  if (!first) return
  if (comparesAssumptions(runner) || runner.settings.thorough) {
    const rawBody = `{"name": "${runner.settings.runId} first cut`
    await runner.askMain('malformed:update', 'updateCampaign', { id: first.id, rawBody })
  }
  const body = { ...runner.body('refused update'), keywords: [{ keyword: 'no string' }] }
  await runner.askMain('refused:update', 'updateCampaign', { id: first.id, body })
  for (const [member, value] of Object.entries({ name: ['a name'], settings: ['mobile'] })) {
    const body = { ...runner.body('refused update'), [member]: value }
    const call = runner.call('updateCampaign', { id: first.id, body })
    await runner.askIfSpare(`refused:update:${member}`, 'main', call)
  }
}

/** Whether the run also asks for what is not stated. */
export function comparesAssumptions({ settings }: Runner): boolean {
  return settings.learn === true || settings.level === 'assumed'
}

/** An id that does not exist, and begins like one that does. Only a read, in case this one exists, too. */
export function unknownCampaign(runner: Runner): Call | undefined {
  const known = runner.evidence.own.second ?? runner.mine.first
  return known && runner.call('getCampaign', { id: `${known.id}-${runner.settings.runId}` })
}

/** A path that does not exist. */
export function unknownPath({ settings }: Runner): Call {
  return { method: 'GET', path: `/${settings.runId}` }
}

export const WRONG_METHOD: Call = { method: 'PATCH', path: '/campaigns', body: {} }

/** What a browser sends before a request of another site. */
export const PREFLIGHT: Call = {
  method: 'OPTIONS',
  path: '/campaigns',
  headers: {
    origin: 'https://app.example.com',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type',
  },
}

/** Asks for a path and a method that do not exist, and logs in without a user. */
export async function askForNothing(runner: Runner): Promise<void> {
  const { evidence, settings } = runner
  const askOnce = async (step: 'unknown path' | 'wrong method' | 'login', call: Call) => {
    if (!evidence.find(step)) await runner.askIfRoom(step, call)
  }
  await askOnce('unknown path', unknownPath(runner))
  if (comparesAssumptions(runner)) {
    const query = `${settings.runId}=1`
    await runner.askIfRoom('unknown parameter', runner.call('listCampaigns', { query }))
  }
  if (settings.readOnly) return
  await askOnce('wrong method', WRONG_METHOD)
  if (evidence.find('login')) return
  await askOnce('login', runner.call('login', { body: {} }))
  const login = evidence.find('login')
  if (login) await trySession(runner, login)
}

/** Sends the cookies that a login set, and no key. */
export async function trySession(runner: Runner, login: Exchange): Promise<void> {
  const sent = cookiesSet([login])
  if (sent === '' || runner.client.budget.left('anonymous') <= 0) return
  const cookie = { sent, shown: SET }
  await runner.ask('misplaced:in a cookie', 'anonymous', runner.call('getCurrentUser', { cookie }))
}

/** Larger than the usual limits of a body (1 MB) and of the headers (16 kB). */
const LARGE = 2_000_000
const LONG = 20_000

/** Sends requests that a server may refuse before the service sees them; §1 has the envelope for every response. */
export async function provokeTransport(runner: Runner): Promise<void> {
  const { evidence, settings } = runner
  const path = `/${settings.runId}`
  const calls = { HEAD: { method: 'HEAD', path: '/campaigns' }, OPTIONS: PREFLIGHT }
  for (const [method, call] of Object.entries(calls) as [keyof typeof calls, Call][]) {
    if (!evidence.find(method)) await runner.askIfRoom(method, { ...call, bare: true })
  }
  if (settings.thorough) {
    // Many frameworks leave this refusal to their HTTP server, so a usual run does not ask for it.
    const headers = { 'x-long': 'a'.repeat(LONG) }
    const call = { method: 'GET', path, headers, bare: true, once: true }
    await runner.askIfRoom('long header', call)
  }
  if (settings.readOnly) return
  // To a path that does not exist, so that it can create nothing.
  const rawBody = JSON.stringify({ name: 'a'.repeat(LARGE) })
  await runner.askIfRoom('large', { method: 'POST', path, rawBody, once: true })
}
