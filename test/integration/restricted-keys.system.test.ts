import { describe, expect, it } from 'vitest'
import control from '../../spec/documents/control.ts'
import service from '../../spec/documents/openapi.ts'
import type { SandboxOptions } from '../../src/config.ts'
import { type Answer, readAnswers } from '../support/answers.ts'
import { controlOf } from '../support/control.ts'
import { sendRaw } from '../support/raw.ts'
import { CAMPAIGN, startSandbox, type TestSandbox } from '../support/sandbox.ts'

// What a key may do is read here from the documents alone, by nothing of what decides it in the sandbox.

type Node = Record<string, unknown>
interface Target {
  method: string
  path: string
  /** One of these is enough; none means any valid key. */
  roles: string[]
}

/** Operations of the API with the roles of their `security`. */
const OPERATIONS: Target[] = operationsOf(service as Node).map(({ method, path, operation }) => ({
  method,
  path: `/api${path}`,
  roles: (operation.security as Record<string, string[]>[]).flatMap((each) =>
    Object.values(each).flat(),
  ),
}))
const PERMISSIONS = [...new Set(OPERATIONS.flatMap(({ roles }) => roles))].sort()

/** Operations of the control plane that ask for more than nothing. */
const STEERING: Target[] = operationsOf(control as Node)
  .filter(({ operation }) => !isOpen((operation.security ?? control.security) as Node[]))
  .map(({ method, path }) => ({ method, path: `/_sandbox${path}`, roles: ['*'] }))

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY']

const HOSTS: [title: string, options: SandboxOptions][] = [
  ['on this machine', {}],
  ['on a public host', { adminToken: 'let-me-in', publicUrl: 'https://demo.example' }],
]

describe.each(HOSTS)('a restricted key, %s', (_title, options) => {
  // What decides it is the same on both: one permission shows that it is there.
  it.each([
    ...(options.adminToken ? [['mentions:read']] : PERMISSIONS.map((permission) => [permission])),
    // All that reads, and all of one resource.
    PERMISSIONS.filter((permission) => permission.endsWith(':read')),
    ['campaigns:*'],
  ])('opens what its permissions name: %s', async (...permissions) => {
    const { sandbox, id, ask } = await withKey(permissions, options)

    for (const { method, path, roles } of OPERATIONS) {
      const { status } = await ask(method, path.replace('{id}', id ?? ''))
      const isAllowed = roles.length === 0 || roles.some((role) => permits(permissions, role))
      expect([method, path, status === 403], `answered ${status}`).toEqual([
        method,
        path,
        !isAllowed,
      ])
      if (isAllowed) expect(status, `${method} ${path}`).not.toBe(401)
    }
    expect(await sandbox.api.get('/auth/me')).toMatchObject({ status: 200 })
  })

  it('opens nothing by a method that the document does not name', async () => {
    const { id, ask, changed } = await withKey(['mentions:read'], options)
    const paths = new Set([...OPERATIONS, ...STEERING].map(({ path }) => path))

    for (const path of paths) {
      // A preflight request reveals nothing about what exists.
      const preflight = await ask('OPTIONS', filled(path, id))
      expect(preflight.body).not.toContain('"success":true')
      const named = [...OPERATIONS, ...STEERING].filter((target) => target.path === path)
      const allowed = named
        .filter(({ roles }) => roles.length === 0 || roles.includes('mentions:read'))
        .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      for (const method of METHODS.filter((each) => !allowed.includes(each))) {
        const { status } = await ask(method, filled(path, id))
        expect([method, path, status >= 400 && status < 500], `${status}`).toEqual([
          method,
          path,
          true,
        ])
      }
    }
    expect(await changed()).toBe(false)
  })

  it('opens nothing by another spelling of the path', async () => {
    const { id, ask, changed } = await withKey(['mentions:read'], options)
    const closed = [...OPERATIONS, ...STEERING].filter(
      ({ roles }) => roles.length > 0 && !roles.includes('mentions:read'),
    )

    for (const { method, path } of closed) {
      for (const spelling of spellings(filled(path, id))) {
        const { status } = await ask(method, spelling)
        expect([method, spelling, status >= 400 && status < 500], `${status}`).toEqual([
          method,
          spelling,
          true,
        ])
      }
    }
    expect(await changed()).toBe(false)
  })

  it('opens nothing by headers that name another method, path, address or key', async () => {
    const { id, ask, changed } = await withKey(['mentions:read'], options)

    for (const { method, path } of [...OPERATIONS, ...STEERING]) {
      for (const headers of disguises(method, filled(path, id))) {
        const { status, body } = await ask('GET', '/api/campaigns', headers)
        expect([headers, status], body).toEqual([headers, 403])
      }
    }
    expect(await changed()).toBe(false)
  })
})

