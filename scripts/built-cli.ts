import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundle } from './bundling.ts'
import { keptBundle } from './kept-bundle.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
/** All that bundles are made of. */
const SOURCES = [
  ...['src', 'contract-tests', 'spec', 'scripts', 'package.json', 'tsconfig.json'],
  // The packages that are installed.
  'node_modules/.package-lock.json',
]

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

function sourceKey(): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap(filesOf).filter((file) => !file.endsWith('.test.ts'))
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** The files of a folder, or the file, by their paths below the root. */
function filesOf(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path]
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}
