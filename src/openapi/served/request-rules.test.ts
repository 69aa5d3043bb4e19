import { expect, it } from 'vitest'
import { loadDocument } from '../load.ts'
import { compiledRules } from './compiled-rules.ts'
import { preparedRules } from './request-rules.ts'

const document = await loadDocument({ overlays: [], apiVersion: undefined })

it('prepares the rules that compiling the document gives', async () => {
  const [prepared, compiled] = [await preparedRules(document), await compiledRules(document)]
  const request = { path: { id: 1 }, query: { limit: 0, format: 'x' }, requestBody: { name: '' } }
  const errorsOf = (rules: typeof prepared) =>
    rules.operations.flatMap(({ id }) =>
      rules.validatorsOf(id).map((validate) => {
        const copy = structuredClone(request)
        validate(copy)
        return { id, copy, errors: validate.errors }
      }),
    )

  expect(prepared.operations).toEqual(compiled.operations)
  expect(errorsOf(prepared)).toEqual(errorsOf(compiled))
})

it('prepares only the operations of an earlier release', async () => {
  const paths = { '/campaigns': { get: {} } }

  const { operations } = await preparedRules({ ...document, paths })

  expect(operations.map(({ id }) => id)).toEqual(['listCampaigns'])
})
