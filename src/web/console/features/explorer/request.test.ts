import { expect, it } from 'vitest'
import packaged from '../../../../../spec/documents/openapi.ts'
import type { FormDraft } from '../../client/form-request.ts'
import { apiModelOf, type Operation } from './api-model.ts'
import { firstForm } from './first-press.ts'
import { idIn, problemsOf, requestOf } from './request.ts'

const api = apiModelOf(packaged)
const CALLER = { base: 'http://sandbox.example/api/', token: 'svc_test_demo' }

function requestWith(id: string, values: FormDraft) {
  const operation = api.operations.find((each) => each.id === id) as Operation
  const form = firstForm(operation, {})
  return requestOf(operation, { ...form, ...values }, CALLER)
}

it('sends only the inputs that are filled in', () => {
  const { url, method, body } = requestWith('getRankings', { 'query.limit': '5' })

  expect(url).toBe('http://sandbox.example/api/serp/rankings?campaign_id=cmp_9aerfpy76pgk&limit=5')
  expect([method, body]).toEqual(['GET', undefined])
})

it('encodes values in the path and in the query', () => {
  expect(requestWith('getCampaign', { 'path.id': 'a/b?c' }).url).toMatch(/campaigns\/a%2Fb%3Fc$/)
  expect(requestWith('getMentions', { 'query.brand': 'A & B' }).url).toMatch(/brand=A%20%26%20B$/)
})

it('repeats a parameter with several values, in brackets if one has a comma', () => {
  const queryOf = (text: string) =>
    new URL(requestWith('getRankings', { 'query.keywords': text }).url).search

  expect(queryOf('electric bike\n\n gravel bike ')).toContain(
    'keywords=electric%20bike&keywords=gravel%20bike',
  )
  expect(queryOf('a, b\nc')).toContain('keywords%5B%5D=a%2C%20b&keywords%5B%5D=c')
})

it('joins values where the document says so', () => {
  const document = structuredClone(packaged) as never as {
    components: { parameters: { keywords: { explode: boolean } } }
  }
  document.components.parameters.keywords.explode = false
  const changed = apiModelOf(document as never)
  const operation = changed.operations.find(({ id }) => id === 'getRankings') as Operation
  const form = firstForm(operation, {})

  const { url } = requestOf(operation, { ...form, 'query.keywords': 'a\nb' }, CALLER)

  expect(url).toContain('keywords=a%2Cb')
})

it('sends the key, the wanted media type, and a type for the body only with a body', () => {
  const csv = requestWith('exportCsv', { accept: 'text/csv' })
  const created = requestWith('createWebhook', {})
  const empty = requestWith('createWebhook', { body: ' ' })

  expect(csv.headers).toEqual({ Accept: 'text/csv', Authorization: 'Bearer svc_test_demo' })
  expect(created.headers['Content-Type']).toBe('application/json')
  expect(JSON.parse(String(created.body)).url).toBe('https://app.example/hooks/monitoring')
  expect([empty.body, empty.headers['Content-Type']]).toEqual([undefined, undefined])
})

it('names required inputs that are empty', () => {
  const operation = api.operations.find(({ id }) => id === 'getRankings') as Operation
  const form = firstForm(operation, {})

  expect(problemsOf(operation, form)).toEqual({})
  expect(problemsOf(operation, { ...form, 'query.campaign_id': ' ' })).toEqual({
    'query.campaign_id': ['Enter campaign_id.'],
  })
})

it('finds the id of a record, also one that an overlay nests', () => {
  expect(idIn({ success: true, data: { id: 'whk_1' } })).toBe('whk_1')
  expect(idIn({ data: { webhook: { id: 'whk_1', owner: { id: 'acc_1' } } } })).toBe('whk_1')
  expect(idIn('no object')).toBeUndefined()
})
