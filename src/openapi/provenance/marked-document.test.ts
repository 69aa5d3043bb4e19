import { expect, it } from 'vitest'
import type { JsonObject } from '../../schema/json.ts'
import { markedDocument } from './marked-document.ts'
import { Provenance } from './provenance.ts'

const string = { type: 'string' }

function markedSchema(stated: JsonObject, packaged: JsonObject): JsonObject {
  const holding = (schemas: JsonObject) => ({ components: { schemas } })
  const served = holding(packaged)
  const provenance = new Provenance({ stated: holding(stated), packaged: served, served })
  return (markedDocument(served, provenance) as ReturnType<typeof holding>).components.schemas
}

it('marks a member as stated if one part of an allOf states it', () => {
  const parts = {
    allOf: [{ $ref: '#/components/schemas/Success' }, { properties: { data: string } }],
  }
  const { List } = markedSchema(
    { Success: { properties: { data: {} } } },
    { Success: { properties: { data: {} } }, List: parts },
  )

  expect((List as typeof parts).allOf[1]).toEqual({
    properties: { data: { ...string, 'x-origin': 'stated', 'x-assumed': ['type'] } },
  })
})
