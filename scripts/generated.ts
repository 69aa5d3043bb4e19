import { readFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import { DEFAULT_SEED } from '../src/config.ts'
import { controlOperation } from '../src/control/operation.ts'
import { ApiDocument } from '../src/document/api-document.ts'
import type { JsonObject } from '../src/document/json.ts'
import { applyOverlay, type Overlay } from '../src/document/overlay.ts'
import { atVersion } from '../src/document/version.ts'
import { parseYaml } from '../src/document/yaml.ts'
import { withFiller } from '../src/store/filler-campaigns.ts'
import { checkFixture } from '../src/store/fixture-check.ts'
import type { Fixture } from '../src/store/fixture-schema.ts'
import { readFixtureSource } from '../src/store/fixture-source.ts'
import type { PackagedFixture } from '../src/store/packaged-fixture.ts'
import { listAssumptions } from './assumptions.ts'
import { requestRulesModule } from './request-rules.ts'

const root = new URL('../', import.meta.url)

/**
 * The generated files by path: the merged document, the types of the API, its rules for requests
 * compiled, what the contract suite reads of the provider's statements (parsing YAML would cost it a
 * second), what each assumption does, and the packaged fixtures read and checked.
 */
export async function generatedFiles(): Promise<Record<string, string>> {
  const stated = readYaml('spec/openapi.yaml') as JsonObject
  const assumptions = readYaml('spec/assumptions.overlay.yaml') as Overlay
  const merged = applyOverlay(stated, assumptions)
  const document = new ApiDocument(merged)
  const control = readYaml('spec/sandbox.yaml') as JsonObject
  const types = await openapiTS(merged as never, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  })
  return {
    'spec/generated/openapi.json': `${JSON.stringify(merged, null, 2)}\n`,
    'spec/generated/requests.ts': await requestRulesModule(atVersion(merged, undefined)),
    'spec/generated/api.ts': `// Made by \`npm run generate\` from spec/; do not edit.\n\n${astToString(types)}`,
    'spec/generated/sandbox.json': `${JSON.stringify(control, null, 2)}\n`,
    'spec/generated/sandbox-requests.ts': await requestRulesModule(control, controlOperation),
    'spec/generated/sandbox.ts': `// Made by \`npm run generate\` from spec/; do not edit.\n\n${astToString(await openapiTS(control as never, { defaultNonNullable: false, emptyObjectsUnknown: true }))}`,
    'spec/generated/stated.json': `${JSON.stringify(stated, null, 2)}\n`,
    'spec/generated/assumptions.json': `${JSON.stringify(listAssumptions(stated, assumptions), null, 2)}\n`,
    'spec/generated/facts.json': `${JSON.stringify(readYaml('spec/facts.yaml'), null, 2)}\n`,
    ...Object.fromEntries(['demo', 'empty'].map((name) => preparedFixture(name, document))),
  }
}

function preparedFixture(name: string, document: ApiDocument): [string, string] {
  const source = readFixtureSource(readText(`fixtures/${name}.yaml`))
  const problems = checkFixture(source, document)
  if (problems.length > 0) throw new Error(`fixtures/${name}.yaml: ${JSON.stringify(problems)}`)
  const accounts = (source.value as Fixture).accounts.map((each) => withFiller(each, DEFAULT_SEED))
  const prepared: PackagedFixture = { seed: DEFAULT_SEED, accounts }
  return [`fixtures/generated/${name}.json`, `${JSON.stringify(prepared)}\n`]
}

function readYaml(path: string): unknown {
  return parseYaml(readText(path))
}

function readText(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}
