import { type JsonObject, objectOf } from '../schema/json.ts'
import { entriesOf } from '../schema/schema-view.ts'
import { enumerate, lostAndAdded } from './findings.ts'
import { unitSeverity, unitWords } from './keywords.ts'
import { movesOf, moveWords } from './moves.ts'
import { FAILURE, header, type Part, RESPONSE, whole } from './place.ts'
import type { SchemaComparison } from './schemas.ts'
import type { Schemas } from './value.ts'

/** The responses of an operation: successes, and failures of each status. */
export function compareResponses(
  before: JsonObject,
  after: JsonObject,
  schemas: SchemaComparison,
): void {
  const one = readResponses(before, schemas.before)
  const other = readResponses(after, schemas.after)
  compareSuccesses(one, other, schemas)
  compareFailures(one, other, schemas)
}

type Responses = Map<string, JsonObject>

function readResponses({ responses }: JsonObject, source: SchemaComparison['before']): Responses {
  const entries = Object.entries(objectOf(responses))
  return new Map(
    entries
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, response]) => [status.toUpperCase(), source.resolve(response)]),
  )
}

function compareSuccesses(before: Responses, after: Responses, schemas: SchemaComparison): void {
  const { report } = schemas
  const compare = (was: string, is: string) =>
    compareSuccess(before.get(was) as JsonObject, after.get(is) as JsonObject, schemas)
  const [lost, added] = lostAndAdded(successesOf(before), successesOf(after))
  const [[was], [is]] = [lost, added]
  if (was !== undefined && is !== undefined && lost.length === 1 && added.length === 1) {
    const severity = was === ANY ? 'compatible' : is === ANY ? 'may_break' : 'breaking'
    report.add(severity, `success status ${statusWords(was)} → ${statusWords(is)}`)
    compare(was, is)
  } else {
    for (const status of lost) {
      report.add('breaking', `success status ${statusWords(status)} removed`)
    }
    for (const status of added) {
      report.add('may_break', `success status ${statusWords(status)} added`)
    }
  }
  for (const status of successesOf(before)) if (after.has(status)) compare(status, status)
}

const ANY = '2XX'

function successesOf(responses: Responses): string[] {
  return [...responses.keys()].filter((status) => status.startsWith('2'))
}

function statusWords(status: string): string {
  return /^\dXX$/.test(status) ? `any ${status.toLowerCase()}` : status
}

function compareSuccess(before: JsonObject, after: JsonObject, schemas: SchemaComparison): void {
  const { report } = schemas
  compareHeaders([['', before, after]], schemas)
  const [one, other] = [contentOf(before), contentOf(after)]
  const [had, has] = [Object.keys(one).length > 0, Object.keys(other).length > 0]
  if (had !== has) {
    report.add(has ? 'compatible' : 'breaking', `response body ${has ? 'added' : 'removed'}`)
    return
  }
  const json = ['application/json'].filter((type) => one[type] && other[type])
  const moves = json.flatMap((type) =>
    movesOf(schemasOf(one[type]), schemasOf(other[type]), schemas.before, schemas.after),
  )
  schemas.moves = new Map(moves.map(({ from, to }) => [from.path, to.path]))
  for (const move of moves) report.add('breaking', moveWords(move))
  compareContents(before, after, schemas, RESPONSE)
  schemas.moves = new Map()
  for (const { from, to } of moves) {
    schemas.compare(from.schemas, to.schemas, { part: RESPONSE, path: to.path, relative: to.path })
  }
}

/** Failures of all statuses are alike, so a difference is reported once. */
function compareFailures(before: Responses, after: Responses, schemas: SchemaComparison): void {
  const { report } = schemas
  const named = new Set(
    [...before.keys(), ...after.keys()].filter((status) => !status.startsWith('2')),
  )
  const pairs = [...named].flatMap((status) => {
    const [one, other] = [coverOf(status, before), coverOf(status, after)]
    if (!one && status !== 'DEFAULT') report.add('compatible', `failure status ${status} added`)
    if (!other && status !== 'DEFAULT') report.add('may_break', `failure status ${status} removed`)
    return one && other
      ? [{ status, one, other, isOwn: before.has(status) && after.has(status) }]
      : []
  })
  for (const { one, other } of pairs) compareContents(one, other, schemas, FAILURE)
  compareHeaders(
    pairs.filter(({ isOwn }) => isOwn).map(({ status, one, other }) => [status, one, other]),
    schemas,
  )
}

