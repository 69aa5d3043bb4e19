import type { ErrorObject } from 'ajv'
import type { Request, RequestHandler } from 'express'
import { type Issue, invalidInput, MAX_ISSUES } from '../errors.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Parameter, RoutedOperation } from '../openapi/served/operation.ts'
import type { Router } from '../openapi/served/router.ts'
import { didYouMean } from '../schema/similar.ts'
import { isSecretInLog } from '../text/secrets.ts'
import { exchangeOf } from './exchange.ts'
import { FORCING_PARAMETERS } from './forced-errors.ts'
import { correctPage, sliceOf } from './paging.ts'
import { readCookies, readHeaders, unknownParameters } from './parameters.ts'
import { splitUrl } from './routing.ts'

/** Validates the request against the document, and reports all issues at once. */
export function validate(parts: {
  router: Router
  document: Pick<ApiDocument, 'unknownParameters'>
}): RequestHandler {
  const { router, document } = parts
  return (req, res, next) => {
    const exchange = exchangeOf(res)
    const operation = exchange.operation as RoutedOperation

    const { paging, update } = operation
    const isChange = operation.method === 'PUT' && update !== 'replace'
    const sent = isChange ? new Set(Object.keys(req.body ?? {})) : undefined
    if (paging) correctPage(paging, exchange.query)
    const askedSize = paging?.size === undefined ? undefined : exchange.query[paging.size]
    const refuses = (operation.unknownParameters ?? document.unknownParameters) === 'refused'
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
    if (sent) removeOthers(req.body, sent)
    next()
  }
}

/** Throws an ApiError with the first issues of a request's parts, and `others`; fills in defaults. */
export function requireValid(
  router: Router,
  operation: RoutedOperation,
  parts: Parameters<Router['validateRequest']>[1],
  others: readonly Issue[] = [],
): void {
  const issues = [...issuesOf(router.validateRequest(operation, parts)), ...others]
  if (issues.length > 0) throw invalidInput(issues)
}

function unknownIssues({ url }: Request, { queryParameters }: RoutedOperation): Issue[] {
  return unknownParameters(splitUrl(url).search, queryParameters)
    .filter((name) => !FORCING_PARAMETERS.includes(name.toLowerCase()))
    .map((name) => unknownParameter(name, queryParameters))
}

/** The issue of an unknown query parameter; `known` are the declared ones. */
export function unknownParameter(name: string, known: readonly Parameter[]): Issue {
  const taken = known.map((each) => each.name).join(', ') || 'none'
  const message = `is no query parameter of this operation; it takes ${taken}`
  return { in: 'query', path: name.slice(0, 100), message }
}

/** Defaults are for new resources: a change keeps fields that were not sent. */
function removeOthers(body: Record<string, unknown>, sent: ReadonlySet<string>): void {
  for (const name of Object.keys(body)) if (!sent.has(name)) delete body[name]
}

const SECTIONS = ['query', 'path', 'header', 'cookie'] as const

/** The issues of the errors of Ajv at paths such as `/requestBody/name`: one of each wrong value, for the first values. */
export function issuesOf(errors: readonly ErrorObject[]): Issue[] {
  const found = new Map<string, ErrorObject>()
  // A body can have 20,000 wrong values, of which each issue may look at all.
  for (const error of fittingBranches(errors.slice(0, ERRORS_READ))) {
    const { missingProperty, additionalProperty, unevaluatedProperty } = error.params
    const member = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? ''
    const place = `${error.instancePath} ${member}`
    const before = found.get(place)
    // A value of another type breaks other keywords, too, and those that list the values say more.
    if (!before || rankOf(error) > rankOf(before)) found.set(place, error)
  }
  return [...found.values()].slice(0, MAX_ISSUES).map(issueOf)
}

const ERRORS_READ = 10 * MAX_ISSUES

function rankOf({ keyword }: ErrorObject): number {
  return ['type', 'enum', 'const'].indexOf(keyword)
}

/** Of a value that fits no branch of `anyOf` or `oneOf`, the errors of the branch that it nearly fits. */
function fittingBranches(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = []
  for (const error of errors) {
    const { keyword, instancePath, schemaPath } = error
    if (keyword !== 'anyOf' && keyword !== 'oneOf') {
      kept.push(error)
      continue
    }
    // Ajv reports the errors of the branches just before.
    const first = kept.findLastIndex(
      (each) => !isBelow(each.schemaPath, schemaPath) || !isAt(each.instancePath, instancePath),
    )
    const ofBranches = kept.splice(first + 1)
    kept.push(...(isChoice(ofBranches, error) ? [error] : nearestOf(ofBranches, error)))
  }
  return kept
}

const isBelow = (path: string, parent: string) => path.startsWith(`${parent}/`)
const isAt = (path: string, parent: string) => path === parent || isBelow(path, parent)

/** Whether the branches only say which members an object may have together. */
function isChoice(ofBranches: readonly ErrorObject[], { instancePath }: ErrorObject): boolean {
  return ofBranches.every(
    (each) => each.instancePath === instancePath && /^(required|not)$/.test(each.keyword),
  )
}

/** The errors of the first branch whose type the value has, or of the first one. */
function nearestOf(
  ofBranches: readonly ErrorObject[],
  { instancePath, schemaPath }: ErrorObject,
): ErrorObject[] {
  const branchOf = (each: ErrorObject) => each.schemaPath.slice(schemaPath.length).split('/')[1]
  const isOtherType = (each: ErrorObject) =>
    each.keyword === 'type' && each.instancePath === instancePath
  const unfit = ofBranches.filter(isOtherType).map(branchOf)
  const branches = ofBranches.map(branchOf)
  const nearest = branches.find((branch) => !unfit.includes(branch)) ?? branches[0]
  return ofBranches.filter((each) => branchOf(each) === nearest)
}

