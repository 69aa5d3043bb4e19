import { expect, it } from 'vitest'
import { type Bom, shipped } from './sbom.ts'

const SHIPPED = {
  bundled: new Set(['bundled@1.0.0']),
  installed: new Set(['installed@1.0.0']),
}
const DEVELOPMENT = { name: 'cdx:npm:package:development', value: 'true' }

it('lists what is installed and what is bundled, and nothing that is only developed with', () => {
  const { components } = shipped(bom(), 'ours', SHIPPED)

  expect(components.map(({ name }) => name)).toEqual(['installed', 'bundled'])
})

it('tells which code is within the package', () => {
  const { components } = shipped(bom(), 'ours', SHIPPED)

  expect(components.map(({ properties }) => properties)).toEqual([
    [],
    [{ name: 'svc-sandbox:bundled', value: 'true' }],
  ])
})

it('names no dependency that is not listed', () => {
  const { dependencies } = shipped(bom(), 'ours', SHIPPED)

  expect(dependencies).toEqual([
    { ref: 'ours@1.0.0', dependsOn: ['installed@1.0.0', 'bundled@1.0.0'] },
    { ref: 'installed@1.0.0', dependsOn: [] },
    { ref: 'bundled@1.0.0', dependsOn: [] },
  ])
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
  return {
    serialNumber: 'urn:uuid:1',
    metadata: {
      timestamp: '2026-01-15T09:30:00Z',
      tools: [{ name: 'cli', version: '11' }],
      component: { 'bom-ref': 'ours@1.0.0', name: 'a-folder', version: '1.0.0' },
    },
    components: [
      { 'bom-ref': 'installed@1.0.0', name: 'installed', version: '1.0.0', properties: [] },
      { 'bom-ref': 'bundled@1.0.0', name: 'bundled', version: '1.0.0', properties: [DEVELOPMENT] },
      { 'bom-ref': 'tool@1.0.0', name: 'tool', version: '1.0.0', properties: [DEVELOPMENT] },
    ],
    dependencies: [
      { ref: 'ours@1.0.0', dependsOn: ['installed@1.0.0', 'bundled@1.0.0', 'tool@1.0.0'] },
      { ref: 'installed@1.0.0', dependsOn: ['tool@1.0.0'] },
      { ref: 'bundled@1.0.0', dependsOn: [] },
      { ref: 'tool@1.0.0', dependsOn: [] },
    ],
  }
}
