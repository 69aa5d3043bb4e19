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

/** dist/ with what the build put into it, where this runs from there; undefined for those who work on the source. */
export function builtFolder(): string | undefined {
  const dist = join(packageRoot(), 'dist')
  return fileURLToPath(import.meta.url).startsWith(dist) ? dist : undefined
}

/** The version of this package. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version
}
