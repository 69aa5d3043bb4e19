import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { withTables } from './readme.ts'

it('shows in the README what the newest results say (npm run bench:readme)', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

  expect(readme).toBe(withTables(readme))
})
