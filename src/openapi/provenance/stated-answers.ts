import { type JsonObject, objectOf } from '../../schema/json.ts'
import { type OperationNode, responsesOf, schemaOf } from '../../schema/operations.ts'
import { type Located, pointerTo } from '../../schema/pointer.ts'
import { SchemaReader } from '../../schema/schema-reader.ts'
import { membersOf, type Schema, unnamedOf } from '../../schema/schema-view.ts'
import type { Provenance } from './provenance.ts'

/** The stated parts of the responses of an operation. */
export interface StatedAnswers {
  /** JSON Pointers into the body of a success; `*` is any entry of a list or any member of a map. */
  success: string[]
  /** Like `success`, for failures. */
  failure: string[]
  /** Names of headers in lower case. */
  headers: string[]
}

/** A document with the origins of its parts. */
interface Origins {
  document: JsonObject
  provenance: Provenance
}

/**
 * Finds the stated parts of the responses of an operation: members of stated objects whose schemas the
 * provider's document has.
 */
export function statedAnswers(operation: OperationNode, origins: Origins): StatedAnswers {
  const { document, provenance } = origins
  const responses = [...responsesOf(document, operation)]
  const reader = new SchemaReader(document)
  const membersWhere = (isSuch: (status: string) => boolean) => {
    const found = new Set<string>()
    for (const [status, response] of responses) {
      const schema = isSuch(status) ? schemaOf(response) : undefined
      if (schema) collect([schema], '', { reader, provenance, found }, [])
    }
    return [...found]
  }
  return {
    success: membersWhere((status) => status.startsWith('2')),
    failure: membersWhere((status) => !/^[123]/.test(status)),
    headers: headersIn(
      responses.map(([, response]) => response),
      reader,
      provenance,
    ),
  }
}

function headersIn(responses: Located[], reader: SchemaReader, provenance: Provenance): string[] {
  const names = responses.flatMap(({ pointer, value }) =>
    Object.keys(objectOf(value.headers)).filter((name) => {
      const header = reader.at(pointer + pointerTo('headers', name))
      return header !== undefined && provenance.of(header.pointer) === 'stated'
    }),
  )
  return [...new Set(names.map((name) => name.toLowerCase()))]
}

interface Search {
  reader: SchemaReader
  provenance: Provenance
  found: Set<string>
}

/** Adds the stated members of a value that the schemas describe together. */
function collect(schemas: readonly Schema[], path: string, search: Search, outer: string[]): void {
  const parts = search.reader.possible(schemas)
  // A record may contain a record of its own kind.
  const key = parts.map(({ pointer }) => pointer).join(' ')
  if (key === '' || outer.includes(key)) return
  const enclosing = [...outer, key]

  for (const [name, said] of membersOf(parts)) {
    const places = said.filter(({ value }) => value !== false)
    const isStated = places.some((it) => search.provenance.of(it.pointer ?? '') === 'stated')
    if (!isStated) continue
    const member = path + pointerTo(name)
    search.found.add(member)
    collect(places, member, search, enclosing)
  }
  collect(unnamedOf(parts), `${path}/*`, search, enclosing)
}
