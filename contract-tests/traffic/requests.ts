import { ACCEPTED, REQUIREMENT, SETTING_FACTS } from '../checks/2-resources.ts'
import { REQUIRED } from '../evidence/steps.ts'
import { keyHeaders, keyQuery } from '../http/credentials.ts'
import type { Exchange } from '../http/exchange.ts'
import { isObject, type Json } from '../http/reading.ts'
import { parsedJson } from '../http/response.ts'
import { factOf, statedDocument } from '../specification/documents.ts'
import { isStated, phrase } from '../specification/schema.ts'

/** How a request contradicts what is stated of requests. */
export interface RequestProblem {
  fact?: string
  section: string
  statement: string
  expected: string
  actual: string
  /** The part of the request: `key`, `body`, or a member of the body, such as `/settings/device`. */
  place: string
  /** Whether it is a member that is required and missing. */
  isMissing?: boolean
}

const INPUT = '#/components/schemas/CampaignInput/properties'
const SETTING = '#/components/schemas/CampaignSettings/properties'

const KINDS: Record<string, string> = { keywords: 'an array of strings', settings: 'an object' }

const BEARER = 'the header Authorization: Bearer <API_TOKEN>'

/** The statements that a request contradicts: §2 with its campaign, §4 with its body, §5 with its key. */
export function statedProblems(exchange: Exchange): RequestProblem[] {
  return [...keyProblems(exchange), ...bodyProblems(exchange)]
}

function keyProblems(exchange: Exchange): RequestProblem[] {
  // Browsers send a preflight without a key, whatever the app does.
  if (exchange.method === 'OPTIONS') return []
  const key = sentKey(exchange)
  if (key.form === 'none') {
    const statement = 'Every request carries an API token.'
    return [problem('1.2', 'key', BEARER, 'a request without a key', statement)]
  }
  if (key.form === 'misplaced') {
    const statement = 'Every request carries the header Authorization: Bearer <API_TOKEN>.'
    return [problem('5.1', 'key', BEARER, key.place, statement)]
  }
  if (prefixOf(key.token) !== 'wrong') return []
  return [
    {
      section: '§5.3',
      statement: 'A key begins with the prefix of its type.',
      expected: 'a key with a prefix of the table in §5.3',
      actual: 'a key that begins with svc_ and has none of them',
      place: 'key',
    },
  ]
}

function bodyProblems(exchange: Exchange): RequestProblem[] {
  const { operation, requestBody = '', requestHeaders } = exchange
  const isCreate = operation === 'createCampaign'
  if (requestBody === '') {
    const expected = 'a campaign with name, type, keywords and frequency'
    return isCreate ? [problem('4.15', 'body', expected, 'a request without a body')] : []
  }
  const type = requestHeaders['content-type']
  const body = parsedJson(requestBody)
  if (body === undefined) {
    const actual = /[/+]json\b/i.test(type ?? '')
      ? 'a body that is not JSON'
      : `a body that is not JSON, of ${typeOf(type)}`
    return [problem('4.3', 'body', 'a body of JSON', actual)]
  }
  const isLabelled = /[/+]json\b/i.test(type ?? '')
  const label = problem('4.5', 'body', 'the header Content-Type: application/json', typeOf(type))
  return [
    ...(isLabelled ? [] : [{ ...label, statement: 'Content-Type: application/json is sent.' }]),
    ...(isCreate ? campaignProblems(body) : []),
  ]
}

function typeOf(type: string | undefined): string {
  return type === undefined ? 'no content type' : `the content type ${type.split(';')[0]}`
}

function campaignProblems(body: unknown): RequestProblem[] {
  if (!isObject(body)) {
    const actual = Array.isArray(body) ? 'a list' : `a ${body === null ? 'null' : typeof body}`
    return [problem('4.15', 'body', 'a campaign as an object', actual)]
  }
  const missing = REQUIRED.filter((member) => !(member in body)).map((member) => ({
    ...problem(
      REQUIREMENT[member],
      `/${member}`,
      `${member}, which is required`,
      'a campaign without it',
      `The member ${member} is required on create.`,
    ),
    isMissing: true,
  }))
  return [...missing, ...typeProblems(body)]
}

