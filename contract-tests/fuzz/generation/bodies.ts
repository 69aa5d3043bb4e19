import fc, { type Arbitrary } from 'fast-check'
import { REQUIRED } from '../../evidence/steps.ts'
import type { Json } from '../../http/reading.ts'
import { assumedDocument, nodeAt } from '../../specification/documents.ts'
import { ELSEWHERE, NUMBERS, strangeText, textOf, WORDS, weighted } from './texts.ts'

const INPUT = '#/components/schemas/CampaignInput/properties'
const members = nodeAt(assumedDocument, INPUT) as Record<string, Json>

/** Marked, so that the campaign is known as one of the run; of exactly so many characters at times. */
const name = weighted<string>(
  [5, fc.constantFrom('a', 'b', 'c', 'd').map((label) => `{mark} ${label}`)],
  [1, fc.constantFrom(...WORDS).map((word) => `{mark} ${word}`)],
  [1, fc.constantFrom(...lengthsOf(members.name)).map((n) => `{mark:${n}}`)],
)
const oddName = strangeText({}).map((text) => `{mark} ${text.slice(0, 300)}`)

/** Lengths at a limit, and one character on either side of it. */
function lengthsOf(schema: Json | undefined): number[] {
  const most = Number(schema?.maxLength ?? 255)
  return [most - 1, most, most + 1, 100, 255, 256]
}

const someWords = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1 })
const keywords = weighted<string[]>(
  [3, fc.constant(['{mark} alpha', '{mark} beta'])],
  [2, fc.constant(['{mark} alone'])],
  [2, someWords.map((words) => words.map((word) => `{mark} ${word}`))],
  [1, fc.constant(['{mark:200}'])],
  [1, fc.constantFrom(20, 60).map((n) => Array.from({ length: n }, (_, i) => `{mark} ${i}`))],
)
const oddKeywords = fc.oneof(
  fc.constantFrom([], [''], ['{mark} twice', '{mark} twice'], ['{mark} a', null], ['{mark} a', 7]),
  fc.array(strangeText(members.keywords?.items as Json), { minLength: 1, maxLength: 3 }),
)

const SETTINGS = '#/components/schemas/CampaignSettings/properties'
const settings: Arbitrary<Json> = fc.record(
  Object.fromEntries(
    Object.entries(nodeAt(assumedDocument, SETTINGS) as Record<string, Json>).map(
      ([member, schema]) => {
        const usual = fc.constant(String(schema.example ?? 'alpha'))
        return [member, weighted([3, usual], [1, textOf(schema)])]
      },
    ),
  ),
  { requiredKeys: [] },
)

/** A whole body as §2 states it. */
export const whole: Arbitrary<Json> = fc
  .tuple(name, keywords, fc.option(settings, { freq: 2, nil: undefined }))
  .map(([name, keywords, settings]) => {
    return { name, type: 'serp', keywords, frequency: 'daily', ...(settings && { settings }) }
  })

/** Values of a member that a server may well refuse. */
function strange(member: string): Arbitrary<unknown> {
  if (member === 'name') return oddName
  if (member === 'keywords') return oddKeywords
  if (member === 'settings') {
    const values = [{ location: '' }, { device: 7 }, { unknown: 'x' }, { location: null }]
    return fc.constantFrom<unknown>({}, ...values)
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

const asText = (body: Json) => JSON.stringify(body)

export const createBody = weighted([7, whole.map(asText)], [4, spoilt.map(asText)], [2, raw])

/** Members that an update names; the others it leaves out. */
const parts: Arbitrary<string[]> = fc.oneof(
  fc.constantFrom<string[]>(['name'], ['keywords'], ['settings']),
  fc.subarray(['name', 'keywords', 'settings', 'frequency'], { minLength: 2 }),
)

export const updateBody = weighted(
  [3, whole.map(asText)],
  [1, whole.map((body) => asText({ ...body, frequency: 'weekly' }))],
  [4, fc.tuple(whole, parts).map(part)],
  [2, spoilt.map(asText)],
  [1, raw],
)

function part([body, chosen]: [Json, string[]]): string {
  return JSON.stringify(Object.fromEntries(chosen.map((member) => [member, body[member] ?? {}])))
}