/** The response for a status: its own, that of its class, or `default`. */
function coverOf(status: string, responses: Responses): JsonObject | undefined {
  return responses.get(status) ?? responses.get(`${status[0]}XX`) ?? responses.get('DEFAULT')
}

type Answers = [status: string, before: JsonObject, after: JsonObject][]

/** The headers of one kind of response: of a success, whose status is left out, or of failures of several statuses. */
function compareHeaders(answers: Answers, schemas: SchemaComparison): void {
  const { report } = schemas
  const all = answers.map(([status, before, after]) => {
    const one = headersOf(before, schemas.before)
    const other = headersOf(after, schemas.after)
    return { status, one, other }
  })
  const names = new Set(all.flatMap(({ one, other }) => [...one.keys(), ...other.keys()]))
  for (const name of names) {
    const lost = all.filter(({ one, other }) => one.has(name) && !other.has(name))
    const came = all.filter(({ one, other }) => !one.has(name) && other.has(name))
    const of = (some: typeof all) => (some.length === all.length ? ofAll(some) : ofSome(some))
    const title = displayed(name, all)
    if (lost.length > 0) {
      const isSure = lost.some(({ one }) => one.get(name)?.node.required === true)
      report.add(isSure ? 'breaking' : 'may_break', `header ${title}${of(lost)} removed`)
    }
    if (came.length > 0) report.add('compatible', `header ${title}${of(came)} added`)
    for (const { one, other } of all) {
      const [before, after] = [one.get(name)?.node, other.get(name)?.node]
      if (before && after) compareHeader(title, before, after, schemas)
    }
  }
}

function ofAll([first]: { status: string }[]): string {
  return first?.status === '' ? '' : ' of failures'
}

function ofSome(some: { status: string }[]): string {
  return ` of failures ${enumerate(some.map(({ status }) => status.toLowerCase()))}`
}

type Headers = Map<string, { name: string; node: JsonObject }>

/** By name in lower case. */
function headersOf({ headers }: JsonObject, source: SchemaComparison['before']): Headers {
  const entries = Object.entries(objectOf(headers))
  return new Map(
    entries.map(([name, node]) => [name.toLowerCase(), { name, node: source.resolve(node) }]),
  )
}

function displayed(key: string, all: { one: Headers; other: Headers }[]): string {
  const found = all.map(({ one, other }) => (one.get(key) ?? other.get(key))?.name)
  return found.find((name) => name !== undefined) ?? key
}

function compareHeader(
  name: string,
  before: JsonObject,
  after: JsonObject,
  schemas: SchemaComparison,
): void {
  const { report } = schemas
  const [was, is] = [before['x-unit'], after['x-unit']]
  if (was !== is) {
    report.add(unitSeverity(was, is), `header ${name} ${unitWords(was, is)}`)
  }
  const place = whole(header(name))
  report.required(place, before.required === true, after.required === true)
  schemas.compare(schemasOf(before), schemasOf(after), place)
}

/** The media types of a body, and the schemas of those that both documents have. */
export function compareContents(
  before: JsonObject,
  after: JsonObject,
  schemas: SchemaComparison,
  part: Part,
): void {
  const one = contentOf(before)
  const other = contentOf(after)
  const { report } = schemas
  const [lost, added] = lostAndAdded(Object.keys(one), Object.keys(other))
  if (lost.length > 0 && added.length > 0) {
    report.add('breaking', `${part.root} is ${enumerate(added)} instead of ${enumerate(lost)}`)
  } else {
    for (const type of lost) report.add('breaking', `${part.root} as ${type} removed`)
    for (const type of added) report.add('compatible', `${part.root} as ${type} added`)
  }
  for (const [type, media] of Object.entries(one)) {
    if (!other[type]) continue
    schemas.compare(schemasOf(media), schemasOf(other[type]), whole(part))
  }
}

function contentOf({ content }: JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(objectOf(content)).map(([type, media]) => [type.toLowerCase(), objectOf(media)]),
  )
}

/** The schema of a media type or a header; empty without one. */
function schemasOf(node: JsonObject | undefined): Schemas {
  return entriesOf({ value: node ?? {} }, 'schema')
}
