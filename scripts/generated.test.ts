import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generatedFiles } from './generated.ts'

it('finds the generated files as `npm run generate` makes them', async () => {
  for (const [path, expected] of Object.entries(await generatedFiles())) {
    const found = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

    expect(found === expected, `${path} is up to date`).toBe(true)
  }
})