/** A sandbox with a campaign, and with a key of the demo account that has these permissions. */
async function withKey(permissions: string[], options: SandboxOptions) {
  const sandbox = await startSandbox({ ...options, rateLimits: false, validateResponses: false })
  const operator = controlOf(sandbox)
  const token = options.adminToken
  const made = await operator.post('/keys', {
    query: { account: 'acc_demo' },
    body: { name: 'Restricted', permissions },
    ...(token && { token }),
  })
  const key: string = made.body.data.token
  const { id } = (await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data
  const state = async () => {
    const { body } = await sandbox.api.get('/campaigns', { query: { limit: 1000 } })
    const hooks = await sandbox.api.get('/webhooks')
    const alerts = await sandbox.api.get('/alerts')
    const keys = await operator.get('/keys', {
      query: { account: 'acc_demo' },
      ...(token && { token }),
    })
    const names = keys.body.data.map((each: { id: string; status: string }) => [
      each.id,
      each.status,
    ])
    return JSON.stringify([body.data, hooks.body.data, alerts.body.data, names])
  }
  const before = await state()
  return {
    sandbox,
    id: id as string,
    ask: (method: string, target: string, headers: string[] = []) =>
      askWith(sandbox, key, method, target, headers),
    changed: async () => (await state()) !== before,
  }
}

async function askWith(
  { port }: TestSandbox,
  key: string,
  method: string,
  target: string,
  headers: string[],
): Promise<Answer> {
  const body = ['POST', 'PUT', 'PATCH'].includes(method) ? '{}' : ''
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Connection: close',
    ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    ...headers,
  ]
  const bytes = await sendRaw(port, `${lines.join('\r\n')}\r\n\r\n${body}`)
  return readAnswers(Buffer.from(bytes), [method])[0] as Answer
}

/** Other ways to write a path, of which one or another server takes each for the same. */
function spellings(path: string): string[] {
  const [, root = '', ...rest] = path.split('/')
  const below = rest.join('/')
  const first = below.slice(0, 1)
  return [
    `${path}/`,
    `${path}//`,
    `/${path}`,
    `/${root}//${below}`,
    `/${root}/./${below}`,
    `/${root}/x/../${below}`,
    `/${root}/x/%2e%2e/${below}`,
    `/api/chat/mentions/../../..${path}`,
    `/${root}%2f${below}`,
    `/${root}/%${first.charCodeAt(0).toString(16)}${below.slice(1)}`,
    `/${root.toUpperCase()}/${below}`,
    `/${root}/${below.toUpperCase()}`,
    `${path};a=b`,
    `${path}%00`,
    `${path}%20`,
    `${path}.json`,
    `${path}?x=/api/chat/mentions`,
    `${path}#/api/chat/mentions`,
    `http://127.0.0.1${path}`,
    path.replaceAll('/', '\\'),
  ]
}

function disguises(method: string, path: string): string[][] {
  return [
    [`X-HTTP-Method-Override: ${method}`, `X-Original-URL: ${path}`, `X-Rewrite-URL: ${path}`],
    ['X-Forwarded-For: 127.0.0.1', 'X-Forwarded-Host: localhost', 'Forwarded: for=127.0.0.1'],
    ['Cookie: authorization=Bearer svc_test_demo', 'X-Api-Key: svc_test_demo'],
  ]
}

function filled(path: string, id: string): string {
  return path.replace(/^(\/api\/.*)\{id\}/, `$1${id}`).replace(/\{\w+\}/g, 'x')
}

function permits(granted: string[], role: string): boolean {
  const [resource] = role.split(':')
  return granted.some((each) => each === role || each === `${resource}:*`)
}

function operationsOf(document: Node) {
  return Object.entries(document.paths as Record<string, Node>).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Node>)
      .filter(([, operation]) => operation.operationId)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

function isOpen(security: Node[]): boolean {
  return security.length === 0 || security.some((each) => 'ownOrigin' in each)
}
