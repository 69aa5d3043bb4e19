import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { packagedDocument } from '../src/openapi/load.ts'
import { compiledRules } from '../src/openapi/served/compiled-rules.ts'
import type { RequestRules } from '../src/openapi/served/operation.ts'
import { preparedRules } from '../src/openapi/served/router.ts'
import { requestRulesModule } from './request-rules.ts'

// In the checkout, where Node finds the packages that the module imports.
const FOLDER = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))

it('makes a module with the rules that compiling the document gives', async () => {
  const file = `${FOLDER}request-rules-${process.pid}.mjs`
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(file, await requestRulesModule(packagedDocument))
  onTestFinished(() => rmSync(file))
  const made: { rules: RequestRules } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  const compiled = await compiledRules(packagedDocument)
  const request = { path: { id: 1 }, query: { limit: 0, format: 'x' }, requestBody: { name: '' } }
  const errorsOf = (rules: RequestRules) =>
    rules.operations.flatMap(({ id }) =>
      rules.validatorsOf(id).map((validate) => {
        const copy = structuredClone(request)
        validate(copy)
        return { id, copy, errors: validate.errors }
      }),
    )

  expect(made.rules.operations).toEqual(compiled.operations)
  expect(errorsOf(made.rules)).toEqual(errorsOf(compiled))
})

it('prepares only the operations of an earlier release', async () => {
  const paths = { '/campaigns': { get: {} } }

  const { operations } = await preparedRules({ ...packagedDocument, paths })

  expect(operations.map(({ id }) => id)).toEqual(['listCampaigns'])
})
