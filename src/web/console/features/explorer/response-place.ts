import { pointerTo } from '../../../../schema/pointer.ts'
import { apiDocument } from '../../client/document.ts'
import type { Origins } from '../../client/stated.ts'
import { type Answer, type ApiModel, apiModelOf } from './api-model.ts'
import { originsOfSchemas } from './origins.ts'
import { type SchemaRow, schemaRows } from './schema-rows.ts'

type Answered = { operation: string | null; status: number | null }

/** The documented response with a status, or the one for any status. */
export function answerWith(answers: readonly Answer[], status: number | null): Answer | undefined {
  return [String(status), 'default']
    .map((each) => answers.find((answer) => answer.status === each))
    .find((each) => each !== undefined)
}

/** An address without an operation gets the failures of any operation: all share them. */
async function documented(of: Answered): Promise<{ api: ApiModel; answer: Answer | undefined }> {
  const api = apiModelOf(await apiDocument())
  const operation = api.operations.find(({ id }) => id === of.operation) ?? api.operations[0]
  return { api, answer: answerWith(operation?.answers ?? [], of.status) }
}

/** The stated members and headers of a response. */
export async function statedIn(
  of: Answered,
): Promise<{ members: Origins; headers: readonly string[] }> {
  const { api, answer } = await documented(of)
  const stated = answer?.headers.filter(({ mark }) => mark.origin === 'stated') ?? []
  return {
    members: originsOfSchemas(api.reader, answer?.contents[0]?.schemas ?? []),
    headers: stated.map(({ name }) => name.toLowerCase()),
  }
}

/**
 * The place in the document that describes a member of a response, or the response itself. A list has the members of its
 * entries.
 * @param path The names of members from the root on.
 * @param header A header instead of a member.
 * @returns A JSON Pointer; that of the closest member which is described.
 */
export async function responsePlace(
  of: Answered,
  path: readonly string[],
  header?: string,
): Promise<string> {
  const { api, answer } = await documented(of)
  if (answer === undefined) return pointerTo('components', 'responses')
  const { mark, headers, contents } = answer
  if (header !== undefined)
    return (headers.find(({ name }) => name.toLowerCase() === header)?.mark ?? mark).place
  let { place } = mark
  let rows = schemaRows(api.reader, contents[0]?.schemas ?? [])
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
export async function statusPlaces(
  of: Answered & { error: string | null },
): Promise<readonly string[]> {
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
