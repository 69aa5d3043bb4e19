import { ATTACKER, OPERATED } from '../accounts.ts'
import type { Attempt, Idea } from '../idea.ts'
import { bearer, JSON_BODY, type ProbeRequest } from '../request.ts'
import type { ProbedServer } from '../server.ts'
import type { WireAnswer } from '../wire-reader.ts'

const FOREIGN_HOSTS = [
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '10.0.0.1',
  '0.0.0.0:80',
  '[::2]',
  'xlocalhost',
  'localhostx:80',
  '127.0.0.1@evil.example',
  'evil.example#localhost',
  'evil.example:4010',
]

/** Origins that are neither local nor the server's own. */
const FOREIGN = [
  'https://evil.example',
  'null',
  'http://localhost.evil.example',
  'http://127.0.0.1.evil.example',
  'http://evil.localhost.example',
  'http://xlocalhost',
  'http://127.0.0.1@evil.example',
  'http://evil.example#localhost',
  'http://localhost:3000, https://evil.example',
  'http://localhost%2eevil.example',
  'file://',
  'chrome-extension://abcdefgh',
  'http://10.0.0.1',
  'http://[::2]:80',
  'evil',
  '*',
  'http://',
  'localhost',
]

const LOCAL = [
  'http://localhost:3000',
  'http://127.0.0.1:5173',
  'http://[::1]:8080',
  'https://localhost',
]
const SITES = [
  undefined,
  undefined,
  'cross-site',
  'same-site',
  'same-origin',
  'none',
  'CROSS-SITE',
  'x',
]

/** Requests that change nothing, even if they are let through. */
const SERVICE: readonly [method: string, target: string][] = [
  ['GET', '/api/campaigns'],
  ['HEAD', '/api/auth/me'],
  ['GET', '/openapi.json'],
  ['GET', '/files/x.csv'],
  ['POST', '/api/alerts/none/acknowledge'],
  ['PUT', '/api/alerts/none'],
  ['DELETE', '/api/campaigns/none'],
  ['PATCH', '/api/campaigns/none'],
  ['OPTIONS', '/api/campaigns'],
]

const CONTROL: readonly [method: string, target: string][] = [
  ['GET', '/_sandbox/clock'],
  ['GET', '/_sandbox/keys'],
  ['GET', '/_sandbox/requests'],
  ['DELETE', '/_sandbox/faults'],
  ['POST', '/_sandbox/snapshots'],
  ['DELETE', '/_sandbox/keys/none'],
  ['OPTIONS', '/_sandbox/clock'],
]

interface Page {
  host: string
  origin: string | undefined
  site: string | undefined
  /** The origin is the server's own, or local, or neither. */
  from: 'own' | 'local' | 'foreign' | 'nowhere'
}

function pageOf({ random }: Attempt, server: ProbedServer): Page {
  const site = random.pick(SITES)
  const own = server.name === 'hosted' ? 'sandbox.example' : `localhost:${server.wire.port}`
  const host = random.chance(25) && server.name === 'loopback' ? random.pick(FOREIGN_HOSTS) : own
  const from = random.pick(['own', 'local', 'foreign', 'foreign', 'nowhere'] as const)
  const origins = { own: `http://${own}`, local: random.pick(LOCAL), foreign: random.pick(FOREIGN) }
  return { host, site, from, origin: from === 'nowhere' ? undefined : origins[from] }
}

function headersOf({ host, origin, site }: Page, random: Attempt['random']): string[] {
  const headers = [`Host: ${host}`]
  if (origin !== undefined) headers.push(`Origin: ${origin}`)
  if (site !== undefined) headers.push(`Sec-Fetch-Site: ${site}`)
  if (random.chance(30)) headers.push('Referer: http://localhost/')
  if (random.chance(30)) headers.push('Sec-Fetch-Mode: no-cors', 'Sec-Fetch-Dest: empty')
  return headers
}

const isUnsafe = (method: string) => !['GET', 'HEAD', 'OPTIONS'].includes(method)
const grants = ({ headers }: WireAnswer) => headers.get('access-control-allow-origin')

