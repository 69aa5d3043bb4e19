import type { MalformedOperation } from '../support/malformed/malformed-operations.ts'

/** One of the largest and worst requests that the limits allow. */
export interface Input {
  what: string
  method: string
  target: string
  headers: Record<string, string>
  body?: string | Buffer
}

/** Just below the limits of a body, of its values, and of a request line or header. */
const BODY = 1_048_000
const VALUES = 19_900
const LINE = 15_500

/** Texts that are repeated to any length, by what they are hard for. */
const TEXTS: Record<string, string> = {
  letters: 'a',
  emoji: '👩‍👩‍👧‍👦',
  combining: 'e\u0301\u0323\u0300',
  'other widths': 'ﷺ㍿ſİ',
  'line ends': '\r\n',
  quotes: '"\\',
  'right to left': '\u202eא',
  'dots and letters': 'a.',
  digits: '1',
  tokens: 'svc_test_',
  'secret names': '"token":"a",',
  'open members': '"a":{',
  'wild cards': '*?',
  addresses: 'http://a@',
}

const many = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n))
const nested = (levels: number, inside: unknown): unknown =>
  levels === 0 ? inside : [nested(levels - 1, inside)]
/** A text again and again, up to so many bytes of JSON. */
const filled = (text: string, bytes: number) =>
  text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(JSON.stringify(text).slice(1, -1)))))

/** All operations read headers in the same stages. */
const HEADERS_TRIED_ON = ['listCampaigns', 'createAlert', 'moveClock', 'listRequests']

/** Parameters without which a read finds nothing. */
const NEEDED: Record<string, string> = { brand: 'brand=Northwheel', timeout: 'timeout=1' }

/** The operation as usual, and with the largest and worst of everything; `campaign` is the id of one that is there. */
export function* inputsOf(operation: MalformedOperation, campaign: string): Generator<Input> {
  const { id, method, path, parameters, hasBody, fields } = operation
  // Deleting it would leave the other operations without it.
  const own = path.includes('/campaign') && method !== 'DELETE' ? campaign : 'none'
  const base = path.replace(
    /\{\w+\}/g,
    path.includes('{account_id}') && method === 'GET' ? 'acc_bench' : own,
  )
  const needed = { ...NEEDED, campaign_id: `campaign_id=${campaign}`, account: 'account=acc_bench' }
  const usual = parameters.flatMap((name) => needed[name as keyof typeof needed] ?? []).join('&')
  const headers: Record<string, string> = path.startsWith('/api')
    ? { authorization: 'Bearer svc_test_demo' }
    : {}
  if (hasBody) headers['content-type'] = 'application/json'
  const body = { ...fields, ...('campaign_id' in fields && { campaign_id: campaign }) }
  const given = {
    method,
    target: usual ? `${base}?${usual}` : base,
    headers,
    ...(hasBody && { body: JSON.stringify(body) }),
  }
  yield { what: 'as usual', ...given }
  if (path.includes('{')) {
    for (const text of ['a', '%F0%9F%91%A9', '%25', '.', 'cmp_', '%00']) {
      const long = text.repeat(Math.floor(LINE / text.length))
      yield { what: `long id of ${text}`, ...given, target: path.replace(/\{\w+\}/g, long) }
    }
  }
  for (const [what, query] of queries(parameters))
    yield { what, ...given, target: `${base}?${usual && `${usual}&`}${query.slice(0, LINE)}` }
  if (HEADERS_TRIED_ON.includes(id)) {
    for (const [what, more] of largeHeaders())
      yield { what, ...given, headers: { ...headers, ...more } }
  }
  if (!hasBody) return
  for (const [what, value] of bodies(body)) {
    const text = typeof value === 'string' || Buffer.isBuffer(value) ? value : JSON.stringify(value)
    yield { what, ...given, body: text }
  }
}

function* queries(parameters: readonly string[]): Generator<[what: string, query: string]> {
  for (const text of ['a&', '&', 'a=1&', 'token=a&', '%74oken=a&', '%', '%2525', '+', '[]&', ';'])
    yield [`query of ${text}`, text.repeat(LINE)]
  yield ['different unknown parameters', many(4000, (n) => n.toString(36)).join('&')]
  for (const name of parameters) {
    for (const text of [
      'a',
      '1',
      'a,',
      '%F0%9F%91%A9',
      'e%CC%81',
      '2026-01-01',
      '*/',
      '%5C',
      '.*a',
    ])
      yield [`${name} of ${text}`, `${name}=${text.repeat(Math.floor((LINE - 200) / text.length))}`]
    yield [`many ${name}`, `${name}=a&`.repeat(4000)]
    yield [`many ${name}[]`, `${name}[]=a&`.repeat(4000)]
    yield [`${name} of different values`, `${name}=${many(4000, (n) => n.toString(36)).join(',')}`]
  }
}

