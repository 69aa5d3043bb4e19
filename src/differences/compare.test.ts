import { describe, expect, it } from 'vitest'
import { CHANGES, changed, LIST, SCHEMAS } from '../../test/support/document-changes.ts'
import { packagedDocument } from '../openapi/load.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { differencesOf } from './compare.ts'

describe('differencesOf', () => {
  it.each(CHANGES)('reports %s', (_, actions, expected) => {
    const { list } = differencesOf(packagedDocument, changed(actions))

    expect(list.map(({ severity, text }) => `${severity}: ${text}`).sort()).toEqual(expected)
  })

  it.each(CHANGES.filter((_, index) => index % 8 === 0))(
    'reports as many differences in the other direction: %s',
    (_, actions, expected) => {
      const turned = differencesOf(changed(actions), packagedDocument).list.map(({ text }) => text)

      expect(turned).toHaveLength(expected.length)
      const added = expected.filter((text) => text.endsWith(' added'))
      const removed = added.map((text) => text.replace(/^\w+: (.*) added$/, '$1 removed'))
      expect(turned).toEqual(expect.arrayContaining(removed))
    },
  )

  it('names the operations that use a shared schema', () => {
    const after = changed([[`${SCHEMAS}.Campaign.properties`, { owner: { type: 'string' } }]])

    const [{ operations } = { operations: [] }] = differencesOf(packagedDocument, after).list

    expect(operations).toEqual([
      'GET /campaigns',
      'POST /campaigns',
      'GET /campaigns/{id}',
      'PUT /campaigns/{id}',
    ])
  })

  it('reports authentication that was not needed before', () => {
    const before = changed([[`${LIST}.security[0]`, null]])

    expect(differencesOf(before, packagedDocument).list).toEqual([
      {
        severity: 'breaking',
        text: 'now needs authentication',
        operations: ['GET /campaigns'],
      },
    ])
  })

  it('reports a change in a schema that an unchanged schema refers to', () => {
    const schemas = (type: string) => ({
      A: { properties: { b: { $ref: '#/components/schemas/B' } } },
      B: { properties: { c: { $ref: '#/components/schemas/C' } } },
      C: { type },
    })
    const document = (type: string) => {
      const schema = { $ref: '#/components/schemas/A' }
      const responses = { 200: { content: { 'application/json': { schema } } } }
      return { paths: { '/a': { get: { responses } } }, components: { schemas: schemas(type) } }
    }

    expect(differencesOf(document('string'), document('integer')).list).toEqual([
      {
        severity: 'breaking',
        text: 'response member b.c: string → integer',
        operations: ['GET /a'],
      },
    ])
  })

  it('ignores the order of members, values and parts', () => {
    expect(differencesOf(packagedDocument, reversed(packagedDocument) as JsonObject).list).toEqual(
      [],
    )
  })
})

const SETS = ['required', 'enum', 'allOf', 'type']

function reversed(value: Json, name = ''): Json {
  if (Array.isArray(value)) {
    const entries = value.map((entry) => reversed(entry))
    return SETS.includes(name) ? entries.reverse() : entries
  }
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).reverse()
  return Object.fromEntries(members.map(([key, entry]) => [key, reversed(entry as Json, key)]))
}
