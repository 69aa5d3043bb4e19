import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Bom, FONT, type Shipped, shipped } from './sbom.ts'

const SHIPPED: Shipped = {
  bundled: new Map([
    ['bundled@1.0.0', 'MIT'],
    ['asked-for@1.0.0', 'ISC'],
    ['swagger-ui-dist@1.0.0', 'Apache-2.0'],
  ]),
  installed: new Set(['installed@1.0.0', 'tool-of-installed@1.0.0']),
  needed: ['installed'],
}
const DEVELOPMENT = { name: 'cdx:npm:package:development', value: 'true' }
const BUNDLED = { name: 'svc-sandbox:bundled', value: 'true' }

it('lists what is installed and what is bundled, and nothing that is only developed with', () => {
  const { components } = shipped(bom(), 'ours', SHIPPED)

  expect(components.map(({ name }) => name)).toEqual([
    'installed',
    'tool-of-installed',
    'bundled',
    'asked-for',
    'swagger-ui-dist',
    'Inter',
  ])
})

it('tells which code is within the package, and that it is needed', () => {
  const { components } = shipped(bom(), 'ours', SHIPPED)

  const within = components.filter(({ properties }) => properties?.length)
  expect(within.map(({ name }) => name)).toEqual([
    'bundled',
    'asked-for',
    'swagger-ui-dist',
    'Inter',
  ])
  for (const { scope, properties } of within) {
    expect({ scope, properties }).toEqual({ scope: 'required', properties: [BUNDLED] })
  }
})

it('names the licence of a package that npm finds none for', () => {
  const { components } = shipped(bom(), 'ours', SHIPPED)

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

it('says that the code of others within the files of a package is not listed', () => {
  const { compositions } = shipped(bom(), 'ours', SHIPPED)

  expect(compositions).toEqual([{ aggregate: 'incomplete', assemblies: ['swagger-ui-dist@1.0.0'] }])
})

it('names no dependency that users do not have', () => {
  const { dependencies } = shipped(bom(), 'ours', SHIPPED)

  expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
    // Not `tool-of-installed`, although it is developed with.
    'ours@1.0.0': ['installed@1.0.0', 'bundled@1.0.0', 'swagger-ui-dist@1.0.0', 'Inter@4.001'],
    // Not `bundled`, which npm does not install.
    'installed@1.0.0': ['tool-of-installed@1.0.0'],
    'tool-of-installed@1.0.0': [],
    'bundled@1.0.0': ['asked-for@1.0.0'],
    'asked-for@1.0.0': [],
    'swagger-ui-dist@1.0.0': [],
    'Inter@4.001': [],
  })
})

it('is the same whenever, wherever and with whichever npm it is made', () => {
  const made = shipped(bom(), 'ours', SHIPPED)

  expect(made.serialNumber).toBeUndefined()
  expect(made.metadata).toEqual({
    component: { 'bom-ref': 'ours@1.0.0', name: 'ours', version: '1.0.0' },
  })
})

/** As npm makes it: the root is called like its folder. */
function bom(): Bom {
  const installed = ['installed', 'tool-of-installed'].map((name) => ({
    'bom-ref': `${name}@1.0.0`,
    ...{ name, version: '1.0.0', properties: [] },
  }))
  const developed = ['bundled', 'asked-for', 'swagger-ui-dist', 'tool'].map((name) => ({
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
    components: [...installed, ...developed],
    dependencies: [
      {
        ref: 'ours@1.0.0',
        dependsOn: ['installed@1.0.0', 'bundled@1.0.0', 'tool-of-installed@1.0.0', 'tool@1.0.0'],
      },
      {
        ref: 'installed@1.0.0',
        dependsOn: ['tool@1.0.0', 'tool-of-installed@1.0.0', 'bundled@1.0.0'],
      },
      { ref: 'tool-of-installed@1.0.0', dependsOn: [] },
      { ref: 'bundled@1.0.0', dependsOn: ['asked-for@1.0.0', 'tool@1.0.0'] },
    ],
  }
}
