import { ConfigError } from '../config.ts'
import { isObject } from '../schema/json.ts'
import { similarTo } from '../schema/similar.ts'
import type { SandboxConfig, Target } from './config-file.ts'

type Kind = 'text' | 'number' | 'boolean' | 'list' | 'facts' | 'object'
type Members = Record<string, Kind>

const TARGET: Record<keyof Target, Kind> = {
  baseUrl: 'text',
  token: 'text',
  restrictedToken: 'text',
  limitedToken: 'text',
  revokedToken: 'text',
  otherToken: 'text',
  logoutToken: 'text',
  readOnly: 'boolean',
  allowLiveKey: 'boolean',
  level: 'text',
  strict: 'boolean',
  require: 'facts',
  only: 'list',
  skip: 'list',
  known: 'text',
  report: 'list',
  history: 'text',
  header: 'list',
  rate: 'number',
  thorough: 'boolean',
  maxRequests: 'number',
  maxWait: 'number',
  timeout: 'number',
  overlay: 'list',
  serve: 'object',
}

const SERVE: Record<keyof NonNullable<Target['serve']>, Kind> = {
  port: 'number',
  host: 'text',
  fixture: 'text',
  seed: 'number',
  data: 'text',
  ephemeral: 'boolean',
  database: 'text',
  databaseDirect: 'text',
  migrate: 'boolean',
  cacheMb: 'number',
  drainSeconds: 'number',
  apiVersion: 'text',
  now: 'text',
  publicUrl: 'text',
  trustProxy: 'number',
  rateLimits: 'boolean',
  validateResponses: 'boolean',
  adminToken: 'text',
  openSignup: 'boolean',
  maxAccounts: 'number',
  idleDays: 'number',
}

/** Checks the names and types of all members. Throws ConfigError that names the file and the member. */
export function checkedConfig(value: unknown, file: string): SandboxConfig {
  if (!isObject(value)) {
    throw new ConfigError(`${file} must be an object with members such as baseUrl and targets.`)
  }
  const { targets = {}, ...top } = value
  checkTarget(top, file, '', 'targets')
  if (!isObject(targets)) throw new ConfigError(`${file}: targets must be an object of targets.`)
  for (const [name, target] of Object.entries(targets)) {
    if (!/^[\w.-]+$/.test(name)) {
      throw new ConfigError(
        `${file}: the name of a target has letters, digits, ".", "-" and "_"; found ${JSON.stringify(name)}.`,
      )
    }
    if (!isObject(target)) throw new ConfigError(`${file}: targets.${name} must be an object.`)
    checkTarget(target, file, `targets.${name}.`)
  }
  return value as SandboxConfig
}

function checkTarget(
  target: Record<string, unknown>,
  file: string,
  path: string,
  ...more: string[]
): void {
  checkMembers(target, TARGET, file, path, more)
  if (isObject(target.serve)) checkMembers(target.serve, SERVE, file, `${path}serve.`)
}

function checkMembers(
  value: Record<string, unknown>,
  members: Members,
  file: string,
  path: string,
  more: string[] = [],
): void {
  const known = [...Object.keys(members), ...more]
  for (const [name, member] of Object.entries(value)) {
    const kind = members[name]
    if (kind === undefined) {
      const similar = similarTo(name, known)
      const meant = similar === undefined ? '' : ` Did you mean ${similar}?`
      throw new ConfigError(
        `${file}: there is no member ${path}${name}.${meant} Known: ${known.join(', ')}.`,
      )
    }
    // In JavaScript, a variable that is not set; only an error where the member is used.
    if (member !== undefined && !FITS[kind](member)) {
      // The value may be a key.
      throw new ConfigError(`${file}: ${path}${name} must be ${NAMES[kind]}.`)
    }
  }
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isList = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText))

const FITS: Record<Kind, (value: unknown) => boolean> = {
  text: isText,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  list: isList,
  facts: (value) => typeof value === 'number' || isList(value),
  object: isObject,
}

const NAMES: Record<Kind, string> = {
  text: 'a text that is not empty',
  number: 'a number',
  boolean: 'true or false',
  list: 'a list of texts',
  facts: 'a number of facts or a list of their ids',
  object: 'an object',
}
