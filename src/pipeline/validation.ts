import type { ErrorObject } from 'ajv'
import type { Request, RequestHandler } from 'express'
import { type Issue, invalidInput, MAX_ISSUES } from '../errors.ts'
import type { ApiDocument } from '../openapi/api-document.ts'
import type { Parameter, RoutedOperation } from '../openapi/served/operation.ts'
import type { Router } from '../openapi/served/router.ts'
import { isSecretInLog } from '../text/secrets.ts'
import { exchangeOf } from './exchange.ts'
import { FORCING_PARAMETERS } from './forced-errors.ts'
import { issueWording } from './issue-wording.ts'
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
      (each) =>
        !isBelow(each.schemaPath, schemaPath) || !isAtOrBelow(each.instancePath, instancePath),
    )
    const ofBranches = kept.splice(first + 1)
    kept.push(...(isChoice(ofBranches, error) ? [error] : nearestOf(ofBranches, error)))
  }
  return kept
}

const isBelow = (path: string, parent: string) => path.startsWith(`${parent}/`)
const isAtOrBelow = (path: string, parent: string) => path === parent || isBelow(path, parent)

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
    message: issueWording(error, shown),
    ...(missing.length === 0 && shown !== undefined ? { value: shown } : {}),
  }
}

/** Whether a value is short as JSON. A body may be nested deeper than JSON.stringify can follow. */
function isShort(value: unknown): boolean {
  return value !== undefined && roomAfter(value, 100) >= 0
}

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
