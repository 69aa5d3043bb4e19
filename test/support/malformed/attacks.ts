import { setTimeout as pause } from 'node:timers/promises'
import { type Random, randomFrom } from '../random.ts'
import { type Malformed, whole } from './malformed-bytes.ts'
import { CONTROL_OPERATIONS, type MalformedOperation, OPERATIONS } from './malformed-operations.ts'
import { ATTACKER, bearer, failed, JSON_BODY, refused, type Scene, VICTIM } from './scene.ts'

/** What somebody does who wants what is not theirs. Each follows from the random numbers alone. */
type Attack = (scene: Scene, random: Random) => Promise<unknown>

const isOpen = ({ security }: MalformedOperation) =>
  security.length === 0 || security.some((scheme) => 'ownOrigin' in scheme)
const isOperators = ({ security }: MalformedOperation) =>
  security.length > 0 && security.every((scheme) => 'adminToken' in scheme)
const SERVICE = OPERATIONS.filter((each) => !isOpen(each))
const CONTROL = CONTROL_OPERATIONS.filter((each) => !isOpen(each))

function pathFor({ path }: MalformedOperation, owner = ATTACKER): string {
  return path.replace(/\{(\w+)\}/g, (_, name) => {
    if (path.includes('/campaign')) return owner.campaign
    if (path.includes('/webhooks/')) return owner.webhook
    if (path.includes('/alerts/')) return owner.alert
    return name === 'account_id' ? owner.id : 'none'
  })
}

function call(
  { method, hasBody }: MalformedOperation,
  target: string,
  headers: string[],
  body: object = {},
): Malformed {
  if (!hasBody) return whole(method, target, headers)
  return whole(method, target, [...headers, JSON_BODY], Buffer.from(JSON.stringify(body)))
}

/** Credentials of nobody, made from those of somebody. */
const FORGERIES: ((token: string, random: Random) => string[])[] = [
  (token) => [bearer(token.slice(0, -1))],
  (token) => [bearer(`${token}x`)],
  (token, random) => {
    const at = 9 + random.below(token.length - 9)
    return [bearer(`${token.slice(0, at)}${token[at] === 'q' ? 'w' : 'q'}${token.slice(at + 1)}`)]
  },
  (token) => [bearer(`svc_test_${token.slice(9).toUpperCase()}`)],
  (token) => [bearer(token.replace('svc_test_', 'svc_restricted_'))],
  (token) => [bearer(token.replace('svc_test_', 'svc_session_'))],
  (token) => [bearer(`${token}, ${token}`)],
  (token) => [bearer(`"${token}"`)],
  (token) => [bearer(`${token}%00`)],
  (token) => [`Authorization: ${token}`],
  (token) => [`Authorization: Basic ${Buffer.from(`${token}:`).toString('base64')}`],
  (token) => [`Authorization: Bearer${token}`],
  (token) => [`Authorization_: Bearer ${token}`],
  (token) => [`Proxy-Authorization: Bearer ${token}`, `X-Api-Key: ${token}`],
  (token) => [`Cookie: authorization=Bearer ${token}; token=${token}`],
  (token) => ['Authorization: Bearer none', bearer(token)],
  () => ['Authorization: Bearer undefined'],
  () => ['Authorization: Bearer __proto__'],
  () => ['Authorization: Bearer svc_session_constructor'],
  () => [bearer(VICTIM.expired)],
  () => [bearer(VICTIM.revoked)],
  () => [bearer(VICTIM.elsewhere), 'X-Forwarded-For: 203.0.113.7', 'X-Real-IP: 203.0.113.7'],
  () => [bearer(VICTIM.elsewhere), 'Forwarded: for=203.0.113.7'],
]

/** Forged, expired, revoked and misplaced credentials open nothing. */
const forgedKey: Attack = async (scene, random) => {
  // On loopback, who sends no credential to the control plane is its operator.
  const operation = random.pick(scene.isHosted ? [...SERVICE, ...CONTROL] : SERVICE)
  for (let forgery = 0; forgery < 5; forgery++) {
    const headers = random.pick(FORGERIES)(random.pick([VICTIM.key, ATTACKER.key]), random)
    const request = call(operation, pathFor(operation), headers)
    await scene.send('forged key', request, (status) => refused(status) || status === 400)
  }
}

