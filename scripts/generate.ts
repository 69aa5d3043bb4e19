/** `npm run generate`: brings the generated files up to date with what they are made from. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { generatedFiles } from './generated.ts'

const root = new URL('../', import.meta.url)
for (const [path, text] of Object.entries(await generatedFiles())) {
  const file = new URL(path, root)
  mkdirSync(new URL('./', file), { recursive: true })
  writeFileSync(file, text)
  console.log(path)
}
