import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { invalidInput, invalidValue } from '../../errors.ts'
import { FixtureError } from '../../fixtures/fixture-error.ts'
import type { FixtureText } from '../../fixtures/fixtures.ts'
import { isPackaged, packagedNames } from '../../fixtures/packaged-fixture.ts'
import type { ApiDocument } from '../../openapi/api-document.ts'
import { resolvePointer } from '../../schema/pointer.ts'
import { mustBeOneOf } from '../../schema/similar.ts'
import type { ControlParts } from '../parts.ts'
import { MAX_KEYS } from './keys.ts'

/** Limit of the text, which is parsed synchronously: as JSON, indented by two. */
export const MAX_CHARACTERS = 262_144

/** Limits of a sent fixture; the other limits come from the document. */
export const SENT_LIMITS = {
  accounts: 100,
  users: 100,
  // The account gets one more key.
  keys: MAX_KEYS - 1,
  allKeywords: 100_000,
}

/** A fixture from a request, with limits for reading it. Throws the failure for one that is too long. */
export function sentFixture(fixture: string | object, document: ApiDocument): FixtureText {
  const text = typeof fixture === 'string' ? fixture : writtenOut(fixture)
  requireShort(text)
  const limits = {
    ...SENT_LIMITS,
    keywords: mostOf('keywords', document),
    competitors: mostOf('competitors', document),
  }
  return { title: 'that was sent', text, limits }
}

/** Runs `read` and reports mistakes in a fixture as the caller's. */
export async function soundly<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    const messages = error.problems.map(
      ({ line, column, path, message }) =>
        `line ${line}, column ${column}: ${path === '' ? '' : `${path} `}${message}`,
    )
    if (messages.length === 0) messages.push(`cannot be used: ${error.message}`)
    throw invalidInput(messages.map((message) => ({ in: 'body', path: '/fixture', message })))
  }
}

/** Several lines, so that problems can name them. */
function writtenOut(fixture: object): string {
  // Indentation makes deeply nested text far longer.
  requireShort(JSON.stringify(fixture))
  return JSON.stringify(fixture, null, 2)
}

function requireShort({ length }: string): void {
  if (length <= MAX_CHARACTERS) return
  throw invalidValue(
    'body',
    '/fixture',
    `must have at most ${MAX_CHARACTERS} characters (JSON in lines, indented by two); found ${length}. ` +
      'Leave some out, or start a sandbox with it as a file (--fixture)',
  )
}

/** The most entries that a list of a campaign created by a request may have. */
function mostOf(list: string, { raw }: ApiDocument): number {
  const input = resolvePointer(
    raw,
    '/paths/~1campaigns/post/requestBody/content/application~1json/schema',
  )
  const schema = input && resolvePointer(raw, `${input.pointer}/properties/${list}`)
  const most = schema?.value.maxItems
  return typeof most === 'number' ? most : Number.POSITIVE_INFINITY
}

/** A fixture that callers may name, and its location. */
export interface NamedFixture {
  name: string
  /** A packaged name, or a path. */
  fixture: string
}

export type FixtureParts = Pick<ControlParts, 'config'>

/** The fixture that the sandbox was started with. */
export function ownFixture({ config }: FixtureParts): NamedFixture {
  return fixtureAt(config.fixture)
}

/** The fixture of visitor accounts. */
export function visitorFixture({ config }: FixtureParts): NamedFixture {
  return fixtureAt(config.signupFixture ?? config.fixture)
}

/**
 * The fixture with a name: packaged, or the one that the sandbox was started with, or a YAML file next to it. No
 * others, or callers could read the files of this machine. Throws a failure that lists the known names.
 */
export function fixtureNamed(name: string, parts: FixtureParts): NamedFixture {
  const own = ownFixture(parts)
  const all = [own, ...packagedFixtures(), ...fixturesBeside(own), visitorFixture(parts)]
  return choose(name, all)
}

/** Like `fixtureNamed`, for the key of an account: packaged fixtures only. */
export function packagedFixtureNamed(name: string): NamedFixture {
  return choose(name, packagedFixtures())
}

function choose(name: string, fixtures: NamedFixture[]): NamedFixture {
  const found = fixtures.find((each) => each.name === name)
  if (found) return found
  const names = [...new Set(fixtures.map(({ name }) => name))]
  throw invalidValue('body', '/fixture', mustBeOneOf(names, name))
}

function packagedFixtures(): NamedFixture[] {
  return packagedNames().map((name) => ({ name, fixture: name }))
}

function fixturesBeside({ fixture }: NamedFixture): NamedFixture[] {
  const folder = dirname(fixture)
  if (isPackaged(fixture) || !existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => /\.ya?ml$/.test(file))
    .sort()
    .map((file) => ({ name: nameOf(file), fixture: join(folder, file) }))
}

function fixtureAt(fixture: string): NamedFixture {
  return { name: isPackaged(fixture) ? fixture : nameOf(fixture), fixture }
}

function nameOf(path: string): string {
  return basename(path, extname(path))
}
