import { expect, it } from 'vitest'
import packaged from '../../../../../spec/documents/openapi.ts'
import { apiModelOf, type Operation } from './api-model.ts'
import { firstForm } from './first-press.ts'
import { draftOfLogged } from './logged-draft.ts'
import { requestOf } from './request.ts'

const api = apiModelOf(packaged)

const operationOf = (id: string) => api.operations.find((each) => each.id === id) as Operation

const logged = (url: string, headers: Record<string, string> = {}, body: string | null = null) => ({
  method: 'GET',
  url,
  request: { headers, body, truncated: false },
})

/** The request that the form of an operation sends for a draft. */
function sentBy(operation: Operation, draft: ReturnType<typeof draftOfLogged>) {
  const form = { ...firstForm(operation, {}), ...draft }
  return requestOf(operation, form, { base: 'http://sandbox/api', token: undefined })
}

it.each([
  ['listCampaigns', '/api/campaigns'],
  ['listCampaigns', '/api/campaigns?limit=2&search=A%20%26%20B'],
  ['getCampaign', '/api/campaigns/a%2Fb%3Fc'],
  ['getRankings', '/api/serp/rankings?campaign_id=cmp_1&keywords=one&keywords=two'],
  ['getRankings', '/api/serp/rankings?campaign_id=cmp_1&keywords%5B%5D=a%2C%20b'],
])('repeats %s %s', (id, url) => {
  const operation = operationOf(id)

  const { url: repeated } = sentBy(operation, draftOfLogged(operation, logged(url)))

  expect(repeated).toBe(`http://sandbox${url}`)
})

it('repeats a body that is no JSON, and one that is missing', () => {
  const operation = operationOf('createCampaign')
  const bodyOf = (body: string | null) =>
    sentBy(operation, draftOfLogged(operation, logged('/api/campaigns', {}, body))).body

  expect(bodyOf('{"name":')).toBe('{"name":')
  expect(bodyOf(null)).toBeUndefined()
})

it('leaves a required input empty that the request lacked', () => {
  const operation = operationOf('getRankings')

  const values = draftOfLogged(operation, logged('/api/serp/rankings?limit=5'))

  expect(values).toMatchObject({ 'query.campaign_id': '', 'query.limit': '5' })
})
