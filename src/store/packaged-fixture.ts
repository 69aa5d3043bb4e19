import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../package-root.ts'
import type { Origin } from './fixture-account.ts'
import { DEFAULT_PLAN } from './fixture-defaults.ts'
import type { Fixture, FixtureTerms } from './fixture-schema.ts'

/** A fixture that comes with the package, read, checked and written out by `npm run generate`. */
export interface PackagedFixture extends Fixture {
  /** The seed from which its generated campaigns were made. */
  seed: number
}

/**
 * The packaged fixture of that name and seed: parsing YAML, compiling the schema and inventing a
 * thousand campaigns would take a third of the start. Undefined where none was prepared, or where an
 * overlay took away a plan or a prefix of it: reading the YAML tells then at which line.
 */
export function packagedFixture(
  name: string,
  { seed, document }: Pick<Origin, 'seed' | 'document'>,
): Fixture | undefined {
  if (!isName(name)) return undefined
  const file = join(packageRoot(), 'fixtures', 'generated', `${name}.json`)
  if (!existsSync(file)) return undefined
  const prepared: PackagedFixture = JSON.parse(readFileSync(file, 'utf8'))
  return prepared.seed === seed && keepsTo(prepared, document) ? prepared : undefined
}

/** Whether a fixture of that name comes with the package, prepared or not. */
export function isPackaged(name: string): boolean {
  return isName(name) && existsSync(join(packageRoot(), 'fixtures', `${name}.yaml`))
}

function isName(text: string): boolean {
  return /^[\w-]+$/.test(text)
}

function keepsTo({ accounts }: Fixture, document: FixtureTerms): boolean {
  return accounts.every(
    ({ plan = DEFAULT_PLAN, keys = [] }) =>
      document.planNames.includes(plan) &&
      keys.every(({ token }) => document.tokenTypeOf(token) !== undefined),
  )
}
