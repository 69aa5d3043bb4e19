import type { Failure } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Report } from './findings.ts'
import { change, enumerate, isEqual, show } from './words.ts'

/** What the documents say of the API as a whole. */
export function compareRoots(before: JsonObject, after: JsonObject, report: Report): void {
  const [one, other] = [versionOf(before), versionOf(after)]
  if (one !== other) report.tell('compatible', `version ${change(one, other)}`)
  compareWordings(entriesOf(before, 'x-failures'), entriesOf(after, 'x-failures'), report)
  compareUnknownParameters(before['x-unknown-parameters'], after['x-unknown-parameters'], report)
  comparePlans(
    entriesOf(before, 'x-rate-limit-plans'),
    entriesOf(after, 'x-rate-limit-plans'),
    report,
  )
  compareTokens(entriesOf(before, 'x-token-types'), entriesOf(after, 'x-token-types'), report)
  compareFigures('sessions', entriesOf(before, 'x-session'), entriesOf(after, 'x-session'), report)
  compareFigures(
    'subscriptions',
    entriesOf(before, 'x-subscriptions'),
    entriesOf(after, 'x-subscriptions'),
    report,
  )
  compareSchemes(schemesOf(before), schemesOf(after), report)
}

/** How failures are answered (`x-failures`), by situation. */
export function compareWordings(before: JsonObject, after: JsonObject, report: Report): void {
  for (const situation of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (situation.startsWith('x-')) continue
    const [one, other] = [answerOf(before[situation]), answerOf(after[situation])]
    if (one === other) continue
    const what = SITUATIONS[situation as Failure] ?? `the situation ${situation}`
    if (one === undefined) report.tell('compatible', `${what} is answered with ${other}`)
    else if (other === undefined)
      report.tell('may_break', `the answer to ${what} is no longer said`)
    else report.tell('breaking', `${what} is answered with ${other} instead of ${one}`)
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

/** What becomes of query parameters that are not declared. */
export function compareUnknownParameters(
  before: Json | undefined,
  after: Json | undefined,
  report: Report,
): void {
  if (before === after) return
  const what = 'unknown query parameters'
  if (after === undefined) report.tell('may_break', `what becomes of ${what} is no longer said`)
  else {
    const instead = before === undefined ? '' : ` instead of ${show(before)}`
    const severity =
      after === 'ignored' ? 'compatible' : before === undefined ? 'may_break' : 'breaking'
    report.tell(severity, `${what} are ${show(after)}${instead}`)
  }
}

function comparePlans(before: JsonObject, after: JsonObject, report: Report): void {
  for (const plan of namesOf(before, after)) {
    const [one, other] = [before[plan], after[plan]]
    if (!isObject(other)) report.tell('may_break', `plan ${plan} removed`)
    else if (!isObject(one)) report.tell('compatible', `plan ${plan} added`)
    else {
      for (const window of ['hour', 'day']) {
        if (isEqual(one[window], other[window])) continue
        const severity = Number(other[window]) < Number(one[window]) ? 'may_break' : 'compatible'
        const limits = `${show(one[window])} → ${show(other[window])}`
        report.tell(
          severity,
          `plan ${plan}: ${limits} requests ${window === 'hour' ? 'an hour' : 'a day'}`,
        )
      }
    }
  }
}

function compareTokens(before: JsonObject, after: JsonObject, report: Report): void {
  for (const type of namesOf(before, after)) {
    const [one, other] = [prefixesOf(before[type]), prefixesOf(after[type])]
    const left = one.filter((prefix) => !other.includes(prefix))
    const came = other.filter((prefix) => !one.includes(prefix))
    const title = `prefix of ${type} keys`
    if (left.length > 0) report.tell('breaking', `${title}: ${enumerate(left)} removed`)
    if (came.length > 0) report.tell('compatible', `${title}: ${enumerate(came)} added`)
  }
}

function prefixesOf(type: Json | undefined): string[] {
  return isObject(type) && Array.isArray(type.prefixes) ? type.prefixes.map(String) : []
}

/** Terms that a client may meet: what is lower, or another text, may break it. */
function compareFigures(what: string, before: JsonObject, after: JsonObject, report: Report): void {
  for (const name of namesOf(before, after)) {
    const [one, other] = [before[name], after[name]]
    if (isEqual(one, other)) continue
    const isMore = one === undefined || (typeof other === 'number' && other > Number(one))
    report.tell(
      isMore ? 'compatible' : 'may_break',
      `${what}: ${name.replaceAll('_', ' ')} ${change(one, other)}`,
    )
  }
}

function compareSchemes(before: JsonObject, after: JsonObject, report: Report): void {
  for (const name of namesOf(before, after)) {
    const words = (value: Json | undefined) => {
      if (!isObject(value)) return undefined
      const { type, scheme, in: where, name: key, openIdConnectUrl } = value
      return [type, scheme, where, key, openIdConnectUrl]
        .filter((each) => each !== undefined)
        .join(' ')
    }
    const [one, other] = [words(before[name]), words(after[name])]
    if (one === other) continue
    const severity = one === undefined ? 'compatible' : 'breaking'
    report.tell(severity, `authentication ${name}: ${change(one, other)}`)
  }
}

function schemesOf({ components }: JsonObject): JsonObject {
  return isObject(components) ? entriesOf(components, 'securitySchemes') : {}
}

function namesOf(before: JsonObject, after: JsonObject): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !name.startsWith('x-'))
}

function entriesOf(document: JsonObject, name: string): JsonObject {
  const value = document[name]
  return isObject(value) ? value : {}
}

function versionOf({ info }: JsonObject): Json | undefined {
  return isObject(info) ? info.version : undefined
}