/** A key does what its permissions say, whatever else is sent with it. */
const missingPermission: Attack = (scene, random) => {
  const operation = random.pick(
    SERVICE.filter(({ security }) =>
      security.some((scheme) => scheme.bearerAuth?.some((each) => each !== 'campaigns:read')),
    ),
  )
  const more = random.pick([
    [],
    ['X-HTTP-Method-Override: GET'],
    ['X-Original-URL: /api/campaigns'],
    ['X-Permissions: *'],
    ['X-Account-Id: acc_attacker'],
  ])
  const headers = [bearer(ATTACKER.restricted), ...more]
  return scene.send(
    'missing permission',
    call(operation, pathFor(operation), headers),
    (status) => status === 403,
  )
}

/** A key controls no account but its own, and on a hosted sandbox nobody controls one without a key. */
const foreignAccount: Attack = (scene, random) => {
  const operation = random.pick(CONTROL)
  const { id } = VICTIM
  const account = random.pick([
    `account=${id}`,
    `account=${ATTACKER.id}&account=${id}`,
    `account=${id}&account=${ATTACKER.id}`,
    'account=%61cc_victim',
    `account=${id}%00`,
    `account=${ATTACKER.id},${id}`,
    `Account=${id}&account=${id}`,
    `account[]=${id}`,
    'account=*',
  ])
  const cases: [headers: string[], query: string][] = [
    [[bearer(ATTACKER.key)], `?${account}`],
    [[bearer(ATTACKER.restricted)], ''],
  ]
  if (isOperators(operation)) cases.push([[bearer(ATTACKER.key)], ''])
  if (scene.isHosted) cases.push([[], ''], [[], `?account=${id}`])
  const [headers, query] = random.pick(cases)
  const body = { ...operation.fields, account: id }
  return scene.send(
    'foreign account',
    call(operation, pathFor(operation) + query, headers, body),
    failed,
  )
}

/** The ids of the victim in paths, parameters and bodies, with a full key of one's own. */
const foreignId: Attack = (scene, random) => {
  const inPath = random.chance(60)
  const all = [...SERVICE, ...CONTROL].filter((each) => !isOperators(each))
  const operation = random.pick(
    all.filter(({ path, method }) => (inPath ? path.includes('{') : method !== 'DELETE')),
  )
  const { id, campaign, webhook, alert } = VICTIM
  const foreign = random.pick([id, campaign, webhook, alert])
  const query = operation.parameters
    .filter((name) => name !== 'account' && !inPath && random.chance(40))
    .map((name) => `${name}=${random.pick([foreign, `${foreign},${ATTACKER.campaign}`])}`)
  const fields = Object.entries(operation.fields).map(([name, value]) => {
    if (name === 'alerts') return [name, [alert]]
    return [name, /(^|_)id$|^key$/.test(name) ? foreign : value]
  })
  const body = { ...Object.fromEntries(fields), account_id: id, owner: id }
  const path = inPath ? operation.path.replace(/\{\w+\}/g, foreign) : pathFor(operation)
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path
  const request = call(operation, target, [bearer(ATTACKER.key), `Last-Event-ID: ${foreign}`], body)
  return scene.send('foreign id', request, inPath ? failed : undefined)
}

const inQuery = (link: string, change: (query: URLSearchParams) => void) => {
  const url = new URL(link, 'http://x')
  change(url.searchParams)
  return url.pathname + url.search
}
const LINK_CHANGES: ((link: string, random: Random) => string)[] = [
  (link, random) => {
    const at = 8 + random.below(link.length - 8)
    return `${link.slice(0, at)}${link[at] === 'a' ? 'b' : 'a'}${link.slice(at + 1)}`
  },
  (link, random) => link.slice(0, link.length - 1 - random.below(60)),
  (link, random) => `${link}${random.pick(['a', '0', '%', '&x=1'])}`,
  (link) =>
    link.includes('victim')
      ? link.replaceAll('victim', 'attacker')
      : link.replaceAll('attacker', 'victim'),
  (link) => inQuery(link, (query) => query.append('account', VICTIM.id)),
  (link) => inQuery(link, (query) => query.set('expires', '9999999999')),
  (link) => inQuery(link, (query) => query.append('expires', '9999999999')),
  (link) => inQuery(link, (query) => query.delete('signature')),
  (link) => inQuery(link, (query) => query.set('campaign_id', VICTIM.campaign)),
  (link) => link.replace('/files/', '/files/../files/./'),
  (link) => link.replace('.csv', '.pdf'),
  (link) => link.replace(/\/files\/[^?]*/, '/files/%0d%0aX-Injected:%201.csv'),
  (link) => link.replace(/\/files\/[^?]*/, '/files/..%2f..%2fetc%2fpasswd'),
]

