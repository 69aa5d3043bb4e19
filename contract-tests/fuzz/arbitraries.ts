import fc, { type Arbitrary } from 'fast-check'
import { REQUIRED } from '../journey/refusals.ts'
import { assumedDocument, nodeAt } from '../support/documents.ts'
import { isObject, type Json } from '../support/reading.ts'
import type { Aimed, Command, Key, Single } from './command.ts'

/**
 * Cases, generated from the document's schemas. Its limits are no rule for the server that is tried
 * (most of them are assumptions); they say where one is likely to have limits of its own, so values
 * at them and beyond them come before any others.
 */

/** What stands in the place of everything else that could be sent. */
const ODD_TEXTS = [
  ...['', ' ', '\u0000', 'null', '__proto__', 'constructor', '<b>&amp;</b>', "'; --", '%00%zz'],
  ...['\ud83d', '\u202egnp', 'a\u0301\u0327', 'ﬃ', 'İı', '{{7*7}}', '../..', '  two  spaces  '],
  ...['line\nbreak', '1e999', '-0', '\ufeff', 'true'],
]
const WORDS = [
  'alpha',
  'beta',
  'größer',
  '更大',
  'naïve café',
  '👩 rocket 🚀',
  "o'neill & co",
  'ωμέγα',
]
const NUMBERS = [0, -1, 1.5, 1e21, -1e-7, Number.MAX_SAFE_INTEGER + 2]
const ELSEWHERE = ['null', 'true', '0', '-1', '[]', '{}', '[[]]', '{"value":"serp"}', '[{"a":1}]']

const LONGEST = 5000

const ANY_TEXT = fc.string({ unit: 'binary', maxLength: 8 })
const ANY_WORD = fc.stringMatching(/^[a-z]{1,12}$/)

/** Texts that a schema of a string allows: at its limits first, then any. */
function textOf(schema: Json): Arbitrary<string> {
  const { examples = [], enum: values = [], minLength = 0, maxLength } = schema as TextSchema
  const known = [...examples, ...values]
  const most = Math.min(Number(maxLength ?? 255), LONGEST)
  return fc.oneof(
    { arbitrary: fc.constantFrom(...(known.length > 0 ? known : WORDS)), weight: 4 },
    { arbitrary: fc.constantFrom(...WORDS), weight: 2 },
    { arbitrary: fc.constant('x'.repeat(Math.max(1, minLength))), weight: 1 },
    { arbitrary: fc.constantFrom('x'.repeat(most), '更'.repeat(most)), weight: 1 },
    { arbitrary: ANY_WORD, weight: 1 },
  )
}

interface TextSchema {
  examples?: string[]
  enum?: string[]
  minLength?: number
  maxLength?: number
}

/** Texts that are odd, or beyond the limits of a schema. */
function strangeText(schema: Json): Arbitrary<string> {
  const beyond = Number(schema.maxLength ?? 255) + 1
  return fc.oneof(
    { arbitrary: fc.constantFrom(...ODD_TEXTS), weight: 3 },
    { arbitrary: fc.constantFrom('x'.repeat(beyond), 'é'.repeat(LONGEST)), weight: 1 },
    { arbitrary: ANY_TEXT, weight: 1 },
  )
}

const INPUT = '#/components/schemas/CampaignInput/properties'
const members = nodeAt(assumedDocument, INPUT) as Record<string, Json>

/** Marked, so that the campaign is known as one of the run; of exactly so many characters at times. */
const name: Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom('a', 'b', 'c', 'd').map((label) => `{mark} ${label}`), weight: 5 },
  { arbitrary: fc.constantFrom(...WORDS).map((word) => `{mark} ${word}`), weight: 1 },
  { arbitrary: fc.constantFrom(...lengthsOf(members.name)).map((n) => `{mark:${n}}`), weight: 1 },
)
const oddName = strangeText({}).map((text) => `{mark} ${text.slice(0, 300)}`)

/** Lengths at a limit, and one character on either side of it. */
function lengthsOf(schema: Json | undefined): number[] {
  const most = Number(schema?.maxLength ?? 255)
  return [most - 1, most, most + 1, 100, 255, 256]
}

