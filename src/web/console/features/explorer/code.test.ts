import { expect, it } from 'vitest'
import packaged from '../../../../../spec/documents/openapi.ts'
import { LANGUAGES, type Language } from '../../client/snippets/request.ts'
import { apiModelOf, type Operation } from './api-model.ts'
import { formCode } from './code.ts'
import { firstForm } from './first-press.ts'
import { requestOf } from './request.ts'

const api = apiModelOf(packaged)
const operation = (id: string) => api.operations.find((each) => each.id === id) as Operation

function codeFor(id: string, language: Language, base = 'http://localhost:4010/api') {
  const form = firstForm(operation(id), {})
  const request = requestOf(operation(id), form, { base, token: 'svc_test_secret' })
  return formCode(language, request, operation(id))
}

it.each(LANGUAGES)('does not have the key in it: %s', (language) => {
  const code = codeFor('createAlert', language)

  expect(code).toContain('Lost the first page')
  expect(code).not.toContain('svc_test_secret')
})

it('asks for the media type only where it is not JSON', () => {
  const exported = requestOf(
    operation('exportCsv'),
    { ...firstForm(operation('exportCsv'), {}), accept: 'text/csv' },
    { base: 'http://localhost:4010/api', token: undefined },
  )

  expect(formCode('curl', exported, operation('exportCsv'))).toContain("-H 'Accept: text/csv'")
  expect(codeFor('listCampaigns', 'curl')).not.toContain('Accept')
})