/** A download link with anything changed opens nothing. */
const alteredLink: Attack = async (scene, random) => {
  const link = random.pick(scene.links)
  const changed = random.pick(LINK_CHANGES)(link, random)
  const headers = random.chance(50) ? [bearer(ATTACKER.key)] : []
  if (changed !== link) await scene.send('altered link', whole('GET', changed, headers), failed)
}

const DETOURS: ((path: string) => string)[] = [
  (path) => `//${path}`,
  (path) => `/${path.replace('/', '//')}`,
  (path) => `/./${path}`,
  (path) => `/%2e/${path}`,
  (path) => `/x/%2e%2e/${path}`,
  (path) => `/docs/..%2f${path}`,
  (path) => `/_sandbox/health/../../${path}`,
  (path) => `/_sandbox/health;/../${path}`,
  (path) => `/${path};x=1`,
  (path) => `/${path}/`,
  (path) => `/${path}%00`,
  (path) => `/${path}.json`,
  (path) => `/${path}#/health`,
  (path) => `/${path}%2f`,
  (path) => `/${path.toUpperCase()}`,
  (path) => `/${path.replace('a', '%61')}`,
  (path) => `/${path.replace('s', '%25%37%33')}`,
  (path) => `/${path.replaceAll('/', '%5c')}`,
  (path) => `/${path.replace('/', '%2f')}`,
  (path) => `/${path.replace('_', '%5f')}`,
  (path) => `http://127.0.0.1/${path}`,
  (path) => `http://user:pass@evil.example:99999/${path}`,
  (path) => `file:///${path}`,
  (path) => `/${path}${'/..'.repeat(30)}/${path}`,
  (path) => `/openapi.json/../${path}`,
]
const OVERRIDES = [
  'Via: x',
  'X-Original-URL: /_sandbox/accounts',
  'X-Forwarded-Prefix: /_sandbox',
  'X-Forwarded-For: 127.0.0.1',
  'Origin: http://sandbox.example',
]

/** Detours to what nobody may see without a credential, on a hosted sandbox. */
const detour: Attack = async (scene, random) => {
  if (!scene.isHosted) return
  const path = random.pick([
    '_sandbox/accounts',
    '_sandbox/requests',
    '_sandbox/keys',
    'api/campaigns',
    `api/campaigns/${VICTIM.campaign}`,
    'files/x.csv',
  ])
  const target = random.pick(DETOURS)(path)
  const request = whole(random.pick(['GET', 'GET', 'HEAD', 'DELETE', 'PROPFIND']), target, [
    random.pick(OVERRIDES),
  ])
  // What begins with a page may be that page.
  const isPage = /docs|openapi|health/.test(target)
  await scene.send('detour', request, isPage ? undefined : (status) => status >= 300)
}

const FOREIGN_PAGES = [
  'Origin: https://evil.example',
  'Origin: null',
  'Origin: http://localhost.evil.example',
  'Origin: http://127.0.0.1@evil.example',
  'Origin: http://localhost:3000, https://evil.example',
  'Origin: chrome-extension://abcdefgh',
  'Origin: *',
  'Host: evil.example',
  'Host: 127.0.0.1.evil.example',
  'Host: localhost.evil.example:80',
  'Host: [::2]',
]
const LOCAL_PAGES = [
  'Origin: http://localhost:3000',
  'Origin: https://localhost:8443',
  'Sec-Fetch-Site: cross-site',
  'Sec-Fetch-Site: same-site',
]

