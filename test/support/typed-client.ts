import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { overlayText } from '../../contract-tests/learning/overlay.ts'
import { runSuite } from '../../contract-tests/run.ts'
import { startServer } from '../../contract-tests/self-test/server.ts'
import { plantedAs, settingsFor } from '../../contract-tests/self-test/suite.ts'
import { createSandbox } from '../../src/index.ts'
import { loadDocument } from '../../src/openapi/load.ts'
import { temporaryFolder } from './temporary.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What a front end would write against the types of that server, with its rows and its campaign. */
const program = (rows: string, campaign: string) => `
import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

export async function use(baseUrl: string, token: string): Promise<string[]> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } })
  const body = { name: 'Typed', type: 'serp', keywords: ['shoes'], frequency: 'daily' }
  const created = await client.POST('/campaigns', { body })
  if (!created.data) throw new Error(created.error.error.code)
  const id: string = created.data.data.${campaign}id
  const list = await client.GET('/campaigns')
  if (!list.data) throw new Error(list.error.error.message)
  const names: string[] = list.data.data${rows}.map((row) => row.name)
  const gone = await client.DELETE('/campaigns/{id}', { params: { path: { id } } })
  if (!gone.data) throw new Error(gone.error.error.code)
  const read = await client.GET('/campaigns/{id}', { params: { path: { id } } })
  return [...names.filter((name) => name === 'Typed'), read.error?.error.code ?? 'still there']
}
`

/** Where a server has the rows of a list and a created campaign, below `data`. */
export type Place = [variation: string, rows: string, campaign: string]

/** A test for each variation: a client with types from the learned overlay works against the server and its replica. */
export function workWithTypesOf(places: Place[]): void {
  it.each(places)('works against the server and its replica: %s', async (name, rows, campaign) => {
    const folder = temporaryFolder()
    const server = await startServer(plantedAs(name))
    try {
      const { findings } = await runSuite({
        ...settingsFor(server),
        learn: true,
        maxRequests: 110,
        maxTotal: 190,
      })
      const overlay = join(folder, 'staging.overlay.yaml')
      writeFileSync(overlay, overlayText((findings as NonNullable<typeof findings>).overlay, 'x'))
      const document = await loadDocument({ overlays: [overlay], apiVersion: undefined })
      writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(document as never)))
      const file = join(folder, 'client.ts')
      writeFileSync(file, program(rows, campaign))
      expect(problemsOf(file)).toEqual([])

      const { use } = (await import(pathToFileURL(file).href)) as Client
      const sandbox = await createSandbox({ overlay: [overlay], log: 'silent' })
      try {
        expect(await use(server.baseUrl, server.tokens.main)).toEqual(['Typed', 'not_found'])
        expect(await use(sandbox.url, 'svc_test_demo')).toEqual(['Typed', 'not_found'])
      } finally {
        await sandbox.close()
      }
    } finally {
      await server.close()
    }
  })
}

interface Client {
  use(baseUrl: string, token: string): Promise<string[]>
}

/** What the compiler has against a file. */
function problemsOf(file: string): string[] {
  const compiled = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    baseUrl: ROOT,
    paths: { 'openapi-fetch': ['node_modules/openapi-fetch'] },
  })
  return ts
    .getPreEmitDiagnostics(compiled)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}
