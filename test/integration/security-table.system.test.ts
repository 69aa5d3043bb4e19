import { describe, expect, it } from 'vitest'
import { ACTORS } from '../support/security/actors.ts'
import { ASSETS, verdictsOf } from '../support/security/assets.ts'
import { startScene } from '../support/security/scene.ts'
import { documentedVerdicts, MODES } from '../support/security/table.ts'

const documented = documentedVerdicts()

it('docs/security.md has a table for each mode, with every actor and every asset', () => {
  expect(Object.keys(documented)).toEqual([...MODES])
  for (const table of Object.values(documented)) {
    expect(Object.keys(table)).toEqual(Object.keys(ACTORS))
    for (const row of Object.values(table)) expect(Object.keys(row)).toEqual(Object.keys(ASSETS))
  }
})

describe.each(MODES)('%s', (mode) => {
  it.each(Object.entries(ACTORS))('%s', async (actor, connect) => {
    const scene = await startScene(mode)
    const caller = await connect(scene)

    const found = caller
      ? await verdictsOf(caller, scene)
      : Object.fromEntries(Object.keys(ASSETS).map((asset) => [asset, '–']))

    expect(found).toEqual(documented[mode]?.[actor])
  })
})
