import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packaged from '../../../../../spec/documents/openapi.ts'
import { startSharedSandbox, type TestSandbox } from '../../../../../test/support/sandbox.ts'
import { type JsonObject, listOf, objectOf } from '../../../../schema/json.ts'
import type { FormDraft } from '../../client/form-request.ts'
import { apiModelOf, modelOf, type Operation } from './api-model.ts'
import {
  collectionsIn,
  firstForm,
  NEW,
  type Row,
  type Rows,
  withExampleIds,
} from './first-press.ts'
import { type ApiRequest, press, requestOf } from './request.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startSharedSandbox()
})
afterAll(() => sandbox.close())

const IDS = apiModelOf(packaged).operations.map(({ id }) => id)

async function servedModel() {
  const answer = await fetch(sandbox.url.replace(/\/api$/, '/docs/openapi.json'))
  return apiModelOf((await answer.json()) as JsonObject)
}

async function send({ method, url, headers, body }: ApiRequest) {
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  const content = isJson ? await answer.json() : await answer.text()
  return { ok: answer.ok, status: answer.status, body: content as unknown }
}

/** Presses the button of the first form of an operation, as the page does. */
async function pressFirst(id: string, change: (form: FormDraft) => FormDraft = (form) => form) {
  const api = await servedModel()
  const operation = api.operations.find((each) => each.id === id) as Operation
  const caller = { base: sandbox.url, token: 'svc_test_demo' }
  const rows: Record<string, Row[]> = {}
  for (const { path } of api.collections) {
    const { body } = await send({
      method: 'GET',
      url: `${sandbox.url}${path}`,
      headers: { Authorization: 'Bearer svc_test_demo' },
      body: undefined,
    })
    rows[path] = listOf(objectOf(body).data).map((row) => {
      const record = objectOf(row)
      return { id: String(record.id), name: String(record.name), record }
    })
  }
  const steps = await press(operation, change(firstForm(operation, rows)), {
    rows,
    creates: ({ create }) => create && modelOf(api, create),
    request: (of, form) => requestOf(of, form, caller),
    send,
  })
  return { steps, rows: rows as Rows }
}

describe('the first press', () => {
  it.each(IDS)('of %s succeeds', async (id) => {
    await sandbox.reset()

    const { steps } = await pressFirst(id)

    expect(steps.at(-1)?.operation.id).toBe(id)
    expect(steps.map(({ answer }) => answer)).toEqual(
      steps.map(() => expect.objectContaining({ ok: true })),
    )
  })

  it('removes only a record that it made itself', async () => {
    await sandbox.reset()
    const campaigns = async () => (await sandbox.api.get('/campaigns')).body.data
    const before = await campaigns()

    const { steps } = await pressFirst('deleteCampaign')

    expect(steps.map(({ operation: { id } }) => id)).toEqual(['createCampaign', 'deleteCampaign'])
    expect(await campaigns()).toEqual(before)
  })

  it('removes the record that the user picked', async () => {
    await sandbox.reset()
    const [{ id }] = (await sandbox.api.get('/campaigns')).body.data

    const { steps } = await pressFirst('deleteCampaign', (form) => ({
      ...form,
      'path.id': id,
    }))

    expect(steps).toHaveLength(1)
    expect((await sandbox.api.get(`/campaigns/${id}`)).status).toBe(404)
  })

  it('takes the records that the account has, not those of the example', async () => {
    await sandbox.reset()
    const { body } = await sandbox.api.post('/webhooks', {
      body: { url: 'https://app.example/hooks', events: ['campaign.completed'] },
    })

    const { steps } = await pressFirst('getWebhook')

    expect(steps).toHaveLength(1)
    expect(steps[0]?.request.url).toBe(`${sandbox.url}/webhooks/${body.data.id}`)
  })

  it('stops at a record that cannot be made', async () => {
    await sandbox.reset()
    await sandbox.faults.add({ error: 'server_error', operation: 'createWebhook' })

    const { steps } = await pressFirst('getWebhook')

    expect(steps.map(({ operation: { id } }) => id)).toEqual(['createWebhook'])
    expect(steps[0]?.answer.status).toBe(500)
  })
})

it.each([
  ['getCampaign', 'path.id', '/campaigns'],
  ['getCampaignAnalytics', 'path.id', '/campaigns'],
  ['getRankings', 'query.campaign_id', '/campaigns'],
  ['deleteWebhook', 'path.id', '/webhooks'],
  ['listAlertHistory', 'path.id', '/alerts'],
])('%s takes %s from the list %s', async (id, key, path) => {
  const api = apiModelOf(packaged)

  const operation = api.operations.find((each) => each.id === id)

  expect(operation?.fields.find((field) => field.name === key)?.collection?.path).toBe(path)
})

it('takes ids from the list whose parameter is the same component', () => {
  const parameters = [{ $ref: '#/components/parameters/CampaignId' }]
  const known = objectOf(packaged.paths)
  const { get = null } = objectOf(known['/analytics/campaign/{id}'])
  const paths = { ...known, '/figures/of/{id}': { parameters, get } }
  const api = apiModelOf({ ...packaged, paths })

  const operation = api.operations.find(({ path }) => path === '/figures/of/{id}')

  expect(operation?.fields[0]?.collection?.path).toBe('/campaigns')
})

it('finds the list of a member of a body', () => {
  const api = apiModelOf(packaged)
  const alert = api.operations.find(({ id }) => id === 'createAlert') as Operation

  expect(alert.body?.ids.map(({ name, collection }) => [name, collection.path])).toEqual([
    ['campaign_id', '/campaigns'],
  ])
  expect(collectionsIn(alert).map(({ path }) => path)).toEqual(['/campaigns'])
})

it('plans a new campaign for an alert of an account without campaigns', () => {
  const api = apiModelOf(packaged)
  const alert = api.operations.find(({ id }) => id === 'createAlert') as Operation

  const { body } = firstForm(alert, { '/campaigns': [] })

  expect(JSON.parse(String(body)).campaign_id).toBe(NEW)
})

it('takes a brand that the account monitors if the one of the example is not monitored', () => {
  const api = apiModelOf(packaged)
  const mentions = api.operations.find(({ id }) => id === 'getMentions') as Operation
  const record = { id: 'cmp_1', name: 'Ours', brand: 'Ours', keywords: ['a'] }

  const values = firstForm(mentions, { '/campaigns': [{ id: 'cmp_1', name: 'Ours', record }] })

  expect(values['query.brand']).toBe('Ours')
  // Filters stay empty: all at once match nothing.
  expect(values['query.keyword']).toBe('')
})

it('shows the ids of the examples in code, instead of records that are still to be created', () => {
  const api = apiModelOf(packaged)
  const shown = (id: string) => {
    const operation = api.operations.find((each) => each.id === id) as Operation
    return withExampleIds(operation, firstForm(operation, { '/campaigns': [], '/webhooks': [] }))
  }

  expect(shown('getWebhook')['path.id']).toBe('whk_4k2m9xq7h3zd')
  expect(JSON.parse(String(shown('createAlert').body)).campaign_id).toBe('cmp_9aerfpy76pgk')
})
