/**
 * The package for `require`. It loads the ES module from outside of the caller's context: Jest gives test files a
 * context of their own, without `import()`. So a worker of Jest loads the sandbox once and not for each file, and fake
 * timers of a test leave it alone.
 */
import { constants, runInThisContext } from 'node:vm'
import { ConfigError } from './config/parse.ts'
import type { SandboxOptions } from './config.ts'
import { ApiError } from './errors.ts'
import { FixtureError } from './fixtures/fixture-error.ts'
import type * as Package from './index.ts'
import { DocumentError } from './openapi/document-error.ts'
import { StoreError } from './store/store-error.ts'

export { defineConfig } from './config/config-file.ts'
export { ApiError, ConfigError, DocumentError, FixtureError, StoreError }

// Errors of a sandbox are of the module's own classes, which cannot be had before it is loaded.
for (const kind of [ApiError, ConfigError, DocumentError, FixtureError, StoreError]) {
  const value = (error: unknown) => isOf(kind.name, error)
  Object.defineProperty(kind, Symbol.hasInstance, { value })
}

/** As `createSandbox` of the module. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Package.Sandbox> {
  return (await load()).createSandbox(options)
}

/** As `createProxy` of the module. */
export async function createProxy(options: Package.ProxyOptions): Promise<Package.Sandbox> {
  return (await load()).createProxy(options)
}

function load(): Promise<typeof Package> {
  const importOutside = runInThisContext('(url) => import(url)', {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return importOutside(new URL('./index.js', import.meta.url).href)
}

function isOf(name: string, error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  return error.constructor.name === name || isOf(name, Object.getPrototypeOf(error))
}
