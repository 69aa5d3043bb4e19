import { MOST_CAMPAIGNS } from '../../accounts/account.ts'
import { ERROR_CODES, type ErrorCode, FAILURES, type Failure } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { DocumentError } from '../document-error.ts'

/** Requests an hour and a day (§8). */
export interface Limits {
  hour: number
  day: number
}

/** The response to a failure: its code of §7 and its HTTP status. */
export interface Wording {
  code: ErrorCode
  status: number
  /** The schema of `error.details`; false for none, undefined for the sandbox's own. */
  details?: Json
  /** Headers that replace the sandbox's own; false for none. */
  headers?: Record<string, string | false>
}

/** A kind of failure that an overlay may word; `malformed_id` is worded as `unknown_resource` unless it does. */
export type WordedFailure = Failure | 'malformed_id'

export type Wordings = Partial<Record<WordedFailure, Wording>>

export interface SessionTerms {
  prefix: string
  hours: number
}

/** How many webhooks and alerts an account may have, and how long a replaced secret still signs. */
export interface SubscriptionTerms {
  webhooks: number
  alerts: number
  secretOverlapHours: number
}

// Overlays are written by hand, so each section that controls the sandbox is checked when it is read. The messages
// name the place in the document.

/** The releases of the API (§9), oldest first. */
export function readReleases(document: JsonObject): string[] {
  const place = 'x-releases'
  const list = document[place]
  if (!Array.isArray(list) || list.length === 0) {
    throw refusal(place, 'a list of releases such as { version: 1.2.0 }', list)
  }
  return list.map((entry, index) => {
    const version = isObject(entry) ? entry.version : undefined
    return requireText(version, `${place}[${index}].version`, 'a release such as 1.2.0')
  })
}

/** The plans of §8 by name. */
export function readPlans(document: JsonObject): Map<string, Limits> {
  const place = 'x-rate-limit-plans'
  const limits = (plan: JsonObject, name: string): Limits => ({
    hour: requireCount(plan.hour, `${place}.${name}.hour`),
    day: requireCount(plan.day, `${place}.${name}.day`),
  })
  return new Map(entries(document, place).map(([name, plan]) => [name, limits(plan, name)]))
}

/** Prefixes of tokens (§5.3), by the name of their type. */
export function readTokenPrefixes(document: JsonObject): Map<string, string[]> {
  const place = 'x-token-types'
  const read = entries(document, place).map(([name, { prefixes }]): [string, string[]] => {
    const at = `${place}.${name}.prefixes`
    if (!Array.isArray(prefixes)) throw refusal(at, 'a list of prefixes', prefixes)
    const texts = prefixes.map((prefix, index) =>
      requireText(prefix, `${at}[${index}]`, 'a prefix such as svc_test_'),
    )
    return [name, texts]
  })
  return new Map(read)
}

export function readSession(document: JsonObject): SessionTerms {
  const { prefix, hours } = section(document, 'x-session')
  return {
    prefix: requireText(prefix, 'x-session.prefix', 'a prefix such as svc_session_'),
    hours: requireHours(hours, 'x-session.hours'),
  }
}

export function readSubscriptions(document: JsonObject): SubscriptionTerms {
  const place = 'x-subscriptions'
  const { webhooks, alerts, secret_overlap_hours } = section(document, place)
  return {
    webhooks: requireCount(webhooks, `${place}.webhooks`, 'webhooks'),
    alerts: requireCount(alerts, `${place}.alerts`, 'alerts'),
    secretOverlapHours: requireHours(secret_overlap_hours, `${place}.secret_overlap_hours`),
  }
}

/** Limits of the campaigns of an account. */
export interface CampaignTerms {
  perAccount: number
  /** Keywords of all of them, on a shared sandbox. */
  keywordsPerAccount: number
}

export function readCampaignTerms(document: JsonObject): CampaignTerms {
  const place = 'x-campaigns'
  const { per_account: most, keywords_per_account: keywords } = section(document, place)
  if (requireCount(most, `${place}.per_account`, 'campaigns') > MOST_CAMPAIGNS) {
    throw refusal(`${place}.per_account`, `a number of campaigns, at most ${MOST_CAMPAIGNS}`, most)
  }
  return {
    perAccount: most as number,
    keywordsPerAccount: requireCount(keywords, `${place}.keywords_per_account`, 'keywords'),
  }
}

export function readAllWordings(document: JsonObject): Record<Failure, Wording> & Wordings {
  const wordings = readWordings(section(document, 'x-failures'))
  const missing = FAILURES.find((failure) => wordings[failure] === undefined)
  if (missing !== undefined) throw refusal(`x-failures.${missing}`, WORDING, undefined)
  return wordings as Record<Failure, Wording> & Wordings
}

