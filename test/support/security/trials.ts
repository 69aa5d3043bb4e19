import { describe, expect, it } from 'vitest'
import { ACTORS } from './actors.ts'
import { ASSETS, verdictsOf } from './assets.ts'
import { startScene } from './scene.ts'
import { documentedVerdicts, type Mode } from './table.ts'

/** Tests of every cell of the table of a mode. */
export function tryTable(mode: Mode): void {
  const documented = documentedVerdicts()
  describe(mode, () => {
    it.each(Object.entries(ACTORS))('%s', { timeout: 60_000 }, async (actor, connect) => {
      const scene = await startScene(mode)
      const caller = await connect(scene)

      const found = caller
        ? await verdictsOf(caller, scene)
        : Object.fromEntries(Object.keys(ASSETS).map((asset) => [asset, '–']))

      expect(found).toEqual(documented[mode]?.[actor])
    })
  })
}
