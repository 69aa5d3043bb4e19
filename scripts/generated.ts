import { readFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { JsonObject } from '../src/document/json.ts'
import { applyOverlay, type Overlay } from '../src/document/overlay.ts'
import { parseYaml } from '../src/document/yaml.ts'

const spec = new URL('../spec/', import.meta.url)

/** What belongs into spec/generated/, by file name: the merged document and the types of the API. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const merged = applyOverlay(
    readYaml('openapi.yaml') as JsonObject,
    readYaml('assumptions.overlay.yaml') as Overlay,
  )
  const types = await openapiTS(merged as never, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    // `data` is an object or an array until an operation says more. As `unknown` it takes on the
    // type that the operation gives; as a union it would get in the way of it.
    transform: (schema) =>
      Array.isArray(schema.type) && schema.type.join() === 'object,array'
        ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword)
        : undefined,
  })
  return {
    'openapi.json': `${JSON.stringify(merged, null, 2)}\n`,
    'api.ts': `// Made by \`npm run generate\` from spec/; do not edit.\n\n${astToString(types)}`,
  }
}

function readYaml(name: string): unknown {
  return parseYaml(readFileSync(new URL(name, spec), 'utf8'))
}
