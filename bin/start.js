const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

// A checkout runs its source, so that nothing has to be built first; the package has the bundle alone.
const source = join(__dirname, '../src/cli/main.ts')
if (existsSync(source)) void runSource()
else runBundle()

function runBundle() {
  // Later starts take less time. Node has it since 22.1.
  require('node:module').enableCompileCache?.()
  // CommonJS, because the loader of ES modules would take longer than this whole file.
  require('../dist/src/cli/main.cjs')
}

async function runSource() {
  const tsx = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')]).catch(() => {
    console.error('svc-sandbox is not installed yet. Run npm ci in its checkout first.')
    process.exit(2)
  })
  // Not the tsconfig.json of the folder that it is called in.
  for (const { register } of tsx) register({ tsconfig: false })
  await import(pathToFileURL(source).href)
}
