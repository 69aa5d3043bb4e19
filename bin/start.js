const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

// A checkout runs its source, so that nothing has to be built first; the package has the bundle alone.
const source = join(__dirname, '../src/cli/main.ts')
if (existsSync(source)) void runSource()
// CommonJS, because the loader of ES modules would take longer than this whole file.
else require('../dist/src/cli/main.cjs')

async function runSource() {
  const { register } = await import('tsx/esm/api').catch(() => {
    console.error('svc-sandbox is not installed yet. Run npm ci in its checkout first.')
    process.exit(2)
  })
  // Not the tsconfig.json of the folder that it is called in.
  register({ tsconfig: false })
  await import(pathToFileURL(source).href)
}
