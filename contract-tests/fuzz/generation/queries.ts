import fc, { type Arbitrary } from 'fast-check'
import type { JsonObject } from '../../../src/schema/json.ts'
import { operationsOf, parametersOf } from '../../../src/schema/operations.ts'
import { isObject, type Json } from '../../http/reading.ts'
import { assumedDocument } from '../../specification/documents.ts'
import { ODD_TEXTS, textOf } from './texts.ts'

/** Queries of the document's parameters: at their limits, beyond them, odd and repeated. */
export function queryOf(operation: string): Arbitrary<string> {
  const parameters = queryParametersOf(operation)
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
    const usual = ['2026-01-31', '2026-02-30', '2024-02-29']
    return fc.constantFrom(...usual, '0001-01-01', '9999-12-31', '2026-1-1')
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
function queryParametersOf(operation: string): Parameter[] {
  const document = assumedDocument as JsonObject
  const found = operationsOf(document).find(({ id }) => id === operation)
  return (found ? parametersOf(document, found) : [])
    .filter(({ value }) => value.in === 'query')
    .map(({ value: { name, schema } }) => ({ name: String(name), schema: schema as Json }))
}