function typeProblems(body: Json): RequestProblem[] {
  const wrong = Object.entries(ACCEPTED)
    .filter(([member]) => member in body && !hasType(member, body[member]))
    .map(([member, fact]) => {
      const expected = `${member} as ${KINDS[member] ?? 'a string'}`
      return problem(fact, `/${member}`, expected, phrase(body[member]))
    })
  const settings = isObject(body.settings) ? body.settings : {}
  const wrongSettings = Object.entries(SETTING_FACTS)
    .filter(([name]) => name in settings && !isStated(`${SETTING}/${name}`, settings[name]))
    .map(([name, fact]) => {
      const expected = `settings.${name} as a string`
      return problem(fact, `/settings/${name}`, expected, phrase(settings[name]))
    })
  return [...wrong, ...wrongSettings]
}

/** The members of settings have facts of their own. */
function hasType(member: string, value: unknown): boolean {
  return member === 'settings' ? isObject(value) : isStated(`${INPUT}/${member}`, value)
}

/** A statement about a request; by default that of the ledger, which is about its answer. */
function problem(
  fact: string,
  place: string,
  expected: string,
  actual: string,
  statement = factOf(fact).statement,
): RequestProblem {
  return { fact, section: factOf(fact).section, statement, expected, actual, place }
}

/** Prefixes of keys (§5.3). */
const PREFIXES = Object.values(statedDocument['x-token-types'] as Json)
  .filter(isObject)
  .flatMap(({ prefixes }) => prefixes as string[])

/** The beginning of all prefixes. */
const OWN_PREFIX = 'svc_'

/** Headers and parameters in which other services take a key. A cookie may be of anything. */
const KEY_HEADERS = Object.keys(keyHeaders('')).filter((name) => name !== 'cookie')
const KEY_PARAMETERS = [...new URLSearchParams(keyQuery('')).keys()]

/** How a request sends its key. `place` says where or how it should not be, in words without the key. */
export type SentKey =
  | { form: 'bearer'; token: string }
  | { form: 'none' }
  | { form: 'misplaced'; place: string }

export function sentKey({ requestHeaders, url }: Exchange): SentKey {
  const { authorization = '' } = requestHeaders
  const [, token] = /^Bearer +(\S+) *$/i.exec(authorization) ?? []
  if (token !== undefined) return { form: 'bearer', token }
  if (authorization.trim() !== '') return { form: 'misplaced', place: schemeOf(authorization) }
  const header = KEY_HEADERS.find((name) => requestHeaders[name])
  if (header !== undefined) return { form: 'misplaced', place: `a key in the header ${header}` }
  const mark = url.indexOf('?')
  if (mark < 0) return { form: 'none' }
  const query = new URLSearchParams(url.slice(mark))
  const parameter = KEY_PARAMETERS.find((name) => query.get(name))
  return parameter === undefined
    ? { form: 'none' }
    : { form: 'misplaced', place: `a key in the query parameter ${parameter}` }
}

function schemeOf(authorization: string): string {
  const [, scheme] = /^([a-z][a-z\d-]{0,20}) +\S/i.exec(authorization) ?? []
  if (scheme === undefined) return 'an Authorization header without a scheme and a key'
  return scheme.toLowerCase() === 'bearer'
    ? 'Bearer with a text that is no key'
    : `the scheme ${scheme}`
}

/**
 * Whether a key has a prefix of §5.3. `unknown`: what a login returns is not shown, so a token of another form may be of
 * one. `wrong`: it begins like a key.
 */
export function prefixOf(token: string): 'stated' | 'wrong' | 'unknown' {
  if (PREFIXES.some((prefix) => token.startsWith(prefix))) return 'stated'
  return token.toLowerCase().startsWith(OWN_PREFIX) ? 'wrong' : 'unknown'
}
