import document from '../../spec/generated/openapi.json' with { type: 'json' }
import {
  AUTHORIZATIONS,
  BODIES,
  CONTENT_TYPES,
  FILE_TARGETS,
  NO_HTTP,
  ODD_HEADERS,
  RAW_VALUES,
  TARGETS,
  VALUES,
  WISHES,
} from './malformed-parts.ts'
import type { Random } from './random.ts'

/** A request that is wrong in some way, as the bytes that are sent. */
export interface Malformed {
  method: string
  bytes: Buffer
  /** Whether the bytes are one whole HTTP request, so that another may follow on the connection. */
  framed: boolean
  /** Whether the server owes an answer: not when the caller broke off. */
  answered: boolean
  /** Whether the quota of §8 is shown: not beside the API. */
  metered: boolean
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']
const KEY = 'Authorization: Bearer svc_test_demo'

interface Operation {
  method: string
  path: string
  parameters: string[]
  hasBody: boolean
}

/** All operations that are served, with the names of their query parameters. */
const OPERATIONS: Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Record<string, unknown>>)
    .filter(([, operation]) => operation.operationId)
    .map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      parameters: ((operation.parameters ?? []) as { name?: string; $ref?: string }[])
        .map(({ name, $ref }) => name ?? nameOf($ref as string))
        .filter((name) => name !== 'id'),
      hasBody: operation.requestBody !== undefined,
    })),
)

function nameOf(reference: string): string {
  const key = reference.split('/').at(-1) as keyof typeof document.components.parameters
  return document.components.parameters[key].name
}

/** Any request that a server must take without harm. */
export function malformed(random: Random): Malformed {
  return random.pick(KINDS)(random)
}

const KINDS: ((random: Random) => Malformed)[] = [
  // Weighted by how much there is to vary.
  badQuery,
  badQuery,
  badQuery,
  badBody,
  badBody,
  badBody,
  badHeader,
  badHeader,
  badMethod,
  badPath,
  badFile,
  brokenLine,
  headerFlood,
  brokenBody,
]

/** A bad value for a declared parameter, now and then among good ones of the others. */
function badQuery(random: Random): Malformed {
  const { method, path, parameters } = random.pick(OPERATIONS)
  const parts = parameters
    .filter(() => random.chance(60))
    .map((name) => {
      const suffix = random.pick(['', '', '', '', '[]', '[0]', '[a][b]', '%00'])
      const value = random.chance(20)
        ? random.pick(RAW_VALUES)
        : encodeURIComponent(random.pick(VALUES))
      const part = `${name}${suffix}=${value}`
      return value.length < 20 && random.chance(5) ? Array(100).fill(part).join('&') : part
    })
  return whole(method, `${pathOf(path, random)}?${parts.join('&')}`, [KEY])
}

function badBody(random: Random): Malformed {
  const { method, path } = random.pick(OPERATIONS.filter(({ hasBody }) => hasBody))
  const body = random.chance(10) ? noise(random) : Buffer.from(random.pick(BODIES))
  const headers = [KEY, `Content-Type: ${random.pick(CONTENT_TYPES)}`]
  return whole(method, pathOf(path, random), headers, body)
}

function badHeader(random: Random): Malformed {
  const { method, path, hasBody } = random.pick(OPERATIONS)
  const authorization = random.chance(40)
    ? `Authorization: ${random.pick(AUTHORIZATIONS)}`
    : random.pick([KEY, KEY, KEY, 'X-None: 1'])
  const headers = [
    authorization,
    random.pick(random.chance(60) ? WISHES : ODD_HEADERS),
    random.pick(ODD_HEADERS),
  ]
  return whole(
    method,
    pathOf(path, random),
    hasBody ? [...headers, 'Content-Type: application/json'] : headers,
    hasBody ? Buffer.from('{"name":"x"}') : undefined,
  )
}

function badMethod(random: Random): Malformed {
  const { path } = random.pick(OPERATIONS)
  return whole(random.pick(METHODS), pathOf(path, random), [KEY])
}

function badPath(random: Random): Malformed {
  const target = random.pick(TARGETS)
  return whole(random.pick(['GET', 'GET', 'PUT', 'DELETE', 'OPTIONS']), target, [KEY])
}

/** What lies beside the API: download links, the document, the control plane. */
function badFile(random: Random): Malformed {
  const target = random.pick(FILE_TARGETS)
  const method = random.pick(['GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'])
  return { ...whole(method, target, []), metered: false }
}

/** What is no HTTP. */
function brokenLine(random: Random): Malformed {
  const text = random.pick(NO_HTTP)
  return broken(Buffer.from(text, 'latin1'), true)
}

function headerFlood(random: Random): Malformed {
  const flood = random.pick([
    `A: ${'a'.repeat(40_000)}`,
    Array.from({ length: 5000 }, (_, n) => `H${n}: v`).join('\r\n'),
    `${'N'.repeat(40_000)}: v`,
    `Cookie: ${'a=b; '.repeat(10_000)}`,
  ])
  const head = `GET /api/campaigns HTTP/1.1\r\nHost: x\r\n${flood}\r\n\r\n`
  return broken(Buffer.from(head), true)
}

/** A body that ends before it should, with the connection. */
function brokenBody(random: Random): Malformed {
  const head = `POST /api/campaigns HTTP/1.1\r\nHost: x\r\n${KEY}\r\nContent-Type: application/json\r\n`
  const text = random.pick([
    `${head}Content-Length: 5000\r\n\r\n{"name":`,
    `${head}Content-Length: 5000\r\n\r\n`,
    `${head}Content-Length: 999999999999\r\n\r\n{"name":`,
    `${head}Transfer-Encoding: chunked\r\n\r\nff\r\n{"name":`,
    `${head}Transfer-Encoding: chunked\r\n\r\n`,
    `${head}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`,
    `${head}Content-Encoding: gzip\r\nContent-Length: 100\r\n\r\n\x1f\x8b`,
    head,
    'GE',
    '',
  ])
  return broken(Buffer.from(text, 'latin1'), false)
}

function pathOf(template: string, random: Random): string {
  const id = encodeURIComponent(random.pick(VALUES.filter((value) => value !== '..' && value)))
  return `/api${template.replace('{id}', id)}`
}

function noise(random: Random): Buffer {
  return Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256)))
}

function whole(
  method: string,
  target: string,
  headers: readonly string[],
  body: Buffer | undefined = undefined,
): Malformed {
  const host = headers.some((header) => header.startsWith('Host:')) ? [] : ['Host: x']
  const length = body ? [`Content-Length: ${body.length}`] : []
  const lines = [`${method} ${target} HTTP/1.1`, ...host, ...headers, ...length, '', '']
  // Latin-1 keeps bytes as they are written above; a path may hold more.
  const head = Buffer.concat(
    lines.map((line, i) =>
      Buffer.from(
        i < lines.length - 1 ? `${line}\r\n` : line,
        /[^\0-\xff]/.test(line) ? 'utf8' : 'latin1',
      ),
    ),
  )
  const bytes = body ? Buffer.concat([head, body]) : head
  return { method, bytes, framed: true, answered: true, metered: true }
}

function broken(bytes: Buffer, answered: boolean): Malformed {
  return { method: 'GET', bytes, framed: false, answered, metered: true }
}
