import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withTables } from './docs.ts'

it('shows in docs/performance.md what the newest results say (npx tsx test/bench/docs.ts)', () => {
  const page = readFileSync(new URL('../../docs/performance.md', import.meta.url), 'utf8')

  expect(page).toBe(withTables(page))
})
