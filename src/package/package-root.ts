import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder that holds package.json and fixtures/, whether this runs from src/ or from dist/src/. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) {
    folder = dirname(folder)
  }
  return folder
}

/** The folder of the build, such as dist/, if this runs from there; undefined for those who work on the source. */
export function builtFolder(): string | undefined {
  const root = packageRoot()
  let folder = dirname(fileURLToPath(import.meta.url))
  // Every build has the licences of what it bundles.
  while (folder !== root && !existsSync(join(folder, 'licenses.txt'))) folder = dirname(folder)
  return folder === root ? undefined : folder
}

/** The version of this package. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version
}
