import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, inject, it, onTestFinished } from 'vitest'
import type * as Package from './require.ts'

/** Loads the CommonJS entry as Jest does: in a context that has no `import()`. */
function required(): typeof Package {
  const file = join(dirname(inject('cli')), '../index.cjs')
  const context = createContext({ URL })
  const load = runInContext(
    `(function (module, exports, require, __filename) {${readFileSync(file, 'utf8')}\n})`,
    context,
    { filename: file },
  )
  const module = { exports: {} }
  load(module, module.exports, createRequire(file), file)
  return module.exports as typeof Package
}

it('starts a sandbox from a context without import()', async () => {
  const sandbox = await required().createSandbox({ listen: false })
  onTestFinished(() => sandbox.close())

  const { status } = await sandbox.fetch('/api/campaigns')

  expect(status).toBe(401)
})

it('has the classes of the errors that a sandbox throws', async () => {
  const { ConfigError, createSandbox, StoreError } = required()

  const error = await createSandbox({ port: -1 }).catch((error: unknown) => error)

  expect(error instanceof ConfigError).toBe(true)
  expect(error instanceof StoreError).toBe(false)
  expect(new ConfigError('text') instanceof ConfigError).toBe(true)
  expect(new Error('text') instanceof ConfigError).toBe(false)
})

it('has all that the module exports', async () => {
  const module = await import('./index.ts')

  expect(Object.keys(required()).sort()).toEqual(Object.keys(module).sort())
})
