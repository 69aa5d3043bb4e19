import type { JsonObject } from '../../../src/schema/json.ts'
import { filled, TEXTS } from './long-texts.ts'
import type { Target } from './targets.ts'

export interface LargeInput {
  what: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

const BODY = 1_048_000
const VALUES = 19_900
const LINE = 15_500

const many = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))
const nested = (levels: number, inside: unknown): unknown =>
  levels === 0 ? inside : [nested(levels - 1, inside)]

/** All operations read headers in the same stages. */
const HEADERS_TRIED_ON: ReadonlySet<string> = new Set([
  'listCampaigns',
  'createAlert',
  'getMentions',
  'moveClock',
  'listRequests',
  'receiveEvent',
])

/** The largest and worst inputs that the limits allow, for any operation. */
export function* largeInputs(target: Target): Generator<LargeInput> {
  yield { what: 'as usual', ...plain(target) }
  yield* inPath(target)
  yield* inQuery(target)
  if (HEADERS_TRIED_ON.has(target.id)) yield* inHeaders(target)
  if (target.schema) yield* inBody(target)
}

function plain({ path, schema, body }: Target): Omit<LargeInput, 'what'> {
  return schema ? { path, ...json(body) } : { path }
}

function json(value: unknown): Pick<LargeInput, 'body' | 'headers'> {
  const body = typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value)
  return { body, headers: { 'content-type': 'application/json' } }
}

function* inPath({ path, pathWith }: Target): Generator<LargeInput> {
  if (path === pathWith('x')) return
  for (const text of ['a', '%F0%9F%91%A9', '%25', '.', '-', '_', 'cmp_', '%00', '%e2%80%ae']) {
    const long = text.repeat(Math.floor(LINE / text.length))
    yield { what: `long id of ${text}`, path: pathWith(long) }
  }
}

function* inQuery(target: Target): Generator<LargeInput> {
  const given = plain(target)
  const [base = '', usual] = target.path.split('?')
  const kept = usual ? `${usual}&` : ''
  const query = function* (what: string, text: string): Generator<LargeInput> {
    yield { what, ...given, path: `${base}?${kept}${text.slice(0, LINE)}` }
  }
  for (const text of [
    'a&',
    '&',
    'a=1&',
    'token=a&',
    '%74oken=a&',
    '%',
    '%25',
    '%2525',
    '+',
    '[]&',
    ';',
  ])
    yield* query(`query of ${text}`, text.repeat(LINE))
  yield* query('different unknown parameters', many(4000, (n) => n.toString(36)).join('&'))
  for (const name of target.parameters) {
    for (const text of [
      'a',
      '1',
      ',',
      'a,',
      '%F0%9F%91%A9',
      'e%CC%81',
      '%20',
      '2026-01-01',
      '-',
      '*/',
      '%5C',
      '.*a',
      '%00',
    ])
      yield* query(
        `${name} of ${text}`,
        `${name}=${text.repeat(Math.floor((LINE - 200) / text.length))}`,
      )
    yield* query(`many ${name}`, `${name}=a&`.repeat(4000))
    yield* query(`many ${name}[]`, `${name}[]=a&`.repeat(4000))
    yield* query(
      `${name} of different values`,
      `${name}=${many(4000, (n) => n.toString(36)).join(',')}`,
    )
  }
}

function* inHeaders(target: Target): Generator<LargeInput> {
  const given = plain(target)
  const texts = ['a', 'a,', 'a;', 'a=b;', ' ', ';q=0.5,', '"', 'a/b,', '\\', '1.1.1.1,', '=', '-']
  const names = [
    'cookie',
    'accept',
    'accept-encoding',
    'accept-language',
    'authorization',
    'range',
    'if-none-match',
    'x-sandbox-error',
    'x-sandbox-delay',
    'last-event-id',
    'origin',
    'referer',
    'user-agent',
    'x-forwarded-for',
    'content-type',
    'if-modified-since',
    'host',
    'access-control-request-headers',
    'prefer',
  ]
  for (const name of names) {
    for (const text of texts) {
      const headers = { ...given.headers, [name]: text.repeat(Math.floor(LINE / text.length)) }
      yield { what: `${name} of ${text}`, ...given, headers }
    }
  }
  const headers = Object.fromEntries(many(900, (n) => [`x-${n.toString(36)}`, 'a']))
  yield { what: 'many headers', ...given, headers: { ...given.headers, ...headers } }
}

