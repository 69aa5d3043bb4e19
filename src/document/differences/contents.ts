import { isObject, type Json, type JsonObject } from '../json.ts'
import { type Part, whole } from './place.ts'
import type { SchemaComparison } from './schemas.ts'
import { enumerate } from './words.ts'

/** The media types of a body and the schema of each that both have. */
export function compareContents(
  before: JsonObject,
  after: JsonObject,
  schemas: SchemaComparison,
  part: Part,
): void {
  const one = contentOf(before)
  const other = contentOf(after)
  const { report } = schemas
  const lost = Object.keys(one).filter((type) => !other[type])
  const came = Object.keys(other).filter((type) => !one[type])
  if (lost.length > 0 && came.length > 0) {
    report.tell('breaking', `${part.root} is ${enumerate(came)} instead of ${enumerate(lost)}`)
  } else {
    for (const type of lost) report.tell('breaking', `${part.root} as ${type} removed`)
    for (const type of came) report.tell('compatible', `${part.root} as ${type} added`)
  }
  for (const [type, media] of Object.entries(one)) {
    if (other[type]) schemas.compare(listOf(media.schema), listOf(other[type].schema), whole(part))
  }
}

export function contentOf({ content }: JsonObject): Record<string, JsonObject> {
  return Object.fromEntries(
    Object.entries(isObject(content) ? content : {}).map(([type, media]) => [
      type.toLowerCase(),
      isObject(media) ? media : {},
    ]),
  )
}

/** The schemas of a place that may have none. */
export function listOf(schema: Json | undefined): Json[] {
  return schema === undefined ? [] : [schema]
}
