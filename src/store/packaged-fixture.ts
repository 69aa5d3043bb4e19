import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import type { Fixture } from './fixture-schema.ts'

/**
 * A fixture that comes with the package, as `npm run generate` read and checked it ahead of time: the
 * YAML parser and the schema would take a fifth of the start. Undefined when `name` is none of them.
 */
export function packagedFixture(name: string): Fixture | undefined {
  if (!/^[\w-]+$/.test(name)) return undefined
  const file = join(packageRoot(), 'fixtures', 'generated', `${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
