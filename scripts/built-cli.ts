import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundle } from './bundling.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The command as it is bundled, made of the source as it is now. */
    cli: string
  }
}

/**
 * Before all tests: bundles the command that they run as a process. From the source, by tsx, each of some hundred starts
 * takes a second more.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  // Within the package, where what is not bundled is found.
  const cache = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'svc-sandbox-cli-'))
  await bundle(folder)
  project.provide('cli', join(folder, 'src/cli.js'))
  return () => rmSync(folder, { recursive: true, force: true })
}
