import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import type { Fixture } from './fixture-schema.ts'

/** A fixture that comes with the package, read, checked and written out by `npm run generate`. */
export interface PackagedFixture extends Fixture {
  /** The seed from which its generated campaigns were made. */
  seed: number
}

/**
 * The packaged fixture of that name and seed: parsing YAML, compiling the schema and inventing a
 * thousand campaigns would take a third of the start. Undefined where none was prepared.
 */
export function packagedFixture(name: string, seed: number): Fixture | undefined {
  if (!/^[\w-]+$/.test(name)) return undefined
  const file = join(packageRoot(), 'fixtures', 'generated', `${name}.json`)
  if (!existsSync(file)) return undefined
  const prepared: PackagedFixture = JSON.parse(readFileSync(file, 'utf8'))
  return prepared.seed === seed ? prepared : undefined
}
