import { expect, it } from 'vitest'
import packaged from '../../../../../spec/documents/openapi.ts'
import { markedDocument } from '../../../../openapi/provenance/marked-document.ts'
import { provenanceOf } from '../../../../openapi/provenance/statements.ts'
import { apiModelOf, type Operation } from './api-model.ts'
import { originsOfSchemas } from './origins.ts'

const document = packaged
const api = apiModelOf(markedDocument(document, provenanceOf(document)))

function originsIn(id: string, status: string) {
  const { answers } = api.operations.find((each) => each.id === id) as Operation
  const found = answers.find((each) => each.status === status)
  return originsOfSchemas(api.reader, found?.contents[0]?.schemas ?? [])
}

it('knows the stated members of a success, also in the entries of a list', () => {
  const { members } = originsIn('listCampaigns', '200')
  const entry = members.get('data')?.members.get('*')

  expect([...members.keys()].sort()).toEqual(['data', 'message', 'meta', 'success'])
  expect(entry?.members.has('id')).toBe(true)
  expect(entry?.members.has('status')).toBe(false)
})

it('knows the stated members of nested records and of failures', () => {
  const verified = originsIn('verifyToken', '200')
  const failed = originsIn('verifyToken', 'default')

  expect([
    ...(verified.members.get('data')?.members.get('rate_limit')?.members.keys() ?? []),
  ]).toEqual(['limit', 'remaining'])
  expect([...(failed.members.get('error')?.members.keys() ?? [])].sort()).toEqual([
    'code',
    'details',
    'message',
  ])
})
