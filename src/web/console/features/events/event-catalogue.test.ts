import { expect, it } from 'vitest'
import document from '../../../../../spec/documents/openapi.ts'
import { eventCatalogue } from './event-catalogue.ts'

const catalogue = eventCatalogue(document)

it('describes every kind with its headers, members and an example', () => {
  expect(catalogue.map(({ name }) => name)).toEqual([
    'campaign.completed',
    'ranking.changed',
    'mention.detected',
  ])
  for (const { headers, example, members } of catalogue) {
    expect(headers.map(({ name }) => name)).toContain('webhook-signature')
    expect(example).toMatchObject({ type: expect.any(String), data: expect.any(Object) })
    expect(members.length).toBeGreaterThan(5)
  }
})

it('names members by their path, with their types', () => {
  const ranking = catalogue.find(({ name }) => name === 'ranking.changed')
  const member = (name: string) => ranking?.members.find((each) => each.name === name)

  expect(member('type')?.type).toBe('"ranking.changed"')
  expect(member('timestamp')?.type).toBe('string (date-time)')
  expect(member('data.position')).toMatchObject({ type: 'integer or null', required: true })
})

it('has each member of the example', () => {
  for (const { example, members } of catalogue) {
    const { data } = example as { data: object }
    const names = members.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(Object.keys(data).map((name) => `data.${name}`)))
  }
})
