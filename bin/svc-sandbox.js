#!/usr/bin/env node
import { existsSync } from 'node:fs'

// A checkout runs its source, so that nothing has to be built first; the package has the bundle alone.
const source = new URL('../src/cli/main.ts', import.meta.url)
if (existsSync(source)) {
  const { register } = await import('tsx/esm/api').catch(() => {
    console.error('svc-sandbox is not installed yet. Run npm ci in its checkout first.')
    process.exit(2)
  })
  // Not the tsconfig.json of the folder that it is called in.
  register({ tsconfig: false })
  await import(source.href)
} else {
  await import('../dist/src/cli/main.js')
}
