import type { ErrorObject } from 'ajv'
import type { Request, RequestHandler } from 'express'
import type { ApiDocument } from '../document/api-document.ts'
import type { Parameter, RoutedOperation } from '../document/operation.ts'
import { type Issue, invalidInput } from '../invalid-input.ts'
import type { Router } from '../router.ts'
import { exchangeOf } from './exchange.ts'
import { WISHES } from './faults.ts'
import { readCookies, readHeaders } from './header-parameters.ts'
import { sliceOf } from './paging.ts'
import { unknownParameters } from './query.ts'
import { isSecretName } from './redaction.ts'

/** Holds the request against the document; all that is wrong is told at once. */
export function validate({
  router,
  document,
}: {
  router: Router
  document: Pick<ApiDocument, 'unknownParameters'>
}): RequestHandler {
  return (req, res, next) => {
    const exchange = exchangeOf(res)
    const operation = exchange.operation as RoutedOperation

    const { paging, update } = operation
    const isChange = operation.method === 'PUT' && update !== 'replace'
    const sent = isChange ? Object.keys(req.body ?? {}) : []
    const askedSize = paging?.size === undefined ? undefined : exchange.query[paging.size]
    const refuses = (operation.unknownParameters ?? document.unknownParameters) === 'refused'
    // Until it is found to be so.
    exchange.isValid = false
    if (operation.hasBody && exchange.bodyProblem) throw exchange.bodyProblem
    const parts = {
      path: exchange.params,
      query: exchange.query,
      header: readHeaders(req, operation),
      cookie: readCookies(req, operation),
      ...(operation.hasBody && req.body !== undefined ? { requestBody: req.body } : {}),
    }
    requireValid(router, operation, parts, refuses ? unknownIssues(req, operation) : [])
    if (paging) Object.assign(exchange.query, sliceOf(paging, exchange.query, askedSize))
    exchange.isValid = true
    if (isChange) removeOthers(req.body, sent)
    next()
  }
}

/**
 * Throws the ApiError that names all that is wrong with the parts of a request, and `others`; fills in
 * defaults.
 */
export function requireValid(
  router: Router,
  operation: RoutedOperation,
  parts: Parameters<Router['validateRequest']>[1],
  others: readonly Issue[] = [],
): void {
  const issues = [...router.validateRequest(operation, parts).map(issueOf), ...others]
  if (issues.length > 0) throw invalidInput(issues)
}

function unknownIssues({ url }: Request, { queryParameters }: RoutedOperation): Issue[] {
  const mark = url.indexOf('?')
  if (mark < 0) return []
  return unknownParameters(url.slice(mark + 1), queryParameters)
    .filter((name) => !WISHES.includes(name.toLowerCase()))
    .map((name) => unknownParameter(name, queryParameters))
}

/** That there is no parameter of that name, but those that are `known`. */
export function unknownParameter(name: string, known: readonly Parameter[]): Issue {
  const taken = known.map((each) => each.name).join(', ') || 'none'
  const message = `is no query parameter of this operation; it takes ${taken}`
  return { in: 'query', path: name.slice(0, 100), message }
}

/** Defaults are for what is made anew: a change leaves what was not sent as it is. */
function removeOthers(body: Record<string, unknown>, sent: readonly string[]): void {
  for (const name of Object.keys(body)) if (!sent.includes(name)) delete body[name]
}

const SECTIONS = ['query', 'path', 'header', 'cookie'] as const

function issueOf(error: ErrorObject): Issue {
  // Paths are /requestBody/…, /query/…, /path/…, /header/…, /cookie/… in openapi-backend's validators.
  const [, section = '', ...rest] = error.instancePath.split('/')
  const missing = error.keyword === 'required' ? [String(error.params.missingProperty)] : []
  const isWhole = section === ''
  const steps = isWhole ? [] : [...rest, ...missing]
  const where = isWhole ? (missing[0] ?? '') : section
  const inside = SECTIONS.find((name) => name === where) ?? 'body'
  // Callers log what they are answered.
  const shown = steps.some(isSecretName) || !isShort(error.data) ? undefined : error.data
  return {
    in: inside,
    path: inside === 'body' && steps.length > 0 ? `/${steps.join('/')}` : steps.join('/'),
    message: wording(error, shown),
    ...(missing.length === 0 && shown !== undefined ? { value: shown } : {}),
  }
}

/** What is wrong; `shown` is the value at fault, undefined when it is not to be shown. */
function wording(error: ErrorObject, shown: unknown): string {
  const { keyword, params, data, message } = error
  const found = shown === undefined ? '' : `; found ${JSON.stringify(shown)}`
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'type':
      return `must be ${withArticle([params.type].flat().join(' or '))}${found}`
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}${found}`
    case 'minLength':
      return params.limit === 1
        ? 'must not be empty'
        : `must have at least ${params.limit} characters${found}`
    case 'maxLength':
      return `must have at most ${params.limit} characters; found ${lengthOf(String(data))}`
    case 'minItems':
      return params.limit === 1
        ? 'must have at least one entry'
        : `must have at least ${params.limit} entries`
    case 'maxItems':
      return `must have at most ${params.limit} entries; found ${(data as unknown[]).length}`
    case 'additionalProperties': {
      const known = Object.keys((error.parentSchema as { properties?: object })?.properties ?? {})
      return `has an unknown field ${JSON.stringify(params.additionalProperty)}; it takes ${known.join(', ')}`
    }
    case 'minProperties':
      return 'must have at least one field to change'
    case 'minimum':
      return `must be at least ${params.limit}${found}`
    case 'maximum':
      return `must be at most ${params.limit}${found}`
    case 'pattern':
      return params.pattern === '\\S'
        ? 'must not be blank'
        : `must have the form ${params.pattern}${found}`
    case 'format':
      return params.format === 'date'
        ? `must be a date that exists, in the form YYYY-MM-DD${found}`
        : `must be a ${params.format}${found}`
    default:
      return `${message ?? 'is not allowed'}${found}`
  }
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

// A body may be as large as a body may be, and nested deeper than JSON.stringify can follow.
function isShort(value: unknown): boolean {
  return value !== undefined && roomAfter(value, 100) >= 0
}

/** What is left of `room` characters after the value as JSON; negative, before its end, when it is longer. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string' && value.length > room) return -1
  if (typeof value !== 'object' || value === null) return room - JSON.stringify(value).length

  let left = room - 2
  for (const key in value) {
    if (left < 0) return left
    const name = Array.isArray(value) ? 1 : key.length + 4
    left = roomAfter((value as Record<string, unknown>)[key], left - name)
  }
  return left
}

/** In characters as JSON Schema counts them. A list of a million takes 20 ms, and counting them 7. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}
