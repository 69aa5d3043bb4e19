import { isObject, type Json, type JsonObject } from '../json.ts'
import { compareContents } from './contents.ts'
import type { Report } from './findings.ts'
import type { OperationView, Pair } from './operation-view.ts'
import { comparePaging } from './paging.ts'
import { compareParameters } from './parameters.ts'
import { BODY, PAYLOAD, type Part } from './place.ts'
import { compareResponses } from './responses.ts'
import { compareUnknownParameters, compareWordings } from './roots.ts'
import { SchemaComparison, type Sources } from './schemas.ts'
import { compareSecurity } from './security.ts'

/** What the second document says of an operation otherwise than the first. */
export function compareOperation(pair: Pair, sources: Sources, report: Report): void {
  const { before, after } = pair
  if (!before || !after) {
    if (after) report.tell('compatible', 'operation added')
    else report.tell('breaking', 'operation removed')
    return
  }

  if (before.key !== after.key) report.tell('breaking', `operation moved to ${after.name}`)
  compareDeprecation(before.node, after.node, report)
  compareSecurity(before, after, report)
  const schemas = new SchemaComparison(sources, report)
  compareParameters(before, after, schemas)
  compareBodies(before.node, after.node, schemas, BODY)
  compareResponses(before.node, after.node, schemas)
  comparePaging(before.node['x-paging'], after.node['x-paging'], report)
  compareUpdate(before.node['x-update'], after.node['x-update'], report)
  if (isSaidOf('x-failures', before, after)) {
    compareWordings(ofOperation('x-failures', before), ofOperation('x-failures', after), report)
  }
  if (isSaidOf('x-unknown-parameters', before, after)) {
    const own = (each: OperationView) =>
      each.node['x-unknown-parameters'] ?? each.document['x-unknown-parameters']
    compareUnknownParameters(own(before), own(after), report)
  }
}

/** The same of a notification, which is the server's request to its client. */
export function compareWebhook({ before, after }: Pair, sources: Sources, report: Report): void {
  if (!before || !after) {
    if (after) report.tell('compatible', 'webhook added')
    else report.tell('breaking', 'webhook removed')
    return
  }

  compareDeprecation(before.node, after.node, report)
  const schemas = new SchemaComparison(sources, report)
  compareParameters(before, after, schemas, 'server')
  compareBodies(before.node, after.node, schemas, PAYLOAD)
}

function isSaidOf(keyword: string, before: OperationView, after: OperationView): boolean {
  return before.node[keyword] !== undefined || after.node[keyword] !== undefined
}

/** What the operation says over what is said of all; only the entries that one of both says. */
function ofOperation(keyword: string, { node, document }: OperationView): JsonObject {
  const own = node[keyword]
  const all = document[keyword]
  return { ...(isObject(all) ? all : {}), ...(isObject(own) ? own : {}) }
}

function compareDeprecation(before: JsonObject, after: JsonObject, report: Report): void {
  const [was, is] = [before.deprecated === true, after.deprecated === true]
  if (was !== is) report.tell('compatible', is ? 'is deprecated' : 'is no longer deprecated')
}

function compareUpdate(before: Json | undefined, after: Json | undefined, report: Report): void {
  if (before === after) return
  const what = 'what an update does not send'
  const words = (update: Json | undefined) =>
    update === 'replace' ? 'gets its default, or is gone' : 'stays as it is'
  if (after === undefined) report.tell('may_break', `what becomes of ${what} is no longer said`)
  else if (before === undefined) report.tell('compatible', `${what} ${words(after)}`)
  else report.tell('breaking', `${what} ${words(after)}; before, it ${words(before)}`)
}

function compareBodies(
  before: JsonObject,
  after: JsonObject,
  schemas: SchemaComparison,
  part: Part,
): void {
  const one = schemas.before.resolve(before.requestBody)
  const other = schemas.after.resolve(after.requestBody)
  const { report } = schemas
  const isSent = part.writer === 'server'
  const [had, has] = [one.content !== undefined, other.content !== undefined]
  if (had !== has) {
    const isNeeded = other.required === true || isSent
    if (has) report.tell(isNeeded && !isSent ? 'breaking' : 'compatible', bodyAdded(part, isNeeded))
    else if (had) report.tell('breaking', `${part.root} removed`)
    return
  }
  if (!isSent && (one.required === true) !== (other.required === true)) {
    const isRequired = other.required === true
    report.tell(
      isRequired ? 'breaking' : 'compatible',
      `${part.root} ${isRequired ? 'now' : 'no longer'} required`,
    )
  }
  compareContents(one, other, schemas, part)
}

function bodyAdded(part: Part, isNeeded: boolean): string {
  return isNeeded && part.writer === 'client' ? `${part.root} now required` : `${part.root} added`
}
