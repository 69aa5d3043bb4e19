import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle } from './bundling.ts'
import { keptBundle } from './kept-bundle.ts'
import { sourceKey } from './source-key.ts'

/**
 * Bundles the command before all tests, unless its source is as it was: from the source, each of some hundred starts takes a
 * second more, and the bundle takes six.
 */
export default async function setup(project: TestProject): Promise<void> {
  project.provide('cli', join(await builtPackage(), 'src/cli/main.cjs'))
}

/** The folder with the bundle of the current source, which `npm run build` and tests share. */
export function builtPackage(): Promise<string> {
  return keptBundle('svc-sandbox-cli', sourceKey(), bundle)
}
