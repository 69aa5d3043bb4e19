/** `npm run generate`: brings spec/generated/ up to date with spec/. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { generatedFiles } from './generated.ts'

const folder = new URL('../spec/generated/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(await generatedFiles())) {
  writeFileSync(new URL(name, folder), text)
}
console.log('spec/generated is up to date with spec/.')