/** Pages of other sites change nothing on loopback, where the operator needs no credential, and may read nothing. */
const foreignPage: Attack = async (scene, random) => {
  if (scene.isHosted) return
  const isControl = random.chance(60)
  const [method, target] = isControl
    ? random.pick([
        ['GET', '/_sandbox/clock'],
        ['POST', '/_sandbox/reset'],
        ['DELETE', `/_sandbox/accounts/${VICTIM.id}`],
        ['POST', `/_sandbox/clock?account=${VICTIM.id}`],
        ['DELETE', '/_sandbox/requests'],
      ] as const)
    : random.pick([
        ['POST', '/api/campaigns'],
        ['PUT', `/api/campaigns/${ATTACKER.campaign}`],
        ['DELETE', `/api/campaigns/${ATTACKER.campaign}`],
      ] as const)
  // Pages of this machine may use the service, and only the sandbox's own may control it.
  const page = random.pick(isControl ? [...FOREIGN_PAGES, ...LOCAL_PAGES] : FOREIGN_PAGES)
  const body = Buffer.from('{"advance":"30d"}')
  const request = whole(
    method,
    target,
    [page, bearer(ATTACKER.key), random.pick([JSON_BODY, 'Content-Type: text/plain'])],
    method === 'POST' ? body : undefined,
  )
  const answer = await scene.send(
    'foreign page',
    request,
    (status) => status === 403 || status === 400,
  )
  if (answer?.headers['access-control-allow-origin'])
    scene.complain('a foreign page may read', request)
}

const INTERNAL_HOSTS = [
  ...[
    '127.0.0.1',
    '127.1',
    '0.0.0.0',
    '0',
    '2130706433',
    '0x7f000001',
    '017700000001',
    '127.0.0.1.',
    '%31127.0.0.1',
  ],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[::1%25lo]'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'user:pass@127.0.0.1',
    'app.example@127.0.0.1',
  ],
  ...[
    '127.0.0.1#@app.example',
    '127.0.0.1\\@app.example',
    '127\u30020.0.1',
    '\uff1127.0.0.1',
    'loca\uff4chost',
  ],
]

/** Webhooks and single events to addresses of the hosting machine; the scene has a service there. */
const internalAddress: Attack = async (scene, random) => {
  if (!scene.isHosted) return
  const url = `${random.pick(['http', 'https', 'HTTP', 'http:/', 'ws'])}://${random.pick(INTERNAL_HOSTS)}:${scene.internalPort}/`
  const own = [bearer(ATTACKER.key), JSON_BODY]
  const post = (path: string, body: object) =>
    scene.send('internal address', whole('POST', path, own, Buffer.from(JSON.stringify(body))))
  if (random.chance(40))
    return void (await post('/_sandbox/events', { type: 'ranking.changed', to: url }))
  const made = await post('/api/webhooks', { url, events: ['ranking.changed'] })
  if (made?.status !== 201) return
  await post('/_sandbox/events', { type: 'ranking.changed' })
  const { id } = JSON.parse(made.body).data
  await scene.send('internal address', whole('DELETE', `/api/webhooks/${id}`, own))
}

/** A key or a session that is withdrawn while it is used opens nothing after the answer. */
const withdrawnKey: Attack = async (scene, random) => {
  const own = [bearer(ATTACKER.key), JSON_BODY]
  const send = (method: string, path: string, headers: string[], body?: object) =>
    scene.send(
      'withdrawn key',
      whole(method, path, headers, body && Buffer.from(JSON.stringify(body))),
    )
  const isSession = random.chance(40)
  const made = isSession
    ? await send('POST', '/api/auth/login', own, {
        email: ATTACKER.email,
        password: ATTACKER.password,
      })
    : await send('POST', '/_sandbox/keys', own, { name: 'raced', permissions: ['*'] })
  const { token, id, key_id = id } = JSON.parse(made?.body ?? '{}').data ?? {}
  if (token === undefined)
    return scene.complaints.push(`withdrawn key: none was made: ${made?.body}`)
  const uses = ['/api/auth/me', '/api/campaigns', '/_sandbox/keys']
  const use = () => send('GET', random.pick(uses), [bearer(token)])
  const withdraw = () =>
    isSession
      ? send('POST', '/api/auth/logout', [bearer(token)])
      : send('DELETE', `/_sandbox/keys/${key_id}`, [bearer(ATTACKER.key)])
  await Promise.all([use(), use(), withdraw(), use()])
  for (const path of uses)
    await scene.send('withdrawn key', whole('GET', path, [bearer(token)]), refused)
}

