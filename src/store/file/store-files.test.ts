import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary.ts'
import { writeWhole } from './store-files.ts'

it('writes parts of any length in UTF-8, one after the other', async () => {
  const path = join(temporaryFolder(), 'file')
  const parts = ['short', '', '✓'.repeat(100_000), 'é', '🏔'.repeat(3), 'end\n']

  await writeWhole(path, parts)

  expect(readFileSync(path, 'utf8')).toBe(parts.join(''))
})
