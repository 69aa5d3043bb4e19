import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Bom, FONT, shipped } from './sbom.ts'

const PACKAGES = new Map([
  ['bundled@1.0.0', 'MIT'],
  ['tool-of-bundled@1.0.0', 'MIT'],
  ['asked-for@1.0.0', 'ISC'],
])
const DEVELOPMENT = { name: 'cdx:npm:package:development', value: 'true' }
const BUNDLED = { name: 'svc-sandbox:bundled', value: 'true' }

it('lists what is bundled, and nothing that is only developed with', () => {
  const { components } = shipped(bom(), 'ours', PACKAGES)

  expect(components.map(({ name }) => name)).toEqual([
    'bundled',
    'tool-of-bundled',
    'asked-for',
    'Inter',
  ])
})

it('marks what is within the package as bundled and required', () => {
  const { components } = shipped(bom(), 'ours', PACKAGES)

  const within = components.filter(({ properties }) => properties?.length)
  expect(within.map(({ name }) => name)).toEqual([
    'bundled',
    'tool-of-bundled',
    'asked-for',
    'Inter',
  ])
  for (const { scope, properties } of within) {
    expect({ scope, properties }).toEqual({ scope: 'required', properties: [BUNDLED] })
  }
})

it('names the licence of a package that npm finds none for', () => {
  const { components } = shipped(bom(), 'ours', PACKAGES)

  const licences = Object.fromEntries(components.map(({ name, licenses }) => [name, licenses]))
  expect(licences).toMatchObject({
    bundled: [{ license: { id: 'MIT' } }],
    'asked-for': [{ expression: '(ISC OR MIT)' }],
  })
})

it('says that the font is the one of fonts/, and how it came to be', () => {
  const text = readFileSync(new URL('../fonts/README.md', import.meta.url), 'utf8')

  const licence = readFileSync(new URL('../fonts/OFL.txt', import.meta.url), 'utf8')
  const [ancestor] = FONT.pedigree.ancestors
  const [declared] = FONT.licenses

  expect(text).toContain(`${FONT.name} ${FONT.version} by`)
  expect(text.replaceAll('`', '')).toContain(`${ancestor?.name} ${ancestor?.version}`)
  expect(licence).toContain('SIL OPEN FONT LICENSE Version 1.1')
  expect(declared?.license.id).toBe('OFL-1.1')
})

it('names no dependency that users do not have', () => {
  const { dependencies } = shipped(bom(), 'ours', PACKAGES)

  expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
    // Not `tool`, which is only developed with, nor `tool-of-bundled`, which the other one brought.
    'ours@1.0.0': ['bundled@1.0.0', 'asked-for@1.0.0', 'Inter@4.001'],
    'bundled@1.0.0': ['tool-of-bundled@1.0.0', 'asked-for@1.0.0'],
    'tool-of-bundled@1.0.0': [],
    'asked-for@1.0.0': [],
    'Inter@4.001': [],
  })
})

it('does not depend on time, place or npm version', () => {
  const made = shipped(bom(), 'ours', PACKAGES)

  expect(made.serialNumber).toBeUndefined()
  expect(made.metadata).toEqual({
    component: { 'bom-ref': 'ours@1.0.0', name: 'ours', version: '1.0.0' },
  })
})

/** As npm makes it: the root is called like its folder. */
function bom(): Bom {
  const names = ['bundled', 'tool-of-bundled', 'asked-for', 'tool']
  const components = names.map((name) => ({
    'bom-ref': `${name}@1.0.0`,
    ...{ name, version: '1.0.0', scope: 'optional' as const, properties: [DEVELOPMENT] },
    ...(name === 'asked-for' && { licenses: [{ expression: '(ISC OR MIT)' }] }),
  }))
  return {
    serialNumber: 'urn:uuid:1',
    metadata: {
      timestamp: '2026-01-15T09:30:00Z',
      tools: [{ name: 'cli', version: '11' }],
      component: { 'bom-ref': 'ours@1.0.0', name: 'a-folder', version: '1.0.0' },
    },
    components,
    dependencies: [
      { ref: 'ours@1.0.0', dependsOn: ['bundled@1.0.0', 'asked-for@1.0.0', 'tool@1.0.0'] },
      {
        ref: 'bundled@1.0.0',
        dependsOn: ['tool-of-bundled@1.0.0', 'asked-for@1.0.0', 'tool@1.0.0'],
      },
    ],
  }
}