const INVISIBLE = [
  '',
  '\u200b',
  '\ufeff',
  '\u00a0',
  ' ',
  '\u202e',
  '\u00ad',
  '\u0085',
  '\u2028',
  '\u3164',
  '\u2800',
]
const HOSTILE_TEXTS = [
  ...[
    '=1+1',
    "=cmd|'/C calc'!A0",
    '+1+1',
    '-1+1',
    '@SUM(1)',
    '\t=1',
    '\n=1',
    '"=1',
    '\uff1d1+1',
    ';=1',
  ],
  ...[
    '<script>alert(1)</script>',
    '\r\nX-Injected: 1\r\n\r\n',
    '\u001b[2J',
    '../../etc/passwd',
    'a"; filename="b.exe',
  ],
  ...['__proto__', '\u0000', '\ud83d\udea2', 'constructor', ']]>'],
]
/** What a spreadsheet may take for a formula: after characters that it does not show. */
const FORMULA = /^(?:\p{C}|\p{Z}|\p{M}|\s|\u115f|\u3164|\u2800)*[=+\-@\uff1d\uff0b\uff0d\uff20]/u
const DISPOSITION = /^attachment; filename="[\w .()-]+"(; filename\*=UTF-8''[\w.%~-]+)?$/

/** All cells of a CSV file (RFC 4180). */
function cellsOf(text: string): string[] {
  const cells = text
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n|$)/g)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

/** Hostile texts in names and keywords come back as they are, and as no formula of a spreadsheet. */
const hostileText: Attack = async (scene, random) => {
  const text = random.pick(INVISIBLE) + random.pick(INVISIBLE) + random.pick(HOSTILE_TEXTS)
  const own = [bearer(ATTACKER.key)]
  const body = {
    name: text,
    type: 'serp',
    keywords: [text, `${text} shoes`],
    frequency: 'daily',
    brand: text,
  }
  const create = whole(
    'POST',
    '/api/campaigns',
    [...own, JSON_BODY],
    Buffer.from(JSON.stringify(body)),
  )
  const made = await scene.send('hostile text', create)
  if (made?.status !== 201) return
  const { id, name } = JSON.parse(made.body).data
  if (name !== text) scene.complain('a name has changed', create)
  const target = random.pick([
    `/api/campaigns?search=${encodeURIComponent(text)}`,
    `/api/serp/rankings?campaign_id=${id}`,
    `/api/analytics/campaign/${id}`,
    '/api/export/csv?type=campaigns',
    '/api/export/csv?type=campaigns',
    `/api/reports/generate?format=csv&campaign_id=${id}`,
    `/_sandbox/requests?limit=5&text=${encodeURIComponent(text)}`,
  ])
  const read = whole('GET', target, own)
  const answer = await scene.send('hostile text', read)
  const link = /"download_url":"http:\/\/[^/]+([^"]+)"/.exec(answer?.body ?? '')?.[1]
  if (link) {
    const file = await fetch(`http://127.0.0.1:${scene.port}${link}`)
    const disposition = file.headers.get('content-disposition') ?? ''
    if (!DISPOSITION.test(disposition)) scene.complain(`Content-Disposition: ${disposition}`, read)
    // A report is a ZIP file.
    const cells = link.includes('.csv?') ? cellsOf(await file.text()) : []
    const formula = cells.find((cell) => FORMULA.test(cell) && !/^-?\d+(\.\d+)?$/.test(cell))
    if (formula) scene.complain(`a cell is a formula: ${JSON.stringify(formula)}`, read)
  }
  await scene.send('hostile text', whole('DELETE', `/api/campaigns/${id}`, own))
}

const ATTACKS: Attack[] = [
  forgedKey,
  missingPermission,
  foreignAccount,
  foreignId,
  alteredLink,
  detour,
  foreignPage,
  internalAddress,
  withdrawnKey,
  hostileText,
]
const TOGETHER = 6

/** Plays attacks that depend on the seed only, a few at a time; what was wrong is in the complaints of the scene. */
export async function attack(scene: Scene, number: number, seed: number): Promise<void> {
  let next = 0
  const play = async () => {
    while (next < number && scene.complaints.length < 5) {
      const random = randomFrom(seed * 1_000_003 + next)
      const one = ATTACKS[next++ % ATTACKS.length] as Attack
      await one(scene, random)
      // So that the answers of others are read meanwhile.
      await pause(0)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, play))
}
