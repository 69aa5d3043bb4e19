import { expect, it } from 'vitest'
import { Provenance } from './provenance.ts'

const string = { type: 'string' }

it('distinguishes stated, assumed and overlaid parts', () => {
  const provenance = new Provenance({
    stated: { properties: { id: string } },
    packaged: { properties: { id: string, status: string } },
    served: { properties: { id: string, status: string, colour: string } },
  })

  expect(provenance.of('/properties/id')).toBe('stated')
  expect(provenance.of('/properties/status')).toBe('assumed')
  expect(provenance.of('/properties/colour')).toBe('overlay')
})

it('reports a stated part as stated even if some of its keywords are assumed, and lists those', () => {
  const provenance = provenanceOfId(string, { ...string, minLength: 1 })

  expect(provenance.of('/properties/id')).toBe('stated')
  expect(provenance.assumedDetails('/properties/id')).toEqual(['minLength'])
  expect(provenance.of('/properties/id/minLength')).toBe('assumed')
})

it('attributes a changed part to the overlay', () => {
  const provenance = provenanceOfId(string, string, { type: 'integer' })

  expect(provenance.of('/properties/id')).toBe('overlay')
  expect(provenance.of('/properties/id/type')).toBe('overlay')
})

it('finds parameters after an earlier one was removed', () => {
  const parameter = (name: string) => ({ name, in: 'query', schema: string })
  const provenance = new Provenance({
    stated: { parameters: [parameter('id')] },
    packaged: { parameters: [parameter('id'), parameter('limit'), parameter('offset')] },
    served: { parameters: [parameter('offset'), { ...parameter('id'), required: true }] },
  })

  expect(provenance.of('/parameters/0')).toBe('assumed')
  expect(provenance.of('/parameters/1')).toBe('overlay')
})

function provenanceOfId(...[stated, packaged, served = packaged]: object[]): Provenance {
  const holding = (id: object | undefined) => ({ properties: { id: { ...id } } })
  return new Provenance({
    stated: holding(stated),
    packaged: holding(packaged),
    served: holding(served),
  })
}