const keywords: Arbitrary<string[]> = fc.oneof(
  { arbitrary: fc.constant<string[]>(['{mark} alpha', '{mark} beta']), weight: 3 },
  { arbitrary: fc.constant<string[]>(['{mark} alone']), weight: 2 },
  {
    arbitrary: fc
      .uniqueArray(fc.constantFrom(...WORDS), { minLength: 1 })
      .map((words) => words.map((word) => `{mark} ${word}`)),
    weight: 2,
  },
  { arbitrary: fc.constant<string[]>(['{mark:200}']), weight: 1 },
  {
    arbitrary: fc
      .constantFrom(20, 60)
      .map((n) => Array.from({ length: n }, (_, i) => `{mark} ${i}`)),
    weight: 1,
  },
)
const oddKeywords = fc.oneof(
  fc.constantFrom([], [''], ['{mark} twice', '{mark} twice'], ['{mark} a', null], ['{mark} a', 7]),
  fc.array(strangeText(members.keywords?.items as Json), { minLength: 1, maxLength: 3 }),
)

const settings: Arbitrary<Json> = fc.record(
  Object.fromEntries(
    Object.entries(
      nodeAt(assumedDocument, '#/components/schemas/CampaignSettings/properties') as Json,
    ).map(([member, schema]) => [member, settingOf(schema as Json)]),
  ),
  { requiredKeys: [] },
)

function settingOf(schema: Json): Arbitrary<string> {
  const usual = String(schema.example ?? 'alpha')
  return fc.oneof({ arbitrary: fc.constant(usual), weight: 3 }, textOf(schema))
}

/** A whole body as §2 states it. */
const whole: Arbitrary<Json> = fc
  .tuple(name, keywords, fc.option(settings, { freq: 2, nil: undefined }))
  .map(([title, words, chosen]) => ({
    name: title,
    type: 'serp',
    keywords: words,
    frequency: 'daily',
    ...(chosen && { settings: chosen }),
  }))

/** Values of a member that a server may well refuse. */
function strange(member: string): Arbitrary<unknown> {
  if (member === 'name') return oddName
  if (member === 'keywords') return oddKeywords
  if (member === 'settings') {
    return fc.constantFrom<unknown>(
      {},
      { location: '' },
      { device: 7 },
      { unknown: 'x' },
      { location: null },
    )
  }
  const schema = members[member] ?? {}
  return fc.oneof(textOf(schema), strangeText(schema), fc.constantFrom(...NUMBERS))
}

const MEMBERS = Object.keys(members)

/** One member is odd, null, of another type or missing; the others are as they should be. */
const spoilt: Arbitrary<Json> = fc.oneof(
  fc.oneof(
    ...MEMBERS.map((member) =>
      fc.tuple(whole, strange(member)).map(([body, value]) => ({ ...body, [member]: value })),
    ),
  ),
  fc
    .tuple(whole, fc.constantFrom(...MEMBERS), fc.constantFrom(...ELSEWHERE))
    .map(([body, member, value]) => ({ ...body, [member]: JSON.parse(value) })),
  fc
    .tuple(whole, fc.constantFrom(...REQUIRED))
    .map(([body, member]) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => key !== member)),
    ),
)

/** Members that are unknown, or dangerous for a careless server. */
const MORE = [
  ...['"__proto__":{"admin":true}', '"constructor":{"prototype":{"x":1}}', '"unknown":1'],
  ...[`"deep":${'['.repeat(30)}${']'.repeat(30)}`, '"id":"cmp_chosen"', '"account_id":"acc_other"'],
  ...[
    '"created_at":"1970-01-01T00:00:00Z"',
    '"status":"archived"',
    '"big":1e400',
    '"deleted":true',
  ],
]

/** Texts that are JSON of another kind, or none; and objects that no literal of ours could make. */
const raw: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    'null',
    '[]',
    '"{mark}"',
    '7',
    '{"name":"{mark} cut',
    'name={mark}&type=serp',
  ),
  whole.map((body) => JSON.stringify([body])),
  fc.tuple(whole, fc.constantFrom(...MORE)).map(([body, extra]) => {
    const text = JSON.stringify(body)
    return `${text.slice(0, -1)},${extra}}`
  }),
)

