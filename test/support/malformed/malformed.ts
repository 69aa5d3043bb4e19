import type { Random } from '../random.ts'
import { broken, KEY, type Malformed, noise, whole } from './malformed-bytes.ts'
import { badControl, badField } from './malformed-fields.ts'
import { FRAMING_KINDS } from './malformed-framing.ts'
import { OPERATIONS, pathOf } from './malformed-operations.ts'
import {
  AUTHORIZATIONS,
  BODIES,
  CONTENT_TYPES,
  FILE_TARGETS,
  NO_HTTP,
  ODD_HEADERS,
  RAW_VALUES,
  SANDBOX_HEADERS,
  TARGETS,
  VALUES,
} from './malformed-parts.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND']

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
  badField,
  badField,
  badField,
  badControl,
  badControl,
  ...FRAMING_KINDS,
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
    random.pick(random.chance(60) ? SANDBOX_HEADERS : ODD_HEADERS),
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

/** Paths outside the API: download links, the document, the control plane. */
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
  const head = `GET /api/campaigns HTTP/1.1\r\nHost: localhost\r\n${flood}\r\n\r\n`
  return broken(Buffer.from(head), true)
}

/** A body that ends before it should, with the connection. */
function brokenBody(random: Random): Malformed {
  const head = `POST /api/campaigns HTTP/1.1\r\nHost: localhost\r\n${KEY}\r\nContent-Type: application/json\r\n`
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