function* largeHeaders(): Generator<[what: string, headers: Record<string, string>]> {
  const names = [
    'cookie',
    'accept',
    'accept-encoding',
    'authorization',
    'if-none-match',
    'x-sandbox-error',
    'last-event-id',
    'origin',
    'referer',
    'user-agent',
    'x-forwarded-for',
    'content-type',
    'host',
    'prefer',
  ]
  for (const name of names) {
    for (const text of [
      'a',
      'a,',
      'a;',
      'a=b;',
      ' ',
      ';q=0.5,',
      '"',
      'a/b,',
      '\\',
      '1.1.1.1,',
      '-',
    ])
      yield [`${name} of ${text}`, { [name]: text.repeat(Math.floor(LINE / text.length)) }]
  }
  yield ['many headers', Object.fromEntries(many(900, (n) => [`x-${n.toString(36)}`, 'a']))]
}

function* bodies(body: Record<string, unknown>): Generator<[what: string, body: unknown]> {
  const members = (count: number, name: string) =>
    Object.fromEntries(many(count, (n) => [`${name}${n}`, '']))
  yield ['unknown members', { ...body, ...members(VALUES, 'k') }]
  yield ['unknown members alone', members(VALUES, 'k')]
  yield ['unknown members with long names', { ...body, ...members(6000, 'k'.repeat(150)) }]
  yield ['one member again and again', `{${many(VALUES, () => '"name":1').join(',')}}`]
  yield ['__proto__ again and again', `{${many(9000, () => '"__proto__":{}').join(',')}}`]
  yield ['numbers as names', `{${many(VALUES, (n) => `"${n * 7919}":1`).join(',')}}`]
  yield ['spaces', `${' '.repeat(BODY - 10)}1`]
  yield ['brackets', '['.repeat(BODY)]
  yield ['a long number', '1'.repeat(BODY)]
  yield ['broken escapes', `"${'\\'.repeat(BODY - 11)}x`]
  yield ['invalid UTF-8', Buffer.alloc(BODY, 0xff)]
  yield ['a list', many(VALUES, () => 1)]
  for (const [what, value] of Object.entries(body).flatMap(([name, example]) => [
    ...worstOf(name, example),
  ]))
    yield [what, { ...body, ...value }]
}

/** Bad values in the place of a member, and of the members of its example. */
function* worstOf(
  name: string,
  example: unknown,
): Generator<[what: string, member: Record<string, unknown>]> {
  const member = (what: string, value: unknown): [string, Record<string, unknown>] => [
    `${name}: ${what}`,
    { [name]: value },
  ]
  for (const [of, text] of Object.entries(TEXTS)) {
    yield member(`a long text of ${of}`, filled(text, BODY - 20_000))
    yield member(
      `a text of ${of} of the length allowed`,
      [...text.repeat(200)].slice(0, 200).join(''),
    )
    yield member(
      `texts of ${of}`,
      many(1000, (n) => `${[...text.repeat(30)].slice(0, 30).join('')}${n}`),
    )
  }
  const lists: [of: string, make: (n: number) => unknown][] = [
    ['numbers', (n) => n],
    ['equal texts', () => 'a'],
    ['texts that differ at the end', (n) => `${'a'.repeat(30)}${n}`],
    ['domains', (n) => `${n}.example`],
    ['objects', () => ({})],
  ]
  for (const [of, make] of lists) {
    yield member(`a list of ${of}`, many(of === 'objects' ? VALUES / 2 - 50 : VALUES - 100, make))
    yield member(`a list of ${of} of the length allowed`, many(1000, make))
  }
  yield member('an object', Object.fromEntries(many(VALUES - 100, (n) => [`k${n}`, n])))
  yield member(
    'a deep value',
    nested(
      90,
      many(VALUES - 300, () => 1),
    ),
  )
  yield member('a large number', 1e308)
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return
  for (const [inner, value] of Object.entries(example)) {
    for (const [what, worst] of worstOf(inner, value))
      yield [`${name}: ${what}`, { [name]: { ...example, ...worst } }]
  }
}
