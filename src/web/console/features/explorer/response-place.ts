import { operationsOf, responsesOf, schemaOf } from '../../../../schema/operations.ts'
import { pointerTo } from '../../../../schema/pointer.ts'
import { SchemaReader } from '../../../../schema/schema-reader.ts'
import { apiDocument } from '../../client/document.ts'
import { type SchemaRow, schemaRows } from './schema-rows.ts'

/**
 * The place in the document that describes a member of a response, or the response itself. A list has the members of its
 * entries.
 * @param path The names of members from the root on.
 * @param header A header instead of a member.
 * @returns A JSON Pointer; that of the closest member which is described.
 */
export async function responsePlace(
  { operation, status }: { operation: string | null; status: number | null },
  path: readonly string[],
  header?: string,
): Promise<string> {
  const { 'x-page': _, ...document } = await apiDocument()
  const known = operationsOf(document)
  const responses = responsesOf(
    document,
    known.find(({ id }) => id === operation) ?? (known[0] as (typeof known)[number]),
  )
  const response = responses.get(String(status)) ?? responses.get('default')
  if (response === undefined) return pointerTo('components', 'responses')
  if (header !== undefined) {
    const name = Object.keys((response.value.headers ?? {}) as object).find(
      (each) => each.toLowerCase() === header,
    )
    return name === undefined ? response.pointer : response.pointer + pointerTo('headers', name)
  }
  const reader = new SchemaReader(document)
  const schema = schemaOf(response, 'application/json')
  let place = response.pointer
  let rows = schema ? schemaRows(reader, [schema]) : []
  for (const name of path) {
    const row = rowOf(rows, name)
    if (row === undefined) break
    place = row.mark.place
    rows = row.below()
  }
  return place
}

/**
 * The places of the table of failures that give an error its status. Another status has that of the response.
 * @returns JSON Pointers.
 */
export async function statusPlaces(of: {
  operation: string | null
  status: number | null
  error: string | null
}): Promise<readonly string[]> {
  const { 'x-failures': failures = {} } = await apiDocument()
  const found = Object.entries<{ status: number; code: string }>(failures)
    .filter(([, { status, code }]) => status === of.status && code === of.error)
    .map(([name]) => pointerTo('x-failures', name, 'status'))
  return found.length > 0 ? found : [await responsePlace(of, [])]
}

/** The member of a name among members and choices between members. */
function rowOf(rows: readonly SchemaRow[], name: string): SchemaRow | undefined {
  const members = rows.flatMap((row) => (row.isChoice ? row.below() : [row]))
  return members.find((row) => row.name === name) ?? members.find((row) => row.name === '*')
}
