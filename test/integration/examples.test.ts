import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/schema/json.ts'
import { operationsOf, parametersOf, partOf } from '../../src/schema/operations.ts'
import { type CallOptions, startSandbox, type TestSandbox } from '../support/sandbox.ts'
import { overlayFile } from '../support/temporary.ts'

async function documentOf({ port }: TestSandbox, path = '/openapi.json'): Promise<JsonObject> {
  return (await fetch(`http://127.0.0.1:${port}${path}`)).json() as Promise<JsonObject>
}

interface Example {
  name: string
  in: string
  required?: boolean
  example: string
}

const COMPARED = ['compare_start_date', 'compare_end_date']

/** The query parameters that a form would fill in: none, or all that go together. */
const SELECTIONS: Record<string, (parameter: Example) => boolean> = {
  'what is required': ({ required }) => required === true,
  'all but days to compare with': ({ name }) => !COMPARED.includes(name),
  'all but the name of a comparison': ({ name }) => name !== 'compare',
}

it.each(Object.entries(SELECTIONS))(
  'the examples of the served document succeed on the demo data: %s',
  async (_, isSelected) => {
    const sandbox = await startSandbox()
    const document = await documentOf(sandbox)
    const created: Record<string, string> = {}

    const all = operationsOf(document)
    const of = (...methods: string[]) => all.filter(({ method }) => methods.includes(method))
    // What belongs to a campaign is deleted before it.
    for (const operation of [...of('POST'), ...of('PUT', 'GET'), ...of('DELETE').reverse()]) {
      const { id, method, path } = operation
      const parameters = parametersOf(document, operation).map(({ value }) => value as never)
      const given = parameters.filter((each: Example) => each.in === 'query' && isSelected(each))
      const query = Object.fromEntries(given.map(({ name, example }: Example) => [name, example]))
      const idOf = parameters.find((each: Example) => each.in === 'path') as Example | undefined
      const family = String(path.split('/')[1])
      // The demo data has neither alerts nor webhooks.
      const place = path.replace('{id}', created[family] ?? String(idOf?.example))
      const content = partOf(document, operation, 'requestBody')?.value.content as
        | { 'application/json': { example: JsonObject } }
        | undefined
      const options: CallOptions = { query, ...(content && { body: bodyOf(content) }) }

      const answer = await sandbox.api[method.toLowerCase() as 'get'](place, options)

      expect(answer.status, `${id}: ${JSON.stringify(answer.body.error)}`).toBeLessThan(300)
      if (['createAlert', 'createWebhook'].includes(String(id))) {
        created[family] = answer.body.data.id
      }
      // A filter of examples that matches nothing shows nothing.
      if (['listCampaigns', 'getRankings'].includes(String(id))) {
        expect(answer.body.data, String(id)).not.toEqual([])
      }
    }
  },
)

function bodyOf(content: { 'application/json': { example: JsonObject } }): JsonObject {
  return content['application/json'].example
}

const dayOf = (document: JsonObject, name: string) => {
  const { parameters } = document.components as unknown as { parameters: Record<string, Example> }
  return parameters[name]?.example
}

it('dates the examples of every form of the document by its clock', async () => {
  const sandbox = await startSandbox()
  const first = await documentOf(sandbox)
  sandbox.advance({ days: 47 })

  const served = await documentOf(sandbox)
  const page = await documentOf(sandbox, '/docs/openapi.json')
  const yaml = await (await fetch(`http://127.0.0.1:${sandbox.port}/docs/openapi.yaml`)).text()

  expect(dayOf(first, 'end_date')).toBe('2026-01-15')
  for (const document of [served, page]) {
    expect(dayOf(document, 'start_date')).toBe('2026-02-02')
    expect(dayOf(document, 'end_date')).toBe('2026-03-03')
  }
  expect(yaml).toContain('example: "2026-03-03"')
  const { webhooks } = served as { webhooks: Record<string, { post: JsonObject }> }
  const event = JSON.stringify(webhooks['campaign.completed']?.post.requestBody)
  expect(event).toContain('"timestamp":"2026-03-03T06:00:04.000Z"')
})

it('leaves the examples of an overlay alone', async () => {
  const overlay = overlayFile(`
  - target: $.components.parameters.start_date
    update: { example: '2020-02-29' }`)
  const sandbox = await startSandbox({ overlay })

  sandbox.advance({ days: 1 })

  const document = await documentOf(sandbox)
  expect(dayOf(document, 'start_date')).toBe('2020-02-29')
  expect(dayOf(document, 'end_date')).toBe('2026-01-16')
})
