import { expect, it } from 'vitest'
import { applyOverlay } from '../../../../openapi/overlay.ts'
import type { Json, JsonObject } from '../../../../schema/json.ts'
import { valueAt } from '../../../../schema/pointer.ts'
import { actionsFor, targetOf } from './overlay-actions.ts'

const DOCUMENT: JsonObject = {
  'x-failures': { unknown_resource: { status: 404, code: 'not_found' } },
  paths: {
    '/it\'s "odd"/{id}': {
      parameters: [{ name: 'limit' }, { name: 'offset', schema: { maximum: 5 } }],
    },
  },
  components: {
    schemas: { Campaign: { enum: ['a', 'b'], properties: { status: { type: 'string' } } } },
  },
}

const applied = (pointer: string, after: Json) => {
  const actions = actionsFor(pointer, valueAt(DOCUMENT, pointer) as Json, after)
  if (actions.length === 0) return DOCUMENT
  return applyOverlay(DOCUMENT, {
    overlay: '1.0.0',
    info: { title: 't', version: '1' },
    actions: actions as never,
  })
}

it.each<[what: string, pointer: string, after: Json]>([
  ['a number', '/x-failures/unknown_resource/status', 410],
  ['a list that gets shorter', '/components/schemas/Campaign/enum', ['b']],
  ['a list in place of an object', '/components/schemas/Campaign/properties', []],
  ['an object in place of a list', '/components/schemas/Campaign/enum', { a: 1 }],
  ['a member that is removed', '/x-failures/unknown_resource', { status: 410 }],
  [
    'members deep within',
    '/components/schemas',
    { Campaign: { enum: ['c'], properties: { status: { type: 'integer', minimum: 1 } } } },
  ],
  ['a member of an entry of a list', '/paths/~1it\'s "odd"~1{id}/parameters/1/schema/maximum', 7],
  ['nothing', '/x-failures/unknown_resource', { status: 404, code: 'not_found' }],
  ['null', '/x-failures/unknown_resource/code', null],
])('changes %s, and nothing else', (_what, pointer, after) => {
  const changed = applied(pointer, after)

  expect(valueAt(changed, pointer)).toEqual(after)
  expect(applied(pointer, valueAt(DOCUMENT, pointer) as Json)).toEqual(DOCUMENT)
})

it('leaves out what stays as it is', () => {
  const actions = actionsFor(
    '/x-failures/unknown_resource',
    { status: 404, code: 'not_found' },
    { status: 410, code: 'not_found' },
  )

  expect(actions).toEqual([
    { target: "$['x-failures']['unknown_resource']", update: { status: 410 } },
  ])
})

it('escapes names in targets', () => {
  expect(targetOf('/paths/~1a~0b\'"\\/0')).toBe(`$['paths']['/a~b\\'"\\\\'][0]`)
})
