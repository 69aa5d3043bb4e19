import { readFileSync } from 'node:fs'
import openapiTS, { astToString, stringToAST } from 'openapi-typescript'
import type ts from 'typescript'
import { typedControl } from '../spec/documents/control.ts'
import merged from '../spec/documents/openapi.ts'
import stated from '../spec/documents/stated.ts'
import { DEFAULT_SEED } from '../src/config.ts'
import { withFiller } from '../src/fixtures/filler-campaigns.ts'
import {
  accountSteps,
  type FilledAccount,
  hashedPasswords,
} from '../src/fixtures/fixture-account.ts'
import { undated } from '../src/fixtures/fixture-campaigns.ts'
import { checkFixture } from '../src/fixtures/fixture-check.ts'
import type { Fixture } from '../src/fixtures/fixture-schema.ts'
import { readFixtureSource } from '../src/fixtures/fixture-source.ts'
import { type PreparedFixture, preparedFile } from '../src/fixtures/packaged-fixture.ts'
import { ApiDocument } from '../src/openapi/api-document.ts'
import type { JsonObject } from '../src/schema/json.ts'
import { inOneGo } from '../src/time/steps.ts'
import { cliReference } from './cli-reference.ts'
import { kindsModule } from './kinds.ts'

const root = new URL('../', import.meta.url)

/** The generated files by path. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const document = new ApiDocument(merged)
  return {
    'spec/generated/api.ts': await typesOf(merged, operationIdType(document)),
    'spec/generated/kinds.ts': kindsModule(stated),
    'spec/generated/sandbox.ts': await typesOf(typedControl),
    'docs/cli.md': await cliReference(),
    ...Object.fromEntries([
      ...(await preparedFixture('demo', document)),
      ...(await preparedFixture('empty', document)),
    ]),
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

/** An account with this many campaigns keeps them in separate files, which the start does not parse. */
const MANY_CAMPAIGNS = 100

/** The files of a fixture. */
async function preparedFixture(name: string, document: ApiDocument): Promise<[string, string][]> {
  const source = readFixtureSource(readText(`fixtures/${name}.yaml`))
  const problems = checkFixture(source, document)
  if (problems.length > 0) throw new Error(`fixtures/${name}.yaml: ${JSON.stringify(problems)}`)
  const prepared: PreparedFixture = {
    seed: DEFAULT_SEED,
    passwords: {},
    accounts: [],
    lazyCampaigns: {},
  }
  const files: [string, string][] = []
  for (const account of (source.value as Fixture).accounts) {
    prepared.passwords[account.id] = await hashedPasswords(account, { seed: DEFAULT_SEED })
    const filled = withFiller(account, DEFAULT_SEED)
    const { campaigns = [], ...rest } = filled
    const count = account.generate_campaigns ?? 0
    const isLazy = count >= MANY_CAMPAIGNS && count === campaigns.length
    prepared.accounts.push(isLazy ? rest : { ...rest, campaigns })
    if (!isLazy) continue
    const lazy = preparedCampaigns(filled, document)
    prepared.lazyCampaigns[account.id] = { count, ids: lazy.ids }
    for (const part of ['campaigns', 'past'] as const)
      files.push([preparedFile(name, account.id, part), lazy[part]])
  }
  files.push([name, `${JSON.stringify(prepared)}\n`])
  return files.map(([file, text]) => [`fixtures/generated/${file}.json`, text])
}

/** The parts of `LazyCampaigns` for an account. */
function preparedCampaigns({ campaigns = [], ...rest }: FilledAccount, document: ApiDocument) {
  const origin = { now: 0, seed: DEFAULT_SEED, document }
  const built = inOneGo(accountSteps({ ...rest, campaigns }, origin))
  // The other parts get their ids after the campaigns.
  const before = inOneGo(accountSteps({ ...rest, alerts: [], webhooks: [], faults: [] }, origin))
  const sinceOf = new Map(
    [...built.campaigns.keys()].map((id, n) => [id, campaigns[n]?.since as string]),
  )
  const textOf = (records: ReadonlyMap<string, object>) => {
    const entries = [...records].map(
      ([id, entry]) => `"${id}":${undated(entry, { since: sinceOf.get(id) as string, now: 0 })}`,
    )
    return `{${entries.join(',')}}`
  }
  const ids = { account: rest.id, sequence: before.sequence, form: document.campaignId }
  return { ids, campaigns: textOf(built.campaigns), past: textOf(built.past) }
}

function readText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}
