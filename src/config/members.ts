import { isObject } from '../schema/json.ts'
import { didYouMean } from '../schema/similar.ts'
import { type MemberKind, type SandboxConfig, TARGET_MEMBERS } from './config-file.ts'
import {
  OPTIONS,
  type Option,
  optionRows,
  type SandboxOptions,
  variableOfOption,
} from './options.ts'
import { ConfigError } from './parse.ts'

type Kind = Option['kind'] | MemberKind
type Members = Readonly<Record<string, Kind>>

/** Options in code only have neither a flag nor a variable; a target has `overlay` itself, for `check` as well. */
const SERVE: Members = Object.fromEntries(
  optionRows
    .filter(([name, option]) => variableOfOption(option) !== undefined && name !== 'overlay')
    .map(([name, { kind }]) => [name, kind]),
)

/** A file, and the line of a member in it where that is known. */
type At = (path: readonly string[]) => string

/** Checks the names and types of all members. Throws ConfigError that names the file and the member. */
export function checkedConfig(value: unknown, at: At): SandboxConfig {
  if (!isObject(value)) {
    throw new ConfigError(`${at([])} must be an object with members such as baseUrl and targets.`)
  }
  const { targets = {}, ...top } = value
  checkTarget(top, at, [], 'targets')
  if (!isObject(targets))
    throw new ConfigError(`${at(['targets'])}: targets must be an object of targets.`)
  for (const [name, target] of Object.entries(targets)) {
    if (!/^[\w.-]+$/.test(name)) {
      throw new ConfigError(
        `${at(['targets', name])}: the name of a target has letters, digits, ".", "-" and "_"; found ${JSON.stringify(name)}.`,
      )
    }
    const path = ['targets', name]
    if (!isObject(target)) throw new ConfigError(`${at(path)}: targets.${name} must be an object.`)
    checkTarget(target, at, path)
  }
  return value as SandboxConfig
}

/** Refuses options of `createSandbox` that do not exist, as JavaScript would ignore them. Throws ConfigError. */
export function requireKnownOptions(
  options: SandboxOptions,
  { of = 'createSandbox', more = [] }: { of?: string; more?: readonly string[] } = {},
): void {
  const known = [...more, ...Object.keys(OPTIONS)]
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new ConfigError(
    `${of} has no option ${unknown}.${didYouMean(unknown, known)} Known: ${known.join(', ')}.`,
  )
}

function checkTarget(
  target: Record<string, unknown>,
  at: At,
  path: readonly string[],
  ...more: string[]
): void {
  checkMembers(target, TARGET_MEMBERS, at, path, more)
  if (isObject(target.serve)) checkMembers(target.serve, SERVE, at, [...path, 'serve'])
}

function checkMembers(
  value: Record<string, unknown>,
  members: Members,
  at: At,
  path: readonly string[],
  more: string[] = [],
): void {
  const known = [...Object.keys(members), ...more]
  for (const [name, member] of Object.entries(value)) {
    const kind = members[name]
    const place = [...path, name]
    if (kind === undefined) {
      throw new ConfigError(
        `${at(place)}: there is no member ${place.join('.')}.${didYouMean(name, known)} Known: ${known.join(', ')}.`,
      )
    }
    // In JavaScript, a variable that is not set; only an error where the member is used.
    if (member !== undefined && !ACCEPTED[kind].fits(member)) {
      // The value may be a key.
      const isQuoted = typeof member === 'string' && ACCEPTED[kind].fits !== isText
      const hint = isQuoted ? '; write it without quotes' : ''
      throw new ConfigError(
        `${at(place)}: ${place.join('.')} must be ${ACCEPTED[kind].name}; found ${kindOf(member)}${hint}.`,
      )
    }
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list of other things'
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : 'a text'
  return typeof value === 'object'
    ? 'an object'
    : `${typeof value === 'number' ? 'a number' : value}`
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isList = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText))

/** Which values a kind of member accepts, and what it is called in messages. */
const ACCEPTED: Record<Kind, { fits(value: unknown): boolean; name: string }> = {
  text: { fits: isText, name: 'a text that is not empty' },
  level: { fits: isText, name: 'a text that is not empty' },
  time: { fits: isText, name: 'a text that is not empty' },
  number: { fits: (value) => typeof value === 'number', name: 'a number' },
  switch: { fits: (value) => typeof value === 'boolean', name: 'true or false' },
  list: { fits: isList, name: 'a list of texts' },
  files: { fits: isList, name: 'a list of texts' },
  facts: {
    fits: (value) => typeof value === 'number' || isList(value),
    name: 'a number of facts or a list of their ids',
  },
  sandbox: { fits: isObject, name: 'an object' },
}
