import { isObject, type Json, type JsonObject, listOf } from '../schema/json.ts'
import {
  type Differences,
  enumerate,
  Findings,
  isEqual,
  lostAndAdded,
  type Report,
} from './findings.ts'
import {
  type OperationView,
  type Pair,
  pairOf,
  readOperations,
  readWebhooks,
  Source,
  type Sources,
} from './pairs.ts'
import { compareParameters } from './parameters.ts'
import { BODY, PAYLOAD, type Part, whole } from './place.ts'
import { compareContents, compareResponses } from './responses.ts'
import { compareExtensions, compareRoots } from './roots.ts'
import { SchemaComparison } from './schemas.ts'

/**
 * How two OpenAPI documents (3.0 or 3.1) differ for a client that was written for the first. Descriptions,
 * examples, the order of members and the origin of a statement make no difference.
 *
 * @throws DocumentError for a reference that leads nowhere, out of its document or to itself.
 */
export function differencesOf(before: JsonObject, after: JsonObject): Differences {
  const findings = new Findings()
  const sources = { before: new Source(before), after: new Source(after) }
  compareRoots(before, after, findings.of())
  const operations = pairOf(readOperations(sources.before), readOperations(sources.after))
  const webhooks = pairOf(readWebhooks(sources.before), readWebhooks(sources.after))
  for (const each of [...operations, ...webhooks]) {
    compareOperation(each, sources, findings.of(nameOf(each)))
  }
  const shared = operations.filter((each) => each.before && each.after).map(nameOf)
  return { list: findings.list(), shared }
}

function nameOf({ before, after }: Pair): string {
  return (before ?? after)?.name as string
}

/** Compares an operation, or a webhook, which is a request of the server to its client. */
function compareOperation({ before, after }: Pair, sources: Sources, report: Report): void {
  if (!before || !after) {
    if (after) report.add('compatible', `${after.kind} added`)
    else report.add('breaking', `${before?.kind} removed`)
    return
  }

  const isWebhook = before.kind === 'webhook'
  if (!isWebhook && before.key !== after.key) {
    report.add('breaking', `operation moved to ${after.name}`)
  }
  const [was, is] = [before.node.deprecated === true, after.node.deprecated === true]
  if (was !== is) report.add('compatible', is ? 'is deprecated' : 'is no longer deprecated')
  if (!isWebhook) compareSecurity(before, after, report)
  const schemas = new SchemaComparison(sources, report)
  compareParameters(before, after, schemas)
  compareBodies(before.node, after.node, schemas, isWebhook ? PAYLOAD : BODY)
  if (isWebhook) return
  compareResponses(before.node, after.node, schemas)
  compareExtensions(before, after, report)
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
  const body = whole(part)
  if (one.content === undefined) {
    if (other.content !== undefined) report.added(body, other.required === true)
  } else if (other.content === undefined) {
    report.add('breaking', `${part.root} removed`)
  } else {
    if (part.writer === 'client') {
      report.required(body, one.required === true, other.required === true)
    }
    compareContents(one, other, schemas, part)
  }
}

/** The credentials that a caller needs, and the permission of its key. */
function compareSecurity(before: OperationView, after: OperationView, report: Report): void {
  const one = requirementsOf(before)
  const other = requirementsOf(after)
  if (isEqual(one, other)) return
  const [open, opens] = [isOpen(one), isOpen(other)]
  if (open && opens) return
  if (open) report.add('breaking', 'now needs authentication')
  else if (opens) report.add('compatible', 'no longer needs authentication')
  else if (isEqual(schemesOf(one), schemesOf(other)) && one.length === 1 && other.length === 1) {
    comparePermissions(rolesOf(one), rolesOf(other), report)
  } else report.add('breaking', `authentication ${words(one)} → ${words(other)}`)
}

function comparePermissions(one: string[], other: string[], report: Report): void {
  const [lost, added] = lostAndAdded(one, other)
  if (added.length > 0) {
    const instead = lost.length > 0 ? ` instead of ${enumerate(lost)}` : ''
    report.add('breaking', `now needs permission ${enumerate(added)}${instead}`)
  } else if (lost.length > 0) {
    report.add('compatible', `no longer needs permission ${enumerate(lost)}`)
  }
}

function requirementsOf({ node, document }: OperationView): JsonObject[] {
  const security = node.security ?? document.security
  return listOf(security).filter(isObject)
}

function isOpen(requirements: JsonObject[]): boolean {
  return requirements.length === 0 || requirements.some((each) => Object.keys(each).length === 0)
}

function schemesOf(requirements: JsonObject[]): Json[] {
  return requirements.map((each) => Object.keys(each).sort())
}

function rolesOf([requirement]: JsonObject[]): string[] {
  return Object.values(requirement ?? {}).flatMap((roles) => listOf(roles).map(String))
}

function words(requirements: JsonObject[]): string {
  const each = requirements.map((requirement) =>
    Object.entries(requirement)
      .map(([scheme, roles]) => (listOf(roles).length === 0 ? scheme : `${scheme} (${roles})`))
      .join(' with '),
  )
  return enumerate(each, 'or')
}
