import { readFileSync } from 'node:fs'
import openapiTS, { astToString, stringToAST } from 'openapi-typescript'
import type ts from 'typescript'
import { typedControl } from '../spec/documents/control.ts'
import merged from '../spec/documents/openapi.ts'
import stated from '../spec/documents/stated.ts'
import { OPTIONS } from '../src/config/options.ts'
import { withFiller } from '../src/fixtures/filler-campaigns.ts'
import { hashedPasswords } from '../src/fixtures/fixture-account.ts'
import { checkFixture } from '../src/fixtures/fixture-check.ts'
import type { Fixture } from '../src/fixtures/fixture-schema.ts'
import { readFixtureSource } from '../src/fixtures/fixture-source.ts'
import type { PreparedFixture } from '../src/fixtures/packaged-fixture.ts'
import { ApiDocument } from '../src/openapi/api-document.ts'
import type { JsonObject } from '../src/schema/json.ts'
import { cliReference } from './cli-reference.ts'
import { kindsModule } from './kinds.ts'
import { configurationPage } from './option-table.ts'

const root = new URL('../', import.meta.url)

/** The generated files by path. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = new ApiDocument(merged)
  return {
    'spec/generated/api.ts': await typesOf(merged, operationIdType(document)),
    'spec/generated/kinds.ts': kindsModule(stated),
    'spec/generated/sandbox.ts': await typesOf(typedControl),
    'docs/cli.md': await cliReference(),
    'docs/configuration.md': configurationPage(),
    'fixtures/generated/demo.json': await preparedFixture('demo', document),
    'fixtures/generated/empty.json': await preparedFixture('empty', document),
  }
}

/** A union of literals, which errors and editors show as such. */
function operationIdType({ operationIds }: ApiDocument): string {
  return `export type OperationId = ${operationIds.map((id) => `'${id}'`).join(' | ')}\n`
}

async function typesOf(document: JsonObject, inject?: string): Promise<string> {
  const options = {
    ...(inject !== undefined && { inject }),
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    transform: (schema: object) => serviceType(schema as JsonObject),
  }
  const types = await openapiTS(document as never, options)
  // Editors show text without a tag as the text of a property.
  const text = astToString(types).replaceAll('@description ', '')
  return `// Made by \`npm run generate\` from spec/; do not edit.\n\n${text}`
}

/**
 * The type of a schema that the control API takes from the service: `x-service-schema` names it, and `x-operation-id` stands
 * for the operationIds. Both hold with any overlay.
 */
function serviceType(schema: JsonObject): ts.TypeNode | undefined {
  if (schema['x-operation-id'] === true) return typeNode(operationIdOr([schema.type].flat()))
  const name = schema['x-service-schema']
  if (name === undefined) return undefined
  return typeNode(`import('./api.ts').components['schemas']['${name}']`)
}

function operationIdOr(types: unknown[]): string {
  const id = "import('./api.ts').OperationId"
  return types
    .map((type) => (type === 'string' ? id : type === 'array' ? `${id}[]` : type))
    .join('|')
}

function typeNode(text: string): ts.TypeNode {
  const [alias] = stringToAST(`type T = ${text}`)
  return (alias as ts.TypeAliasDeclaration).type
}

/** A fixture with what would delay each start: its generated campaigns, and the hashes of its passwords. */
async function preparedFixture(name: string, document: ApiDocument): Promise<string> {
  const source = readFixtureSource(readText(`fixtures/${name}.yaml`))
  const problems = checkFixture(source, document)
  if (problems.length > 0) throw new Error(`fixtures/${name}.yaml: ${JSON.stringify(problems)}`)
  const prepared: PreparedFixture = { seed: OPTIONS.seed.default, passwords: {}, accounts: [] }
  for (const account of (source.value as Fixture).accounts) {
    prepared.passwords[account.id] = await hashedPasswords(account, { seed: OPTIONS.seed.default })
    prepared.accounts.push(await withFiller(account, OPTIONS.seed.default))
  }
  return `${JSON.stringify(prepared)}\n`
}

function readText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}