/** The wordings of an `x-failures`. That of an operation need not have all. */
export function readWordings(value: Json | undefined): Wordings {
  if (!isObject(value)) throw refusal('x-failures', 'an object', value)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isExtension(name))
      .map(([name, wording]) => [requireFailure(name), readWording(name, wording)]),
  )
}

/** Whether a response with this status can have an envelope: it has a body and is not a redirect (RFC 9110 §15). */
export function canHoldEnvelope(status: number): boolean {
  if (!Number.isInteger(status) || status === 204 || status === 205) return false
  return (status >= 200 && status <= 299) || (status >= 400 && status <= 599)
}

/** A DocumentError for an invalid value in the document. */
export function refusal(place: string, expected: string, found: unknown): DocumentError {
  const value = found === undefined ? 'nothing' : JSON.stringify(found).slice(0, 200)
  return new DocumentError(`${place} must be ${expected}; found ${value}. Correct the overlay.`)
}

/** One of the words that a keyword may have. Throws DocumentError. */
export function oneOf<Word extends string>(
  words: readonly Word[],
  value: Json | undefined,
  place: string,
): Word {
  const found = words.find((word) => word === value)
  if (found === undefined) throw refusal(place, `one of ${words.join(', ')}`, value)
  return found
}

// A century. A longer time is a mistake, and would soon exceed the range of dates.
const MAX_HOURS = 876_000
const WORDING = 'a code of §7 and a status, such as { code: server_error, status: 500 }'

function readWording(name: string, wording: Json | undefined): Wording {
  const place = `x-failures.${name}`
  if (!isObject(wording)) throw refusal(place, WORDING, wording)
  const { code, status, details, headers } = wording
  if (details !== undefined && details !== false && !isObject(details)) {
    throw refusal(`${place}.details`, 'a schema, or false for none', details)
  }
  if (!ERROR_CODES.includes(code as ErrorCode)) {
    throw refusal(`${place}.code`, `one of ${ERROR_CODES.join(', ')}`, code)
  }
  if (!canHoldEnvelope(status as number)) {
    const expected = 'a status from 200 to 299 (but 204 and 205) or from 400 to 599'
    throw refusal(`${place}.status`, expected, status)
  }
  return {
    code: code as ErrorCode,
    status: status as number,
    ...(details !== undefined && { details }),
    ...(headers !== undefined && { headers: readHeaders(`${place}.headers`, headers) }),
  }
}

/** Headers that say nothing about the length or the form of the message. */
const REPLACEABLE = ['WWW-Authenticate', 'Allow', 'Retry-After', 'Content-Type']

function readHeaders(place: string, headers: Json): Record<string, string | false> {
  if (!isObject(headers)) throw refusal(place, 'an object such as { Allow: false }', headers)
  for (const [name, value] of Object.entries(headers)) {
    if (!REPLACEABLE.includes(name)) {
      throw refusal(place, `made of ${REPLACEABLE.join(', ')}`, { [name]: value })
    }
    if (value !== false && !(typeof value === 'string' && /^[\x20-\x7e]+$/.test(value))) {
      throw refusal(`${place}.${name}`, 'a text of printable ASCII, or false for none', value)
    }
  }
  return headers as Record<string, string | false>
}

function requireFailure(name: string): WordedFailure {
  if (name === 'malformed_id' || (FAILURES as readonly string[]).includes(name)) {
    return name as WordedFailure
  }
  throw new DocumentError(
    `x-failures.${name} is not a failure that the sandbox knows. Choose one of ${FAILURES.join(', ')}.`,
  )
}

function entries(document: JsonObject, name: string): [string, JsonObject][] {
  return Object.entries(section(document, name))
    .filter(([key]) => !isExtension(key))
    .map(([key, value]) => {
      if (!isObject(value)) throw refusal(`${name}.${key}`, 'an object', value)
      return [key, value]
    })
}

function section(document: JsonObject, name: string): JsonObject {
  const value = document[name]
  if (value === undefined) {
    throw new DocumentError(`The document lacks ${name}; an overlay removed it.`)
  }
  if (!isObject(value)) throw refusal(name, 'an object', value)
  return value
}

function requireText(value: Json | undefined, place: string, expected: string): string {
  if (typeof value !== 'string' || value === '') throw refusal(place, expected, value)
  return value
}

function requireCount(value: Json | undefined, place: string, what = 'requests'): number {
  if (!Number.isSafeInteger(value) || (value as number) < 1) {
    throw refusal(place, `a whole number of ${what} above 0`, value)
  }
  return value as number
}

function requireHours(value: Json | undefined, place: string): number {
  if (typeof value === 'number' && value > 0 && value <= MAX_HOURS) return value
  throw refusal(place, `a number of hours above 0, at most ${MAX_HOURS}`, value)
}

/** Notes next to the entries, such as `x-source`. */
function isExtension(name: string): boolean {
  return name.startsWith('x-')
}
