import { REQUIRED } from '../evidence/steps.ts'
import type { Exchange } from '../http/exchange.ts'
import { isObject, type Json } from '../http/reading.ts'
import { parsedJson } from '../http/response.ts'

/** Members that §2 has of a campaign. */
const MEMBERS = [...REQUIRED, 'settings'] as const

/** The body of a request; undefined if it is not JSON. */
export function sentBody({ requestBody }: Exchange): unknown {
  return requestBody === undefined ? undefined : parsedJson(requestBody)
}

/** Whether a request says that its body is JSON. */
export function saysJson({ requestHeaders }: Exchange): boolean {
  return /^\s*application\/(\w+\+)?json\s*(;|$)/i.test(requestHeaders['content-type'] ?? '')
}

/** Whether a body has all required members, in types that §2 states. */
export function isCampaign(body: unknown): body is Json {
  if (!isObject(body)) return false
  const { keywords, settings = {} } = body
  const isText = (value: unknown) => typeof value === 'string' && value !== ''
  return (
    [body.name, body.type, body.frequency].every(isText) &&
    Array.isArray(keywords) &&
    keywords.length > 0 &&
    keywords.every(isText) &&
    isObject(settings)
  )
}

/** Whether a body lacks a required member, or has one in a type that no server could convert. */
export function isInvalid(body: Json): boolean {
  return (
    REQUIRED.some((name) => !Object.hasOwn(body, name)) ||
    MEMBERS.some((name) => isUnconvertible(name, body[name]))
  )
}

function isUnconvertible(name: (typeof MEMBERS)[number], value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (name === 'keywords') {
    return typeof value === 'string' ? false : !Array.isArray(value) || value.some(isObject)
  }
  if (name === 'settings') return !isObject(value) && !Array.isArray(value)
  return typeof value === 'object'
}

/** Members that §2 does not have. */
export function otherMembers(body: Json): string[] {
  return Object.keys(body).filter((name) => !(MEMBERS as readonly string[]).includes(name))
}

/** Whether a body has all required members and no settings. */
export function lacksSettings(body: Json): boolean {
  return isCampaign(body) && !('settings' in body) && otherMembers(body).length === 0
}

export function without(body: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

/** A text that is the same for equal values, whatever the order of members. */
export function normalForm(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).toSorted(byName)) : inner,
  )
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1
}
