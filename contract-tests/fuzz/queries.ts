import fc, { type Arbitrary } from 'fast-check'
import { assumedDocument, nodeAt } from '../support/documents.ts'
import { isObject, type Json } from '../support/reading.ts'

import { ODD_TEXTS, textOf } from './texts.ts'

/** Queries of the document's parameters: at their limits, beyond them, odd and repeated. */
export function queryOf(operation: string): Arbitrary<string> {
  const parameters = parametersOf(operation)
  const value = ({ name, schema }: Parameter): Arbitrary<string> =>
    (name === 'campaign_id'
      ? fc.constantFrom('{campaign}', 'cmp_unknown', '')
      : fc.oneof(validOf(schema), fc.constantFrom(...ODD_TEXTS, '0', '-1', '99999999999999999999'))
    ).map(
      (text) =>
        `${name}=${text === '{campaign}' ? text : encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))}`,
    )
  const any = fc.constantFrom('unknown=1', 'limit', '=', '&&', 'a%5Bb%5D%5Bc%5D=1', '__proto__=1')
  const one = parameters.length > 0 ? fc.oneof(...parameters.map(value)) : any
  return fc
    .array(fc.oneof({ arbitrary: one, weight: 6 }, { arbitrary: any, weight: 1 }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join('&'))
}

function validOf(schema: Json): Arbitrary<string> {
  if (schema.format === 'date') {
    return fc.constantFrom(
      '2026-01-31',
      '2026-02-30',
      '2024-02-29',
      '0001-01-01',
      '9999-12-31',
      '2026-1-1',
    )
  }
  if (schema.type === 'integer') {
    const { minimum = 0, maximum = 1000 } = schema as { minimum?: number; maximum?: number }
    return fc.constantFrom(...[minimum, maximum, minimum - 1, maximum + 1, -1, 1.5].map(String))
  }
  return textOf(schema.type === 'array' && isObject(schema.items) ? schema.items : schema)
}

interface Parameter {
  name: string
  schema: Json
}

/** Query parameters of an operation in the merged document. */
export function parametersOf(operation: string): Parameter[] {
  const all = Object.values(assumedDocument.paths as Json).flatMap((item) =>
    Object.values(item as Json),
  )
  const found = all.find((each) => isObject(each) && each.operationId === operation) as
    | Json
    | undefined
  const listed = Array.isArray(found?.parameters) ? (found.parameters as Json[]) : []
  return listed
    .map((each) =>
      typeof each.$ref === 'string' ? (nodeAt(assumedDocument, each.$ref) as Json) : each,
    )
    .filter((each) => each.in === 'query')
    .map(({ name, schema }) => ({ name: String(name), schema: schema as Json }))
}