const createBody: Arbitrary<string> = fc.oneof(
  { arbitrary: whole.map((body) => JSON.stringify(body)), weight: 7 },
  { arbitrary: spoilt.map((body) => JSON.stringify(body)), weight: 4 },
  { arbitrary: raw, weight: 2 },
)

/** Members that an update names; the others it leaves out. */
const parts: Arbitrary<string[]> = fc.oneof(
  fc.constantFrom<string[]>(['name'], ['keywords'], ['settings']),
  fc.subarray(['name', 'keywords', 'settings', 'frequency'], { minLength: 2 }),
)

const updateBody: Arbitrary<string> = fc.oneof(
  { arbitrary: whole.map((body) => JSON.stringify(body)), weight: 4 },
  {
    arbitrary: fc.tuple(whole, parts).map(part),
    weight: 4,
  },
  { arbitrary: spoilt.map((body) => JSON.stringify(body)), weight: 2 },
  { arbitrary: raw, weight: 1 },
)

function part([body, chosen]: [Json, string[]]): string {
  return JSON.stringify(Object.fromEntries(chosen.map((member) => [member, body[member] ?? {}])))
}

const key: Arbitrary<Key> = fc.oneof(
  { arbitrary: fc.constant<Key>('main'), weight: 6 },
  { arbitrary: fc.constant<Key>('restricted'), weight: 2 },
  { arbitrary: fc.constant<Key>('other'), weight: 2 },
)
const campaign = fc.nat({ max: 3 })

const aimed = (...kinds: ('get' | 'delete')[]): Arbitrary<Single> =>
  fc.record({ do: fc.constantFrom(...kinds), key, campaign })
const create: Arbitrary<Single> = fc.record({
  do: fc.constant('create' as const),
  key,
  body: createBody,
})
const update: Arbitrary<Single> = fc.record({
  do: fc.constant('update' as const),
  key,
  campaign,
  body: updateBody,
})
const list: Arbitrary<Single> = fc.record({ do: fc.constant('list' as const), key })

/** Queries of the document's parameters: at their limits, beyond them, odd and repeated. */
function queryOf(operation: string): Arbitrary<string> {
  const parameters = parametersOf(operation)
  const value = ({ name, schema }: Parameter): Arbitrary<string> =>
    (name === 'campaign_id'
      ? fc.constantFrom('{campaign}', 'cmp_unknown', '')
      : fc.oneof(validOf(schema), fc.constantFrom(...ODD_TEXTS, '0', '-1', '99999999999999999999'))
    ).map(
      (text) =>
        `${name}=${text === '{campaign}' ? text : encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))}`,
    )
  const any = fc.constantFrom('unknown=1', 'limit', '=', '&&', 'a%5Bb%5D%5Bc%5D=1', '__proto__=1')
  const one = parameters.length > 0 ? fc.oneof(...parameters.map(value)) : any
  return fc
    .array(fc.oneof({ arbitrary: one, weight: 6 }, { arbitrary: any, weight: 1 }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join('&'))
}

function validOf(schema: Json): Arbitrary<string> {
  if (schema.format === 'date') {
    return fc.constantFrom(
      '2026-01-31',
      '2026-02-30',
      '2024-02-29',
      '0001-01-01',
      '9999-12-31',
      '2026-1-1',
    )
  }
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 1000 } = schema as { minimum?: number; maximum?: number }
    return fc.constantFrom(...[minimum, maximum, minimum - 1, maximum + 1, -1, 1.5].map(String))
  }
  return textOf(schema.type === 'array' && isObject(schema.items) ? schema.items : schema)
}

interface Parameter {
  name: string
  schema: Json
}

/** Query parameters of an operation in the merged document. */
export function parametersOf(operation: string): Parameter[] {
  const all = Object.values(assumedDocument.paths as Json).flatMap((item) =>
    Object.values(item as Json),
  )
  const found = all.find((each) => isObject(each) && each.operationId === operation) as
    | Json
    | undefined
  const listed = Array.isArray(found?.parameters) ? (found.parameters as Json[]) : []
  return listed
    .map((each) =>
      typeof each.$ref === 'string' ? (nodeAt(assumedDocument, each.$ref) as Json) : each,
    )
    .filter((each) => each.in === 'query')
    .map(({ name, schema }) => ({ name: String(name), schema: schema as Json }))
}

