import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packageRoot } from '../package-root.ts'
import { checkFixture } from './fixture-check.ts'
import { FixtureError } from './fixture-error.ts'
import { type FixtureLimits, limitProblems } from './fixture-limits.ts'
import type { AccountFixture, Fixture, FixtureTerms } from './fixture-schema.ts'
import { type FixtureProblem, readFixtureSource } from './fixture-source.ts'
import { isPackaged } from './packaged-fixture.ts'
import { systemReason } from './store-error.ts'

/** A fixture as it was written, and what to call it in messages. */
export interface FixtureText {
  title: string
  text: string
  /** Those of a fixture that came with a request; what the operator has on file is not limited. */
  limits?: FixtureLimits
}

/** The text of a fixture of the package, or of a file. Throws FixtureError. */
export function readFixture(pathOrName: string): FixtureText {
  const path = locateFixture(pathOrName)
  return { title: path, text: read(path) }
}

/** The accounts that a fixture describes. Throws FixtureError. */
export function parseFixture(fixture: FixtureText, terms: FixtureTerms): AccountFixture[] {
  const { title, text, limits } = fixture
  const source = readFixtureSource(text)
  const excess = limits ? limitProblems(source, limits) : []
  const problems = excess.length > 0 ? excess : checkFixture(source, terms)
  if (problems.length > 0) throw new FixtureError(describe(title, problems), problems)
  return (source.value as Fixture).accounts
}

/** Where a fixture of the package, or a file, is. Throws FixtureError when it is nowhere. */
export function locateFixture(pathOrName: string): string {
  if (isPackaged(pathOrName)) return join(packageRoot(), 'fixtures', `${pathOrName}.yaml`)

  const path = resolve(pathOrName)
  if (existsSync(path)) return path

  throw new FixtureError(
    `There is no fixture ${pathOrName}: no file ${path}. ` +
      `Give the path of a YAML file, or one of the names ${packagedNames().join(', ')}.`,
  )
}

/** Names of the fixtures that come with the package. */
export function packagedNames(): string[] {
  return readdirSync(join(packageRoot(), 'fixtures'))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new FixtureError(
      `The fixture ${path} can't be read: ${systemReason(error)}. Give the path of a YAML file.`,
      [],
      { cause: error },
    )
  }
}

function describe(path: string, problems: readonly FixtureProblem[]): string {
  const lines = problems.map(
    ({ line, column, path: at, message }) =>
      `  ${path}:${line}:${column}: ${at === '' ? '' : `${at} `}${message}`,
  )
  return [`The fixture ${path} can't be used:`, ...lines].join('\n')
}
