/** `npm run generate`: updates the generated files. */
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { kindsModule } from './kinds.ts'

const root = new URL('../', import.meta.url)

// Written before the rest is loaded, which imports it.
const stated = parse(readFileSync(new URL('spec/openapi.yaml', root), 'utf8'))
writeFileSync(new URL('spec/generated/kinds.ts', root), kindsModule(stated))

const { generatedFiles } = await import('./generated.ts')
for (const [path, content] of Object.entries(await generatedFiles())) {
  writeFileSync(new URL(path, root), content)
  console.log(path)
}