/** Operations that only read, besides those of campaigns. */
const READS = [
  ...['getDashboards', 'getIntelligenceOverview', 'getRankings', 'getMentions'],
  ...['getCampaignAnalytics', 'generateReport', 'exportCsv', 'getCurrentUser', 'verifyToken'],
]

const read: Arbitrary<Single> = fc.oneof(
  ...READS.map((operation) =>
    fc.record(
      {
        do: fc.constant('read' as const),
        key: fc.constantFrom<Key>('main', 'restricted', 'other'),
        operation: fc.constant(operation),
        campaign,
        query: queryOf(operation),
      },
      { requiredKeys: ['do', 'key', 'operation', 'campaign'] },
    ),
  ),
)
const query: Arbitrary<Single> = fc.record({
  do: fc.constant('list' as const),
  key,
  query: queryOf('listCampaigns'),
})
const pages: Arbitrary<Single> = fc.record({
  do: fc.constant('pages' as const),
  key: fc.constant<Key>('main'),
  size: fc.integer({ min: 1, max: 8 }),
})

const together: Arbitrary<Command> = fc
  .tuple(
    fc.oneof(
      { arbitrary: fc.tuple(update, update), weight: 4 },
      { arbitrary: fc.tuple(create, create), weight: 2 },
      fc.tuple(update, fc.oneof(aimed('delete', 'get'), list)),
      fc.tuple(fc.oneof(create, aimed('delete')), fc.oneof(aimed('delete', 'get'), list)),
    ),
    fc.integer({ min: 0, max: 2 }),
  )
  .map(([[one, two], sameness]) => ({
    do: 'together' as const,
    // Two that meet in one campaign are what a race is about.
    commands: [
      one,
      sameness > 0 && 'campaign' in one && 'campaign' in two
        ? { ...two, campaign: one.campaign }
        : two,
    ],
  }))

const plainCreate: Arbitrary<Single> = whole.map((body) => ({
  do: 'create' as const,
  key: 'main' as const,
  body: JSON.stringify(body),
}))

const MOST_COMMANDS = 7

/** A case: a campaign to begin with, some commands, and at the end a look at all that they left. */
function cases(readOnly: boolean): Arbitrary<Command[]> {
  if (readOnly) {
    return fc.array(fc.oneof(read, query, list, aimed('get')), {
      minLength: 1,
      maxLength: MOST_COMMANDS,
    })
  }
  const command = fc.oneof(
    { arbitrary: create, weight: 4 },
    { arbitrary: update, weight: 6 },
    { arbitrary: aimed('get'), weight: 2 },
    { arbitrary: aimed('delete'), weight: 3 },
    { arbitrary: list, weight: 1 },
    { arbitrary: together, weight: 3 },
    { arbitrary: read, weight: 3 },
    { arbitrary: query, weight: 2 },
    { arbitrary: pages, weight: 2 },
  )
  return fc
    .tuple(
      fc.array(plainCreate, { minLength: 1, maxLength: 2 }),
      fc.array(command, { minLength: 1, maxLength: MOST_COMMANDS }),
    )
    .map(([first, then]) => withLook([...first, ...then]))
}

/** Reads whatever the commands may have made or changed. */
function withLook(commands: Command[]): Command[] {
  const flat = commands.flatMap((each) => (each.do === 'together' ? each.commands : [each]))
  const created = flat.filter((each) => each.do === 'create').length
  const gets: Aimed[] = Array.from({ length: Math.min(created, 4) }, (_, campaign) => ({
    do: 'get',
    key: 'owner',
    campaign,
  }))
  return [...commands, ...gets, { do: 'list', key: 'main' }]
}

const READ_ONLY = cases(true)
const ALL = cases(false)

/** The case of a number under a seed: the same always, whatever was run before it. */
export function caseAt(seed: number, number: number, readOnly = false): Command[] {
  // A seed of its own for each, so that one can be made again without those before it.
  const own = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35)
  const [found] = fc.sample(readOnly ? READ_ONLY : ALL, { seed: own | 0, numRuns: 1 })
  return found as Command[]
}
