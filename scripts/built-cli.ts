import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundle } from './bundling.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The bundled command, built from the current source. */
    cli: string
  }
}

/** Bundles the command before all tests: from the source, each of some hundred starts takes a second more. */
export default async function setup(project: TestProject): Promise<() => void> {
  // In the package, so that Node finds what is not bundled.
  const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'svc-sandbox-cli-'))
  await bundle(folder)
  project.provide('cli', join(folder, 'src/cli/main.js'))
  return () => rmSync(folder, { recursive: true, force: true })
}
