import { expect, it } from 'vitest'
import document from '../../../../spec/documents/openapi.ts'
import { bodySchema, querySchema, resolverOf } from './request-schema.ts'
import { formFields } from './schema-form.ts'

it('reads the query of an operation as one schema, with shared parameters', () => {
  const fields = formFields(querySchema(document, '/serp/rankings'), {}, resolverOf(document))

  const kinds = Object.fromEntries(
    fields.map(({ name, kind, required }) => [name, [kind, required]]),
  )
  expect(kinds).toEqual({
    campaign_id: ['text', true],
    start_date: ['day', false],
    end_date: ['day', false],
    keywords: ['lines', false],
    limit: ['number', false],
    offset: ['number', false],
  })
})

it('reads bodies, and none where a release has no such operation', () => {
  const resolve = resolverOf(document)
  const update = resolve(bodySchema(document, '/campaigns/{id}', 'put'))

  expect(Object.keys(update.properties ?? {})).toContain('status')
  expect(bodySchema({ paths: {} }, '/alerts', 'post')).toEqual({})
  expect(querySchema({}, '/alerts').properties).toEqual({})
})