function* inBody({ path, schema = {}, body }: Target): Generator<LargeInput> {
  const whole = (what: string, value: unknown): LargeInput => ({ what, path, ...json(value) })
  for (const count of [6000, VALUES]) {
    const room = Math.floor((BODY - 30_000) / count) - 20
    const members = (name: string) =>
      Object.fromEntries(many(count, (n) => [`${name}${n}`, 'a'.repeat(count === VALUES ? 1 : 0)]))
    yield whole(`${count} unknown members`, { ...body, ...members('k') })
    yield whole(`${count} unknown members with long names`, {
      ...body,
      ...members('k'.repeat(Math.max(1, room))),
    })
    yield whole(`${count} unknown members alone`, members('k'))
  }
  yield whole('one member again and again', `{${many(VALUES, () => '"name":1').join(',')}}`)
  yield whole(
    '__proto__ again and again',
    `{${many(VALUES, () => '"__proto__":{}')
      .slice(0, 9000)
      .join(',')}}`,
  )
  yield whole('numbers as names', `{${many(VALUES, (n) => `"${n * 7919}":1`).join(',')}}`)
  yield whole('spaces', `${' '.repeat(BODY - 10)}1`)
  yield whole('brackets', '['.repeat(BODY))
  yield whole('a long number', '1'.repeat(BODY))
  yield whole('broken escapes', `"${'\\'.repeat(BODY - 11)}x`)
  yield whole('invalid UTF-8', Buffer.alloc(BODY, 0xff))
  yield whole(
    'invalid UTF-8 in a string',
    Buffer.concat([Buffer.from('{"name":"'), Buffer.alloc(BODY - 20, 0xc3), Buffer.from('"}')]),
  )
  yield whole(
    'a list',
    many(VALUES, () => 1),
  )
  for (const [name, member] of Object.entries(membersOf(schema))) {
    for (const [what, value] of worstValues(member)) {
      yield whole(`${name}: ${what}`, { ...body, [name]: value })
    }
  }
}

/** Members of all alternatives of a schema. */
function membersOf(schema: JsonObject): Record<string, JsonObject> {
  const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = schema as Record<string, never>
  const others = [allOf, oneOf, anyOf].flat().map((each) => membersOf(each))
  return Object.assign({}, ...others, properties)
}

function* worstValues(schema: JsonObject, room = BODY - 20_000): Generator<[string, unknown]> {
  for (const [name, text] of Object.entries(TEXTS))
    yield [`a long text of ${name}`, filled(text, room)]
  const { maxLength, maxItems, minimum } = schema as Record<string, number | undefined>
  const longest = maxLength ?? 200
  for (const [name, text] of Object.entries(TEXTS)) {
    yield [
      `a text of ${name} of the length allowed`,
      [...text.repeat(longest)].slice(0, longest).join(''),
    ]
  }
  const lists: [string, (n: number) => unknown][] = [
    ['numbers', (n) => n],
    ['equal texts', () => 'a'],
    ['texts', (n) => `k${n}`],
    ['texts that differ at the end', (n) => `${'a'.repeat(30)}${n}`],
    ['domains', (n) => `${n}.example`],
    ['lists', () => []],
    ['objects', () => ({})],
  ]
  for (const [name, make] of lists) {
    const count = name === 'lists' || name === 'objects' ? VALUES / 2 - 50 : VALUES - 100
    yield [`a list of ${name}`, many(count, make)]
    yield [`a list of ${name} of the length allowed`, many(Math.min(maxItems ?? 1000, count), make)]
  }
  const each = Math.max(1, Math.min(maxItems ?? 100, 1000))
  for (const [name, text] of Object.entries(TEXTS)) {
    const length = Math.min(200, Math.floor(room / each / Buffer.byteLength(JSON.stringify(text))))
    yield [
      `texts of ${name}`,
      many(each, (n) =>
        `${[...text.repeat(200)].slice(0, Math.max(1, length)).join('')}${n}`.slice(-200),
      ),
    ]
  }
  yield ['an object', Object.fromEntries(many(VALUES - 100, (n) => [`k${n}`, n]))]
  yield [
    'a deep value',
    nested(
      90,
      many(VALUES - 300, () => 1),
    ),
  ]
  yield ['a large number', minimum === undefined ? 1e308 : Number.MAX_SAFE_INTEGER]
  for (const [name, member] of Object.entries(membersOf(schema))) {
    for (const [what, value] of worstValues(member, room))
      yield [`${name}: ${what}`, { [name]: value }]
  }
  const { items } = schema as { items?: JsonObject }
  if (items && Object.keys(membersOf(items)).length > 0) {
    const members = Object.keys(membersOf(items))
    yield [
      'entries with wrong members',
      many(each, () => Object.fromEntries(members.map((name) => [name, {}]))),
    ]
    yield [
      'entries with unknown members',
      many(1000, () => ({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 })),
    ]
  }
}
