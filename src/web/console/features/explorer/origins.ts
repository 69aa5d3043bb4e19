import type { SchemaReader } from '../../../../schema/schema-reader.ts'
import type { Schema } from '../../../../schema/schema-view.ts'
import type { Origins } from '../../client/stated.ts'
import { type SchemaRow, schemaRows } from './schema-rows.ts'

/** Members of members that are looked at; records of the API have four. */
const MOST_LEVELS = 8

/** The stated members of a value with these schemas of a marked document, for the marks in its JSON. */
export function originsOfSchemas(reader: SchemaReader, schemas: readonly Schema[]): Origins {
  return originsOf(schemaRows(reader, schemas), 0)
}

function originsOf(rows: readonly SchemaRow[], level: number): Origins {
  const members = new Map<string, Origins>()
  if (level >= MOST_LEVELS) return { members }
  for (const row of rows) {
    // The choices of a value are not members of it.
    if (row.isChoice) {
      for (const [name, inner] of originsOf(row.below(), level + 1).members)
        members.set(name, inner)
    } else if (row.mark.origin === 'stated') {
      const inner = originsOf(row.below(), level + 1)
      members.set(row.name, row.isList ? { members: new Map([['*', inner]]) } : inner)
    }
  }
  return { members }
}