function issueOf(error: ErrorObject): Issue {
  // The paths of openapi-backend's validators are /requestBody/…, /query/…, /path/…, /header/…, /cookie/….
  const [, section = '', ...rest] = error.instancePath.split('/')
  const missing = error.keyword === 'required' ? [String(error.params.missingProperty)] : []
  const isWhole = section === ''
  const steps = isWhole ? [] : [...rest, ...missing]
  const where = isWhole ? (missing[0] ?? '') : section
  const inside = SECTIONS.find((name) => name === where) ?? 'body'
  // Callers log answers, so these must not hold secrets.
  const shown = steps.some(isSecretInLog) || !isShort(error.data) ? undefined : error.data
  return {
    in: inside,
    path: inside === 'body' && steps.length > 0 ? `/${steps.join('/')}` : steps.join('/'),
    message: wording(error, shown),
    ...(missing.length === 0 && shown !== undefined ? { value: shown } : {}),
  }
}

/** The message; `shown` is the wrong value, or undefined if it must not be shown. */
function wording(error: ErrorObject, shown: unknown): string {
  const { keyword, params, data, message } = error
  const found = shown === undefined ? '' : `; found ${JSON.stringify(shown)}`
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'type':
      return `must be ${withArticle([params.type].flat().join(' or '))}${found}`
    case 'enum':
      return `must be one of ${params.allowedValues.join(', ')}${found}${meant(shown, params.allowedValues)}`
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
      const hint = didYouMean(params.additionalProperty, known)
      return `has an unknown field ${JSON.stringify(params.additionalProperty)}; it takes ${known.join(', ')}${hint && `.${hint}`}`
    }
    case 'unevaluatedProperties':
      return `has an unknown field ${JSON.stringify(params.unevaluatedProperty)}`
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}${found}`
    case 'minProperties':
      return 'must have at least one field to change'
    case 'minimum':
      return `must be at least ${params.limit}${found}`
    case 'exclusiveMinimum':
      return `must be greater than ${params.limit}${found}`
    case 'exclusiveMaximum':
      return `must be less than ${params.limit}${found}`
    case 'maximum':
      return `must be at most ${params.limit}${found}`
    case 'pattern':
      return params.pattern === '\\S' ? 'must not be blank' : `${formOf(error)}${found}`
    case 'format':
      return params.format === 'date'
        ? `must be a date that exists, in the form YYYY-MM-DD${found}`
        : `must be ${FORMATS[params.format] ?? withArticle(params.format)}${found}`
    case 'not':
    case 'oneOf': {
      const names = namesIn(error)
      return names.length > 0
        ? `must have exactly one of ${names.join(', ')}`
        : 'has fields that exclude each other'
    }
    case 'dependentRequired':
      return `must have ${JSON.stringify(params.missingProperty)} if it has ${JSON.stringify(params.property)}`
    default:
      return `${message ?? 'is not allowed'}${found}`
  }
}

/** Patterns of formats (JSON Schema Validation §7.3). */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': 'a time such as 2026-03-01T09:00:00Z',
  uri: 'an address such as https://example.com/webhooks',
  email: 'an e-mail address such as ada@example.com',
}

/** Formats in words, because nobody should have to read a regular expression. */
function formOf({ params, parentSchema = {} }: ErrorObject): string {
  const [, start] = /^\^([\w:/]+(?:\?[:/]+)?)$/.exec(params.pattern) ?? []
  if (start !== undefined) {
    const starts = [...new Set([start.replace('?', ''), start.replace(/\w\?/, '')])]
    return `must begin with ${starts.join(' or ')}`
  }
  const { examples = [], example, default: usual, description } = parentSchema as Annotated
  const shown = [...examples, example, usual].filter((each) => typeof each === 'string')
  const like = shown.length === 0 ? '' : `such as ${[...new Set(shown)].join(' or ')}`
  if (description !== undefined && description.length <= 80) {
    const noun = description.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
    return `must be ${noun.replace(/\.$/, '')}${like && `, ${like}`}`
  }
  return like === ''
    ? 'does not have the form that the document describes'
    : `must be a value ${like}`
}

/** The annotations of a schema (JSON Schema Validation §9). */
interface Annotated {
  examples?: unknown[]
  example?: unknown
  default?: unknown
  description?: string
}

/** `. Did you mean campaign.completed?`, if the value is a misspelt one of the allowed values. */
function meant(shown: unknown, allowed: readonly unknown[]): string {
  if (typeof shown !== 'string') return ''
  const hint = didYouMean(shown, allowed.map(String))
  return hint && `.${hint}`
}

/** Fields of which a request may have only one. */
function namesIn({ schema }: ErrorObject): string[] {
  return [schema as { required?: string[] }].flat().flatMap(({ required = [] }) => required)
}

function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

// A body may be large, and nested deeper than JSON.stringify can follow.
function isShort(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return value !== undefined && roomAfter(value, 100) >= 0
  }
  const known = SHORT.get(value) ?? roomAfter(value, 100) >= 0
  SHORT.set(value, known)
  return known
}

/** Whether an object is short: several issues may be about one of thousands of members. */
const SHORT = new WeakMap<object, boolean>()

/** How much of `room` characters the value leaves as JSON; negative, and cut short, if it is longer. */
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

/** In characters as JSON Schema counts them. Making an array of a million takes 20 ms, counting them 7. */
function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}
