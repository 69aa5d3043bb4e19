import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Account } from '../accounts/account.ts'
import { packageRoot } from '../package-root.ts'
import { withFiller } from './filler-campaigns.ts'
import { buildAccount, type Origin } from './fixture-account.ts'
import { checkFixture } from './fixture-check.ts'
import { FixtureError } from './fixture-error.ts'
import type { Fixture } from './fixture-schema.ts'
import { type FixtureProblem, readFixtureSource } from './fixture-source.ts'
import { systemReason } from './store-error.ts'

/**
 * The accounts of a fixture: one that comes with the package (`demo`, `empty`, `starter`), or the YAML file at
 * a path. The same file, `now` (epoch ms) and `seed` give the same accounts, but for their secret
 * that signs links. Throws FixtureError.
 */
export function loadFixture(pathOrName: string, origin: Origin): Account[] {
  const path = locate(pathOrName)
  const source = readFixtureSource(read(path))

  const problems = checkFixture(source, origin.document)
  if (problems.length > 0) throw new FixtureError(describe(path, problems), problems)

  const { accounts } = source.value as Fixture
  return accounts.map((account) => buildAccount(withFiller(account, origin.seed), origin))
}

function locate(pathOrName: string): string {
  const folder = join(packageRoot(), 'fixtures')
  const isName = /^[\w-]+$/.test(pathOrName)
  const named = join(folder, `${pathOrName}.yaml`)
  if (isName && existsSync(named)) return named

  const path = resolve(pathOrName)
  if (existsSync(path)) return path

  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.slice(0, -'.yaml'.length))
  throw new FixtureError(
    `There is no fixture ${pathOrName}: no file ${path}. ` +
      `Give the path of a YAML file, or one of the names ${names.join(', ')}.`,
  )
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
