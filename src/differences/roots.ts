import type { Failure } from '../errors.ts'
import { isObject, type Json, type JsonObject, listOf, objectOf } from '../schema/json.ts'
import { change, enumerate, isEqual, lostAndAdded, type Report, show } from './findings.ts'
import type { OperationView } from './pairs.ts'

/** Compares what the documents say about the API as a whole. */
export function compareRoots(before: JsonObject, after: JsonObject, report: Report): void {
  const [one, other] = [before, after].map(({ info }) => objectOf(info).version)
  if (one !== other) report.add('compatible', `version ${change(one, other)}`)
  const both = (name: string) => [objectOf(before[name]), objectOf(after[name]), report] as const
  compareWordings(...both('x-failures'))
  compareUnknownParameters(before['x-unknown-parameters'], after['x-unknown-parameters'], report)
  comparePlans(...both('x-rate-limit-plans'))
  compareTokens(...both('x-token-types'))
  compareFigures('sessions', ...both('x-session'))
  compareFigures('subscriptions', ...both('x-subscriptions'))
  compareFigures('campaigns', ...both('x-campaigns'))
  compareSchemes(schemesOf(before), schemesOf(after), report)
}

function comparePlans(before: JsonObject, after: JsonObject, report: Report): void {
  for (const [plan, one, other] of changesOf(before, after)) {
    if (!isObject(other)) report.add('may_break', `plan ${plan} removed`)
    else if (!isObject(one)) report.add('compatible', `plan ${plan} added`)
    else {
      for (const [window, was, is] of changesOf(one, other)) {
        const per = { hour: 'an hour', day: 'a day' }[window]
        if (per === undefined) continue
        const severity = Number(is) < Number(was) ? 'may_break' : 'compatible'
        report.add(severity, `plan ${plan}: ${show(was)} → ${show(is)} requests ${per}`)
      }
    }
  }
}

function compareTokens(before: JsonObject, after: JsonObject, report: Report): void {
  for (const [type, one, other] of changesOf(before, after)) {
    const [lost, added] = lostAndAdded(prefixesOf(one), prefixesOf(other))
    const title = `prefix of ${type} keys`
    if (lost.length > 0) report.add('breaking', `${title}: ${enumerate(lost)} removed`)
    if (added.length > 0) report.add('compatible', `${title}: ${enumerate(added)} added`)
  }
}

function prefixesOf(type: Json | undefined): string[] {
  return listOf(objectOf(type).prefixes).map(String)
}

/** Terms that a client may depend on: a lower number or another text may break it. */
function compareFigures(what: string, before: JsonObject, after: JsonObject, report: Report): void {
  for (const [name, one, other] of changesOf(before, after)) {
    const isMore = one === undefined || (typeof other === 'number' && other > Number(one))
    report.add(
      isMore ? 'compatible' : 'may_break',
      `${what}: ${name.replaceAll('_', ' ')} ${change(one, other)}`,
    )
  }
}

function compareSchemes(before: JsonObject, after: JsonObject, report: Report): void {
  for (const [name, ...values] of changesOf(before, after)) {
    const [one, other] = values.map((value) => {
      if (!isObject(value)) return undefined
      const { type, scheme, in: where, name: key, openIdConnectUrl } = value
      return [type, scheme, where, key, openIdConnectUrl]
        .filter((each) => each !== undefined)
        .join(' ')
    })
    if (one === other) continue
    const severity = one === undefined ? 'compatible' : 'breaking'
    report.add(severity, `authentication ${name}: ${change(one, other)}`)
  }
}

function schemesOf({ components }: JsonObject): JsonObject {
  return objectOf(objectOf(components).securitySchemes)
}

/** The entries that differ, but for extensions such as `x-source`. */
function changesOf(before: JsonObject, after: JsonObject) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !name.startsWith('x-') && !isEqual(before[name], after[name]))
    .map((name) => [name, before[name], after[name]] as const)
}

/** Keywords of an operation that change what the sandbox does (docs/overlays.md). */
export function compareExtensions(before: OperationView, after: OperationView, report: Report) {
  const [one, other] = [before.node, after.node]
  comparePaging(one['x-paging'], other['x-paging'], report)
  compareUpdate(one['x-update'], other['x-update'], report)
  const isSaid = (keyword: string) => [one, other].some((node) => node[keyword] !== undefined)
  if (isSaid('x-failures')) {
    // An operation has only the wordings that differ from the document's.
    const wordings = ({ node, document }: OperationView) => ({
      ...objectOf(document['x-failures']),
      ...objectOf(node['x-failures']),
    })
    compareWordings(wordings(before), wordings(after), report)
  }
  if (isSaid('x-unknown-parameters')) {
    const own = ({ node, document }: OperationView) =>
      node['x-unknown-parameters'] ?? document['x-unknown-parameters']
    compareUnknownParameters(own(before), own(after), report)
  }
}

