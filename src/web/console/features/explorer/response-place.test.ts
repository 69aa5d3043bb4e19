import { expect, it, vi } from 'vitest'
import document from '../../../../../spec/documents/openapi.ts'
import { responsePlace, statusPlaces } from './response-place.ts'

vi.mock('../../client/document.ts', () => ({ apiDocument: async () => document }))

const created = { operation: 'createCampaign', status: 201 }

it.each([
  [
    'a status',
    responsePlace({ operation: 'createCampaign', status: 400 }, []),
    '/components/responses/InvalidRequest',
  ],
  [
    'a member',
    responsePlace(created, ['data', 'status']),
    /^\/components\/schemas\/Campaign\w*\/.*\/status$|\/status$/,
  ],
  [
    'a member of an entry',
    responsePlace({ operation: 'listCampaigns', status: 200 }, ['data', 'status']),
    /\/status$/,
  ],
  ['a header', responsePlace(created, [], 'location'), /\/headers\/Location$/],
  [
    'what no operation answers',
    responsePlace({ operation: null, status: 404 }, ['error']),
    /error|Failure|\/responses\//,
  ],
])('finds the place of %s in the document', async (_, found, expected) => {
  expect(await found).toMatch(expected)
})

it('finds the rows of the table of failures that give an error its status', async () => {
  const refused = { operation: 'createCampaign', status: 415, error: 'invalid_request' }

  expect(await statusPlaces(refused)).toEqual(['/x-failures/unsupported_media_type/status'])
  expect(await statusPlaces({ ...created, error: null })).toEqual([
    expect.stringMatching(/responses/),
  ])
})
