import { isIP } from 'node:net'
import { ConfigError } from './config/config-error.ts'
import {
  type DatabaseConfigOptions,
  parseDatabaseUrl,
  requireOnePlace,
} from './config/database-options.ts'
import { parseDay } from './intelligence/dates.ts'

export { ConfigError } from './config/config-error.ts'

/** Seed of the generated data by default. */
export const DEFAULT_SEED = 1

/** Path of the API root; it ends in /api (seed, first paragraph). */
export const BASE_PATH = '/api'

/** Options of `createSandbox` and `svc-sandbox serve`; every field has a default. */
export interface SandboxOptions extends DatabaseConfigOptions {
  /** 0 takes a free port. Default: 0 in code, 4010 on the command line. */
  port?: number | undefined
  /** Address to listen on. Default: 127.0.0.1. */
  host?: string | undefined
  /** Initial content of an empty data folder: `demo`, `empty`, `starter`, `edges` or a YAML file. Default: demo. */
  fixture?: string | undefined
  /** Seed of all generated data: equal seeds give equal figures. Default: 1. */
  seed?: number | undefined
  /** Folder for data that clients write. Default: nothing is kept in code, `.svc-sandbox` on the command line. */
  data?: string | undefined
  /** Keep nothing on disk. */
  ephemeral?: boolean | undefined
  /** OpenAPI Overlay files that describe how another server differs; applied in this order. */
  overlay?: string | string[] | undefined
  /** Serve the API as of this release (§9). Default: the newest. */
  apiVersion?: string | undefined
  /** Initial time of the clock: ISO 8601 or epoch milliseconds. Default: the real time. */
  now?: string | number | undefined
  /** Address of the server for callers, used in absolute links. Default: the Host header of each request. */
  publicUrl?: string | undefined
  /** Number of trusted proxies in front, which report the caller's address. Default: 0. */
  trustProxy?: number | undefined
  /** False counts and shows quotas without refusing any request. Default: true. */
  rateLimits?: boolean | undefined
  /** Checks every response against the document and fails on a difference. Default: false. */
  validateResponses?: boolean | undefined
  /** Opens the control plane on a server that other machines can reach. */
  adminToken?: string | undefined
  /** Lets visitors of a hosted demo create accounts. Default: false. */
  openSignup?: boolean | undefined
  /** Highest number of visitors' accounts at a time. Default: 1,000. */
  maxAccounts?: number | undefined
  /** Days after which an unused account of a visitor is removed. Default: 7. */
  idleDays?: number | undefined
  /** Default: `errors` in code; on the command line `terminal`, or `json` when piped. */
  log?: 'silent' | 'errors' | 'terminal' | 'json' | undefined
}

/** Undefined keeps nothing, serves the newest release, derives links from the Host header, asks for no token. */
type Optional = 'data' | 'database' | 'databaseDirect' | 'apiVersion' | 'publicUrl' | 'adminToken'
type Defaulted = Exclude<keyof SandboxOptions, Optional | 'ephemeral' | 'overlay' | 'now'>

/** Options after checking, with all defaults; `publicUrl` has no trailing slash. */
export type Config = { [Name in Defaulted]: NonNullable<SandboxOptions[Name]> } & {
  [Name in Optional]: SandboxOptions[Name]
} & {
  overlays: string[]
  /** Epoch milliseconds. */
  startAt: number | undefined
  /** As given, without defaults. */
  chosen: Pick<SandboxOptions, 'seed' | 'fixture'>
  basePath: typeof BASE_PATH
}

type NumberOption =
  | ('port' | 'seed' | 'trustProxy' | 'maxAccounts' | 'idleDays')
  | ('cacheMb' | 'drainSeconds')
type Environment = Record<string, string | undefined>

/**
 * Reads `SVC_*` variables as options: `SVC_PORT` is `--port`, and so on. A number that `given` already has is not
 * read: Kubernetes sets SVC_PORT to an address when a service has the name svc.
 */
export function optionsFromEnvironment(
  env: Environment = process.env,
  given: SandboxOptions = {},
): SandboxOptions {
  const text = (name: string) => (env[name] === '' ? undefined : env[name])
  const number = (name: string, option: NumberOption, flag: string) => {
    const value = given[option] === undefined ? text(name) : undefined
    return value === undefined ? undefined : parseInteger(value, `${name} (${flag})`)
  }
  const unset = (name: string) => {
    const value = isSet(name, env)
    return value === undefined ? undefined : !value
  }
  return {
    port: number('SVC_PORT', 'port', '--port'),
    host: text('SVC_HOST'),
    fixture: text('SVC_FIXTURE'),
    seed: number('SVC_SEED', 'seed', '--seed'),
    data: text('SVC_DATA'),
    ephemeral: isSet('SVC_EPHEMERAL', env),
    database: text('SVC_DATABASE'),
    databaseDirect: text('SVC_DATABASE_DIRECT'),
    migrate: unset('SVC_NO_MIGRATE'),
    cacheMb: number('SVC_CACHE_MB', 'cacheMb', '--cache-mb'),
    overlay: text('SVC_OVERLAY')?.split(','),
    apiVersion: text('SVC_API_VERSION'),
    now: text('SVC_NOW'),
    publicUrl: text('SVC_PUBLIC_URL'),
    trustProxy: number('SVC_TRUST_PROXY', 'trustProxy', '--trust-proxy'),
    rateLimits: unset('SVC_NO_RATE_LIMITS'),
    validateResponses: isSet(VALIDATE_RESPONSES, env),
    adminToken: text('SVC_ADMIN_TOKEN'),
    openSignup: isSet('SVC_OPEN_SIGNUP', env),
    maxAccounts: number('SVC_MAX_ACCOUNTS', 'maxAccounts', '--max-accounts'),
    idleDays: number('SVC_IDLE_DAYS', 'idleDays', '--idle-days'),
    drainSeconds: number('SVC_DRAIN_SECONDS', 'drainSeconds', '--drain-seconds'),
  }
}

