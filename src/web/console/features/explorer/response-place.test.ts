import { expect, it, vi } from 'vitest'
import document from '../../../../../spec/documents/openapi.ts'
import { markedDocument } from '../../../../openapi/provenance/marked-document.ts'
import { provenanceOf } from '../../../../openapi/provenance/statements.ts'
import { responsePlace, statedIn, statusPlaces } from './response-place.ts'

const marked = markedDocument(document, provenanceOf(document))

vi.mock('../../client/document.ts', async (original) => ({
  ...(await original<object>()),
  apiDocument: async () => marked,
}))

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

it('knows the stated parts of a response, and of one without an operation', async () => {
  const listed = await statedIn({ operation: 'listCampaigns', status: 200 })
  const lost = await statedIn({ operation: null, status: 404 })

  expect([...listed.members.members.keys()]).toContain('data')
  expect([...lost.members.members.keys()]).toEqual(expect.arrayContaining(['success', 'error']))
  expect([...lost.members.members.keys()]).not.toContain('data')
  expect(lost.headers).toContain('x-ratelimit-limit')
  expect(lost.headers).not.toContain('x-request-id')
})