/** The responses to failures (`x-failures`), by situation. */
function compareWordings(before: JsonObject, after: JsonObject, report: Report): void {
  for (const [situation, ...wordings] of changesOf(before, after)) {
    const [one, other] = wordings.map(answerOf)
    if (one === other) continue
    const what = SITUATIONS[situation as Failure] ?? `the situation ${situation}`
    if (one === undefined) report.add('compatible', `${what} is answered with ${other}`)
    else if (other === undefined)
      report.add('may_break', `the response to ${what} is no longer documented`)
    else report.add('breaking', `${what} is answered with ${other} instead of ${one}`)
  }
}

function answerOf(wording: Json | undefined): string | undefined {
  return isObject(wording) ? `${show(wording.status)} ${show(wording.code)}` : undefined
}

const SITUATIONS: Record<Failure, string> = {
  missing_credential: 'a missing key',
  invalid_credential: 'an invalid key',
  ended_session: 'an ended session',
  wrong_login: 'a wrong login',
  permission_denied: 'a missing permission',
  address_denied: 'an address that the key does not allow',
  invalid_input: 'an invalid input',
  malformed_body: 'a malformed body',
  malformed_request: 'a malformed request',
  body_too_large: 'a body that is too large',
  unsupported_media_type: 'a body of another media type',
  header_too_large: 'headers that are too large',
  request_timeout: 'a request that comes too slowly',
  unknown_path: 'an unknown path',
  unknown_resource: 'an unknown identifier',
  wrong_method: 'a wrong method',
  quota_exceeded: 'a quota that is used up',
  internal: 'a failure of the server',
  unavailable: 'a server that is unavailable',
}

/** How undeclared query parameters are treated. */
function compareUnknownParameters(
  before: Json | undefined,
  after: Json | undefined,
  report: Report,
): void {
  if (before === after) return
  const what = 'unknown query parameters'
  if (after === undefined)
    report.add('may_break', `the handling of ${what} is no longer documented`)
  else {
    const instead = before === undefined ? '' : ` instead of ${show(before)}`
    const severity =
      after === 'ignored' ? 'compatible' : before === undefined ? 'may_break' : 'breaking'
    report.add(severity, `${what} are ${show(after)}${instead}`)
  }
}

function compareUpdate(before: Json | undefined, after: Json | undefined, report: Report): void {
  if (before === after) return
  const what = 'fields that an update does not send'
  const said = after === 'replace' ? 'are removed or get their defaults' : 'stay unchanged'
  if (after === undefined)
    report.add('may_break', `the handling of ${what} is no longer documented`)
  else if (before === undefined) report.add('compatible', `${what} ${said}`)
  else report.add('breaking', `${what} now ${said}`)
}

/** How a list is divided into pages (`x-paging`, docs/overlays.md). */
function comparePaging(before: Json | undefined, after: Json | undefined, report: Report): void {
  if (!isObject(before) || !isObject(after)) {
    if (isObject(after)) report.add('compatible', `paged by ${styleWords(after)}`)
    if (isObject(before)) report.add('may_break', 'paging is no longer documented')
    return
  }
  if (before.style !== after.style) {
    const hasAll = after.style === 'none'
    const said = hasAll ? 'all rows come at once' : `paged by ${styleWords(after)}`
    report.add(hasAll ? 'may_break' : 'breaking', `${said} instead of ${pagedWords(before)}`)
  } else if (first(before) !== first(after)) {
    report.add('breaking', `first page is ${show(first(after))} instead of ${show(first(before))}`)
  }
  compareName('rows per page', before.size, after.size, report)
  if (before.style === after.style) {
    compareName('start of the page', before.position, after.position, report)
  }
  if (before.default !== after.default) {
    const count = (value: Json | undefined) =>
      value === undefined ? 'as in the parameter' : show(value)
    const said = `default rows per page: ${count(before.default)} → ${count(after.default)}`
    report.add('may_break', said)
  }
  const isLinked = ({ link }: JsonObject) => link !== undefined && link !== false
  const [linked, links] = [isLinked(before), isLinked(after)]
  if (linked && !links) report.add('breaking', 'header Link to the next page removed')
  if (!linked && links) report.add('compatible', 'header Link to the next page added')
}

function styleWords({ style }: JsonObject): string {
  return style === 'page' ? 'page number' : show(style)
}

function pagedWords(paging: JsonObject): string {
  return paging.style === 'none' ? 'all rows at once' : styleWords(paging)
}

function first({ style, first: number }: JsonObject): Json | undefined {
  return style === 'page' ? (number ?? 1) : undefined
}

function compareName(
  what: string,
  before: Json | undefined,
  after: Json | undefined,
  report: Report,
): void {
  if (before === after) return
  if (after === undefined) report.add('breaking', `${what} can no longer be set`)
  else if (before === undefined) report.add('compatible', `${what} can be set by ${show(after)}`)
  else report.add('breaking', `${what} set by ${show(after)} instead of ${show(before)}`)
}
