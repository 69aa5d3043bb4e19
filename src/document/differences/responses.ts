import { isObject, type JsonObject } from '../json.ts'
import { compareContents, contentOf, listOf } from './contents.ts'
import { unitSeverity, unitWords } from './keywords.ts'
import { movesOf, moveWords } from './moves.ts'
import { FAILURE, header, RESPONSE, whole } from './place.ts'
import type { SchemaComparison } from './schemas.ts'
import { enumerate } from './words.ts'

/** The answers of an operation: successes, and failures of each status. */
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
  const entries = Object.entries(isObject(responses) ? responses : {})
  return new Map(
    entries
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, response]) => [status.toUpperCase(), source.resolve(response)]),
  )
}

function compareSuccesses(before: Responses, after: Responses, schemas: SchemaComparison): void {
  const { report } = schemas
  const left = successesOf(before).filter((status) => !after.has(status))
  const right = successesOf(after).filter((status) => !before.has(status))
  const moved = left.length === 1 && right.length === 1
  if (moved) {
    const [was, is] = [left[0] as string, right[0] as string]
    const severity = was === ANY ? 'compatible' : is === ANY ? 'may_break' : 'breaking'
    report.tell(severity, `success status ${statusWords(was)} → ${statusWords(is)}`)
    compareSuccess(before.get(was) as JsonObject, after.get(is) as JsonObject, schemas)
  } else {
    for (const status of left)
      report.tell('breaking', `success status ${statusWords(status)} removed`)
    for (const status of right)
      report.tell('may_break', `success status ${statusWords(status)} added`)
  }
  for (const status of successesOf(before).filter((each) => after.has(each))) {
    compareSuccess(before.get(status) as JsonObject, after.get(status) as JsonObject, schemas)
  }
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
    report.tell(has ? 'compatible' : 'breaking', `response body ${has ? 'added' : 'removed'}`)
    return
  }
  const json = ['application/json'].filter((type) => one[type] && other[type])
  const moves = json.flatMap((type) =>
    movesOf(listOf(one[type]?.schema), listOf(other[type]?.schema), schemas.before, schemas.after),
  )
  schemas.moves = new Map(moves.map(({ from, to }) => [from.path, to.path]))
  for (const move of moves) report.tell('breaking', moveWords(move))
  compareContents(before, after, schemas, RESPONSE)
  schemas.moves = new Map()
  for (const { from, to } of moves) {
    schemas.compare(from.schemas, to.schemas, { part: RESPONSE, path: to.path, relative: to.path })
  }
}

/** Failures are answered alike, whatever their status: what differs is told once. */
function compareFailures(before: Responses, after: Responses, schemas: SchemaComparison): void {
  const { report } = schemas
  const named = new Set(
    [...before.keys(), ...after.keys()].filter((status) => !status.startsWith('2')),
  )
  const pairs = [...named].flatMap((status) => {
    const [one, other] = [coverOf(status, before), coverOf(status, after)]
    if (!one && status !== 'DEFAULT') report.tell('compatible', `failure status ${status} added`)
    if (!other && status !== 'DEFAULT') report.tell('may_break', `failure status ${status} removed`)
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

/** What is said of a status: by itself, by its class, or by `default`. */
function coverOf(status: string, responses: Responses): JsonObject | undefined {
  return responses.get(status) ?? responses.get(`${status[0]}XX`) ?? responses.get('DEFAULT')
}

type Answers = [status: string, before: JsonObject, after: JsonObject][]

/** The headers of answers of one kind: a success, whose status is left out, or failures of several. */
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
      report.tell(isSure ? 'breaking' : 'may_break', `header ${title}${of(lost)} removed`)
    }
    if (came.length > 0) report.tell('compatible', `header ${title}${of(came)} added`)
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

/** By names in lower case, which is all the same in HTTP. */
function headersOf({ headers }: JsonObject, source: SchemaComparison['before']): Headers {
  const entries = Object.entries(isObject(headers) ? headers : {})
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
    report.tell(unitSeverity(was, is), `header ${name} ${unitWords(was, is)}`)
  }
  const [needed, needs] = [before.required === true, after.required === true]
  if (needed && !needs) report.tell('breaking', `header ${name} may be absent now`)
  if (!needed && needs) report.tell('compatible', `header ${name} is always there now`)
  schemas.compare(listOf(before.schema), listOf(after.schema), whole(header(name)))
}
