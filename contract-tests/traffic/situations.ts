import type { Situation } from '../evidence/situations.ts'
import { isAuthenticationError } from '../evidence/verification.ts'
import type { Exchange } from '../http/exchange.ts'
import { errorCode, isObject, refused, succeeded } from '../http/reading.ts'
import { formOf, isWithin } from '../learning/identifiers.ts'
import { isCampaign, isInvalid, saysJson, sentBody } from './bodies.ts'
import type { Route } from './routes.ts'
import { isAlive, type Story } from './stories.ts'

/** Parameters that mean nothing to a service: against caches, of advertisements, and of runs of the suite. */
const MEANINGLESS = /^(_|_t|cb|cachebuster|nocache|utm_\w+|gclid|fbclid|msclkid|svc-check-.*)$/i

/** The traffic's evidence about campaigns and paths as a whole. */
export interface Known {
  stories: ReadonlyMap<string, Story>
  /** Ids that the server showed. */
  ids: string[]
  /** First segments of paths that the specification does not have, and that exist all the same. */
  otherPaths: ReadonlySet<string>
  /** Ids that the main key read. */
  readIds: ReadonlySet<string>
  /** Reads that succeeded with the main key, as `plainRead` writes them. */
  reads: ReadonlySet<string>
}

/** The situation that a request tries by its path, query and body, if nothing else can be the reason for the response. */
export function triedBy(exchange: Exchange, route: Route, known: Known): Situation[] {
  const { credential } = exchange
  if (credential === 'restricted') {
    const isRead = exchange.operation === 'getCampaign' && known.readIds.has(route.id ?? '')
    return isRead ? ['campaign of the main key'] : []
  }
  if (credential === 'anonymous') {
    if (isUnknownPath(exchange, route, known)) return ['path without a key']
    return isWrongMethod(exchange, route) ? ['method without a key'] : []
  }
  if (credential !== 'main' || isOfKey(exchange)) return []
  if (isUnknownPath(exchange, route, known)) return refused(exchange) ? ['unknown path'] : []
  if (isWrongMethod(exchange, route)) return refused(exchange) ? ['wrong method'] : []
  return [
    ...triedByQuery(exchange, route, known),
    ...triedById(exchange, route, known),
    ...triedByWrite(exchange, route, known),
  ]
}

/** Whether the key is the reason of a refusal, or its quota. */
function isOfKey(exchange: Exchange): boolean {
  const code = errorCode(exchange) ?? ''
  return (
    isAuthenticationError(exchange) ||
    ['insufficient_permissions', 'rate_limit_exceeded'].includes(code)
  )
}

function isUnknownPath({ method }: Exchange, { path, isKnownPath }: Route, known: Known): boolean {
  return method === 'GET' && !isKnownPath && !known.otherPaths.has(firstSegment(path))
}

export function firstSegment(path: string): string {
  return path.split('/')[1] ?? ''
}

/** A method that the path does not have. The service may have a PATCH of one campaign, though. */
function isWrongMethod({ method, operation, response }: Exchange, route: Route): boolean {
  if (!route.isKnownPath || operation !== undefined) return false
  if (['HEAD', 'OPTIONS'].includes(method)) return false
  return response?.status === 405 || method !== 'PATCH' || route.path === '/campaigns'
}

/** A read without parameters that mean nothing. */
export function plainRead({ path, query }: Route): string {
  const rest = [...query].filter(([name]) => !MEANINGLESS.test(name))
  return `${path}?${new URLSearchParams(rest)}`
}

function triedByQuery(exchange: Exchange, route: Route, { reads }: Known): Situation[] {
  const { operation, query } = route
  const names = [...query.keys()]
  if (operation === 'getRankings' && isOnly(names, ['campaign_id'])) {
    return ['rankings of a campaign']
  }
  if (operation === 'getMentions' && query.has('brand') && query.has('start_date')) {
    return ['filtered mentions']
  }
  const isPlain = operation === 'listCampaigns' || operation === 'getCurrentUser'
  if (!isPlain || !names.some((name) => MEANINGLESS.test(name))) return []
  // Refused for it only if the same is accepted without it.
  const isReason = errorCode(exchange) === 'invalid_request' && reads.has(plainRead(route))
  return succeeded(exchange) || isReason ? ['unknown parameter'] : []
}

function isOnly(names: string[], wanted: string[]): boolean {
  return names.length === wanted.length && names.every((name) => wanted.includes(name))
}

function triedById(exchange: Exchange, { id }: Route, { stories, ids }: Known): Situation[] {
  if (id === undefined || !refused(exchange)) return []
  const story = stories.get(id)
  if (story?.shownAt !== undefined) {
    return isAlive(story, exchange.startedAt) && errorCode(exchange) !== 'not_found'
      ? []
      : ['deleted campaign']
  }
  const isRead = ['getCampaign', 'getCampaignAnalytics'].includes(exchange.operation ?? '')
  return isRead && isMalformed(id, ids) ? ['malformed id'] : []
}

/** Whether an id has not the form of those that the server showed. */
function isMalformed(id: string, ids: string[]): boolean {
  if (ids.length === 0 || ids.some((each) => id.includes(each))) return false
  const form = formOf(ids)
  if (form) return !isWithin([id], form)
  const areDigits = ids.every((each) => /^\d+$/.test(each))
  return areDigits
    ? !/^\d+$/.test(id)
    : /^(undefined|null|NaN|not-an-id|\[object Object\])$/.test(id)
}

function triedByWrite(exchange: Exchange, route: Route, { stories }: Known): Situation[] {
  const { operation, requestBody } = exchange
  const body = sentBody(exchange)
  if (operation === 'updateCampaign') {
    const story = stories.get(route.id ?? '')
    if (!story || !isAlive(story, exchange.startedAt) || !saysJson(exchange)) return []
    if (requestBody && body === undefined) return ['malformed body']
    if (isEmpty(body)) return isOfBody(exchange) ? ['empty update'] : []
    return isCampaign(body) ? ['whole update'] : []
  }
  if (operation !== 'createCampaign' || !requestBody) return []
  if (!saysJson(exchange)) return isCampaign(body) ? ['other content type'] : []
  if (body === undefined) return ['malformed body']
  if (Array.isArray(body) || isEmpty(body)) return ['no campaign as body']
  if (isCampaign(body)) return ['whole create']
  return isObject(body) && isInvalid(body) ? ['invalid input'] : []
}

function isOfBody(exchange: Exchange): boolean {
  return succeeded(exchange) || errorCode(exchange) === 'invalid_request'
}

function isEmpty(body: unknown): boolean {
  return isObject(body) && Object.keys(body).length === 0
}
