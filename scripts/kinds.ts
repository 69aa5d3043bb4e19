import { type JsonObject, objectOf } from '../src/schema/json.ts'
import { valueAt } from '../src/schema/pointer.ts'

/** The closed lists of §6 and §7 as values, which generated types do not provide. */
export function kindsModule(stated: JsonObject): string {
  const listOf = (name: string, schema: string) => {
    const values = objectOf(valueAt(stated, `/components/schemas/${schema}`)).enum
    return `export const ${name} = ${JSON.stringify(values)} as const\n`
  }
  const lists = [listOf('ERROR_CODES', 'ErrorCode'), listOf('EVENT_KINDS', 'EventKind')]
  return `// Made by \`npm run generate\` from spec/; do not edit.\n\n${lists.join('\n')}`
}
