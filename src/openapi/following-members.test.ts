import { expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { packagedDocument } from './load.ts'
import { applyOverlay } from './overlay.ts'

const NAME = '#/components/schemas/Input/properties/name'

function withSchemas(schemas: JsonObject): JsonObject {
  return { components: { schemas } }
}

/** The schemas of `document` after an overlay with these actions. */
function overlaid(document: JsonObject, ...actions: Parameters<typeof applyOverlay>[1]['actions']) {
  const info = { title: 'Test', version: '1' }
  const { components } = applyOverlay(document, { overlay: '1.0.0', info, actions })
  return (components as { schemas: Record<string, JsonObject> }).schemas
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value ? [String(value.$ref)] : []
  return [...own, ...Object.values(value).flatMap(referencesIn)]
}

it('leaves no reference into a component in the packaged document', () => {
  const references = new Set(referencesIn(packagedDocument))

  expect(references.size).toBeGreaterThan(50)
  expect([...references].filter((it) => !/^#\/components\/\w+\/[\w-]+$/.test(it))).toEqual([])
})

it('copies what a reference into a component leads to, without its source', () => {
  const name = { type: 'string', 'x-source': '§2' }
  const document = withSchemas({
    Input: { properties: { name } },
    Update: { properties: { name: { $ref: NAME } } },
  })

  const { Input, Update } = overlaid(document)

  expect(Input).toEqual({ properties: { name } })
  expect(Update).toEqual({ properties: { name: { type: 'string', 'x-follows': NAME } } })
})

it('keeps what is next to a reference, in addition to its target', () => {
  const document = withSchemas({
    Input: { properties: { name: { type: 'string', maxLength: 9 } } },
    Update: { properties: { name: { $ref: NAME, maxLength: 20 } } },
  })

  const { Update } = overlaid(document)

  expect(Update).toEqual({
    properties: {
      name: { maxLength: 20, allOf: [{ type: 'string', maxLength: 9, 'x-follows': NAME }] },
    },
  })
})

it('keeps a reference of a schema to a part of itself', () => {
  const child = { properties: { child: { $ref: '#/components/schemas/Tree/properties/child' } } }
  const document = withSchemas({ Tree: { properties: { child } } })

  const { Tree } = overlaid(document)

  expect(JSON.stringify(Tree).length).toBeLessThan(1000)
})

const following = () =>
  withSchemas(
    overlaid(
      withSchemas({
        Input: { properties: { name: { type: 'string', maxLength: 200 } } },
        Update: { properties: { name: { $ref: NAME } } },
      }),
    ),
  )
const at = (schema: string) => `$.components.schemas.${schema}.properties.name`

it('changes the copy together with what it follows', () => {
  const { Update } = overlaid(following(), { target: at('Input'), update: { maxLength: 80 } })

  expect(Update).toMatchObject({ properties: { name: { maxLength: 80 } } })
})

it('keeps a copy that an overlay changed, now and later', () => {
  const own = { target: at('Update'), update: { maxLength: 10 } }
  const other = { target: at('Input'), update: { maxLength: 80 } }

  const first = overlaid(following(), own, other)
  const then = overlaid(withSchemas(first), { ...other, update: { maxLength: 90 } })

  expect(first.Update).toMatchObject({ properties: { name: { maxLength: 10 } } })
  expect(then.Update).toMatchObject({ properties: { name: { maxLength: 10 } } })
})

it('keeps a copy of a member that an overlay removed', () => {
  const { Update } = overlaid(following(), { target: at('Input'), remove: true })

  expect(Update).toMatchObject({ properties: { name: { type: 'string' } } })
})
