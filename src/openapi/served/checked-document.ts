import { withClosedResponses } from '../../schema/closed-schemas.ts'
import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { operationsOf, partOf, schemaOf } from '../../schema/operations.ts'
import { resolvePointer } from '../../schema/pointer.ts'
import { SchemaReader } from '../../schema/schema-reader.ts'
import { followedBy } from '../following-members.ts'
import type { Wording } from '../provenance/sections.ts'

/**
 * The document that responses are checked against: a copy that allows declared members only, without keywords that contradict
 * others: a `format` next to an `x-time-format`, and bounds of values that a replacing update may empty.
 */
export function checkedDocument(document: JsonObject): JsonObject {
  const checked = withClosedResponses(document)
  relaxTimes(checked)
  allowEmptied(checked)
  allowOwnDetails(checked)
  return checked
}

/** The responses to failures that `x-failures` of a document or an operation describes. */
export function wordingsOf(node: JsonObject): Wording[] {
  const failures = node['x-failures']
  return isObject(failures)
    ? (Object.values(failures).filter(isObject) as unknown as Wording[])
    : []
}

function relaxTimes(value: Json | undefined): void {
  if (isObject(value) && value['x-time-format'] !== undefined) delete value.format
  for (const child of isObject(value) || Array.isArray(value) ? Object.values(value) : []) {
    relaxTimes(child)
  }
}

/** `x-failures` may give details another form than the schema of errors. */
function allowOwnDetails(document: JsonObject): void {
  const nodes = [document, ...operationsOf(document).map(({ node }) => node)]
  const isOwn = nodes.flatMap(wordingsOf).some(({ details }) => details !== undefined)
  const error = resolvePointer(document, '/components/schemas/Error/properties')?.value
  if (isOwn && error) error.details = true
}

/** Keywords that an empty text or list may violate. */
const BOUNDS = ['minLength', 'minItems', 'pattern']

/**
 * Requests and responses share the schemas of members. A member that must not be sent empty is still empty in
 * responses after a replacing update (`x-update: replace`) without it.
 */
function allowEmptied(document: JsonObject): void {
  const reader = new SchemaReader(document)
  for (const operation of operationsOf(document)) {
    if (operation.node['x-update'] !== 'replace') continue
    const body = partOf(document, operation, 'requestBody')
    const schema = body && schemaOf(body)
    if (!schema) continue
    const { members, required } = reader.of([schema])
    for (const [name, schemas] of members) {
      if (required.has(name)) continue
      for (const { value } of reader.of(schemas).parts)
        for (const schema of [value, followedBy(document, value)])
          for (const bound of BOUNDS) delete schema?.[bound]
    }
  }
}
