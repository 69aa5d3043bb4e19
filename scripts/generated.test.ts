import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { generatedFiles } from './generated.ts'

it('finds spec/generated as `npm run generate` makes it', async () => {
  for (const [name, expected] of Object.entries(await generatedFiles())) {
    const path = new URL(`../spec/generated/${name}`, import.meta.url)

    expect(readFileSync(path, 'utf8') === expected, `${name} is up to date`).toBe(true)
  }
})
