import { expect, it } from 'vitest'
import { Provenance } from './provenance.ts'

const string = { type: 'string' }

it('knows stated, assumed and overlaid parts apart', () => {
  const provenance = new Provenance({
    stated: { properties: { id: string } },
    packaged: { properties: { id: string, status: string } },
    served: { properties: { id: string, status: string, colour: string } },
  })

  expect(provenance.of('/properties/id')).toBe('stated')
  expect(provenance.of('/properties/status')).toBe('assumed')
  expect(provenance.of('/properties/colour')).toBe('overlay')
})

it('takes what is stated for stated whatever is assumed of it besides, and tells what that is', () => {
  const provenance = provenanceOfId(string, { ...string, minLength: 1 })

  expect(provenance.of('/properties/id')).toBe('stated')
  expect(provenance.assumedDetails('/properties/id')).toEqual(['minLength'])
  expect(provenance.of('/properties/id/minLength')).toBe('assumed')
})

it('gives an overlay what it changed', () => {
  const provenance = provenanceOfId(string, string, { type: 'integer' })

  expect(provenance.of('/properties/id')).toBe('overlay')
  expect(provenance.of('/properties/id/type')).toBe('overlay')
})

it('leaves the whole to the provider when an overlay changes a part of it', () => {
  const operation = (description: string) => ({ get: { responses: { 200: { description } } } })
  const provenance = new Provenance({
    stated: operation('Good.'),
    packaged: operation('Good.'),
    served: operation('Better.'),
  })

  expect(provenance.of('/get')).toBe('stated')
  expect(provenance.of('/get/responses/200')).toBe('overlay')
})

it('finds parameters again after one before them was removed', () => {
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
