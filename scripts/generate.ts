/** Makes spec/generated/ from spec/: the merged document and the TypeScript types of the API. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import type { JsonObject } from '../src/document/json.ts'
import { applyOverlay, type Overlay } from '../src/document/overlay.ts'
import { parseYaml } from '../src/document/yaml.ts'

const spec = new URL('../spec/', import.meta.url)
const read = (name: string) => parseYaml(readFileSync(new URL(name, spec), 'utf8'))

const merged = applyOverlay(
  read('openapi.yaml') as JsonObject,
  read('assumptions.overlay.yaml') as Overlay,
)
const types = astToString(
  await openapiTS(merged as never, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    // `data` is an object or an array until an operation says more. As `unknown` it takes on the type
    // that the operation gives; as a union it would get in the way of it.
    transform: (schema) =>
      Array.isArray(schema.type) && schema.type.join() === 'object,array'
        ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword)
        : undefined,
  }),
)

mkdirSync(new URL('generated/', spec), { recursive: true })
writeFileSync(new URL('generated/openapi.json', spec), `${JSON.stringify(merged, null, 2)}\n`)
writeFileSync(
  new URL('generated/api.ts', spec),
  `// Made by scripts/generate.ts from spec/; do not edit.\n\n${types}`,
)
console.log('spec/generated is up to date with spec/.')