/** What pages of other origins may ask of the service: on loopback nothing, elsewhere all. */
const cors: Idea = {
  name: 'cors',
  weight: 6,
  async run(attempt) {
    const { random } = attempt
    const server = attempt.anyServer()
    const page = pageOf(attempt, server)
    const [method, target] = random.pick(SERVICE)
    const isPreflight = method === 'OPTIONS' && random.chance(70)
    const request: ProbeRequest = {
      method,
      target,
      headers: [
        ...headersOf(page, random),
        bearer(ATTACKER.key),
        ...(isPreflight ? ['Access-Control-Request-Method: POST'] : []),
        ...(method === 'PUT' ? [JSON_BODY] : []),
      ],
      ...(method === 'PUT' && { body: '{"name":"x"}' }),
    }
    const isRebound = server.name === 'loopback' && FOREIGN_HOSTS.includes(page.host)
    const isForeign = server.name === 'loopback' && page.from === 'foreign'
    const isHidden =
      server.name === 'loopback' && page.from === 'nowhere' && page.site === 'cross-site'
    const mustRefuse = isRebound || ((isForeign || isHidden) && isUnsafe(method))
    const answer = await attempt.send(
      server,
      request,
      mustRefuse
        ? { status: (status) => status === 403 || status === 400, because: 'a page of elsewhere' }
        : {},
    )
    if (!answer) return
    const granted = grants(answer)
    if ((isForeign || isRebound) && granted !== undefined) {
      attempt.found('a page of elsewhere may read', server, request, answer)
    }
    const mayRead = page.from === 'own' || page.from === 'local' || server.name === 'hosted'
    if (!mayRead || isRebound || page.from === 'nowhere' || answer.status === 400) return
    if (granted !== page.origin && granted !== '*') {
      attempt.found('a page that may call gets no permission', server, request, answer)
    }
  },
}

/** The control plane answers no page but its own, whatever the page knows. */
const control: Idea = {
  name: 'control-origins',
  weight: 5,
  async run(attempt) {
    const { random } = attempt
    const server = attempt.anyServer()
    const page = pageOf(attempt, server)
    const [method, path] = random.pick(CONTROL)
    // The operator of loopback sends none.
    const isKeyless = server.name === 'loopback' && random.chance(50)
    const request: ProbeRequest = {
      method,
      target: isKeyless ? `${path}?account=${OPERATED.id}` : path,
      headers: [
        ...headersOf(page, random),
        ...(isKeyless ? [] : [bearer(ATTACKER.key)]),
        ...(method === 'POST' ? [random.pick([JSON_BODY, 'Content-Type: text/plain'])] : []),
        ...(method === 'OPTIONS' ? ['Access-Control-Request-Method: POST'] : []),
      ],
      // No name, so that a request that gets through saves nothing.
      ...(method === 'POST' && { body: '{"name":""}' }),
    }
    const isRebound = server.name === 'loopback' && FOREIGN_HOSTS.includes(page.host)
    const isOther = page.from === 'foreign' || page.from === 'local'
    const isSuspect = page.site !== undefined && !['same-origin', 'none'].includes(page.site)
    const answer = await attempt.send(
      server,
      request,
      isRebound || isOther || isSuspect
        ? {
            status: (status) => status >= 400 && status !== 404,
            because: 'a page of another origin at the control plane',
          }
        : { status: (status) => status !== 403, because: 'its own page, or a program' },
    )
    if (answer && isOther && grants(answer) !== undefined) {
      attempt.found('a page of another origin may read the control plane', server, request, answer)
    }
  },
}

/** A page of another site resets, deletes and signs up: the canary shows if one gets through. */
const forgery: Idea = {
  name: 'forgery',
  weight: 1,
  async run(attempt) {
    const { random, range } = attempt
    const origin = random.pick([...FOREIGN, ...LOCAL])
    const [method, target, body] = random.pick([
      ['POST', '/_sandbox/reset', '{}'],
      ['POST', '/_sandbox/reset', ''],
      ['DELETE', '/_sandbox/accounts/acc_victim', ''],
      ['POST', '/_sandbox/clock?account=acc_victim', '{"advance":"30d"}'],
      ['DELETE', '/_sandbox/requests', ''],
      ['POST', '/_sandbox/signup', '{"name":"x"}'],
      ['POST', '/_sandbox/accounts', '{"fixture":"empty"}'],
    ] as const)
    await attempt.send(
      range.loopback,
      {
        method,
        target,
        headers: [
          random.pick([`Origin: ${origin}`, 'Sec-Fetch-Site: cross-site', 'Host: evil.example']),
          random.pick(['Content-Type: text/plain', JSON_BODY, 'X: y']),
        ],
        ...(body && { body }),
      },
      { status: (status) => status >= 400, because: 'a page of another site as the operator' },
      target,
    )
  },
}

export const ORIGINS: Idea[] = [cors, control, forgery]
