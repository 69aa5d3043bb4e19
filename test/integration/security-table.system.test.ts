import { expect, it } from 'vitest'
import { ACTORS } from '../support/security/actors.ts'
import { ASSETS } from '../support/security/assets.ts'
import { documentedVerdicts, MODES } from '../support/security/table.ts'
import { tryTable } from '../support/security/trials.ts'

const documented = documentedVerdicts()

it('docs/security.md has a table for each mode, with every actor and every asset', () => {
  expect(Object.keys(documented)).toEqual([...MODES])
  for (const table of Object.values(documented)) {
    expect(Object.keys(table)).toEqual(Object.keys(ACTORS))
    for (const row of Object.values(table)) expect(Object.keys(row)).toEqual(Object.keys(ASSETS))
  }
})

for (const mode of MODES) tryTable(mode)