/** The only variable that `createSandbox` also reads, so that a whole test run can check its responses. */
const VALIDATE_RESPONSES = 'SVC_VALIDATE_RESPONSES'

/** Whether a variable switches something on; undefined when it is not set. */
export function isSet(name: string, env: Environment): boolean | undefined {
  const value = env[name]
  return value === undefined || value === '' ? undefined : !/^(0|false|no|off)$/i.test(value)
}

/**
 * The options without undefined values, so that spreading them does not hide others, and without empty strings, as
 * unset variables of shell scripts leave them.
 */
export function givenOptions(options: SandboxOptions): SandboxOptions {
  const overlay = [options.overlay ?? []].flat().filter((file) => file !== '')
  const given = Object.entries({ ...options, overlay: overlay.length > 0 ? overlay : undefined })
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''))
}

/** Checks options and fills in the defaults; throws ConfigError. */
export function readConfig(all: SandboxOptions = {}): Config {
  const options = givenOptions(all)
  const host = options.host ?? '127.0.0.1'
  const isLoopback = isLoopbackHost(host)
  if (!isLoopback && !options.adminToken) {
    throw new ConfigError(
      `--host ${host} can be reached from outside of this machine, so the control plane needs a token. ` +
        'Set one with SVC_ADMIN_TOKEN, or listen on 127.0.0.1.',
    )
  }
  requireOnePlace(options)
  const database = parseDatabaseUrl(options.database, '--database')
  const databaseDirect = parseDatabaseUrl(options.databaseDirect, '--database-direct')
  if (databaseDirect !== undefined && database === undefined) {
    throw new ConfigError('--database-direct needs --database, the address for everything else.')
  }
  return {
    host,
    port: inRange(options.port ?? 0, 0, 65_535, '--port'),
    fixture: options.fixture ?? 'demo',
    seed: inRange(options.seed ?? DEFAULT_SEED, 0, 0xffff_ffff, '--seed'),
    data: options.data,
    database,
    databaseDirect,
    migrate: options.migrate ?? true,
    cacheMb: inRange(options.cacheMb ?? 256, 1, 65_536, '--cache-mb'),
    overlays: [options.overlay ?? []].flat(),
    apiVersion: options.apiVersion,
    startAt: parseTime(options.now),
    chosen: { seed: options.seed, fixture: options.fixture },
    publicUrl: parsePublicUrl(options.publicUrl),
    trustProxy: inRange(options.trustProxy ?? 0, 0, 100, '--trust-proxy'),
    rateLimits: options.rateLimits ?? true,
    validateResponses: options.validateResponses ?? isSet(VALIDATE_RESPONSES, process.env) ?? false,
    adminToken: options.adminToken,
    openSignup: options.openSignup ?? false,
    maxAccounts: inRange(options.maxAccounts ?? 1000, 1, 1_000_000, '--max-accounts'),
    idleDays: inRange(options.idleDays ?? 7, 1, 3650, '--idle-days'),
    drainSeconds: inRange(options.drainSeconds ?? 0, 0, 600, '--drain-seconds'),
    log: options.log ?? 'errors',
    basePath: BASE_PATH,
  }
}

/** Parses a whole number; throws a ConfigError that names `flag`. */
export function parseInteger(value: string, flag: string): number {
  if (!/^-?\d{1,15}$/.test(value)) {
    throw new ConfigError(`${flag} must be a whole number; found ${JSON.stringify(value)}.`)
  }
  return Number(value)
}

function inRange(value: number, least: number, most: number, flag: string): number {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new ConfigError(
      `${flag} must be a whole number from ${least} to ${most}; found ${value}.`,
    )
  }
  return value
}

function parseTime(now: string | number | undefined): number | undefined {
  if (now === undefined) return undefined
  const isIso =
    typeof now === 'number' || /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(now)
  // A time without a zone is UTC, like all times of the API; JavaScript would read it as local time.
  const text = typeof now === 'string' && /T[\d:.]+$/.test(now) ? `${now}Z` : now
  // JavaScript would read the 30th of February as the 2nd of March.
  const isDay = typeof now === 'number' || parseDay(now.slice(0, 10)) !== undefined
  const time = isIso && isDay ? new Date(text).getTime() : Number.NaN
  if (!(time >= 0 && time <= Date.UTC(2999, 11, 31))) {
    throw new ConfigError(
      `--now must be a time between 1970 and 2999 such as 2026-01-15T09:30:00Z; found ${JSON.stringify(now)}.`,
    )
  }
  return time
}

function parsePublicUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new ConfigError(
      `--public-url must be an address such as https://sandbox.example; found ${JSON.stringify(value)}.`,
    )
  }
  // Users paste the base URL of the API as often as the root of the server.
  const root = url.href.replace(/\/+$/, '')
  return root.endsWith(BASE_PATH) ? root.slice(0, -BASE_PATH.length) : root
}

/** Whether proxies or a public address show that the server has callers on other machines, wherever it listens. */
export function isPublished({
  trustProxy,
  publicUrl,
}: Pick<Config, 'trustProxy' | 'publicUrl'>): boolean {
  const isPublic = publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname)
  return trustProxy > 0 || isPublic
}

/** Whether only this machine can reach a server that listens on `host`. */
export function isLoopbackHost(host: string): boolean {
  if (host === 'localhost' || host === '::1' || host === '[::1]') return true
  return isIP(host) === 4 && host.startsWith('127.')
}
